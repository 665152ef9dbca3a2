import { formatDayTime } from '@offhook/i18n/formats';
import { chooseLocale, localeForLanguage } from '@offhook/i18n/locales';
import type { SignedInUser } from '../platform/http/caller.ts';

/** Like 'Mar 3, 10:15 AM', in the user's format. @param languages BCP 47 tags of the request, most preferred first */
export function formatCallTime(
  time: Date,
  user: Pick<SignedInUser, 'language' | 'time_zone' | 'clock' | 'date_order'>,
  languages: readonly string[],
): string {
  const { tag } = user.language ? localeForLanguage(user.language, languages) : chooseLocale(languages);
  return formatDayTime(time, {
    tag,
    timeZone: user.time_zone,
    clock: user.clock,
    dateOrder: user.date_order,
  });
}

export function formatDuration(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
