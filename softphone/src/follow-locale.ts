import type { UserLocale } from '@offhook/i18n/page-locale';

export const localeOfUser = ({ language, time_zone, clock, date_order }: UserLocale): UserLocale => ({
  language,
  time_zone,
  clock,
  date_order,
});

/**
 * Applies the user's settings once after each change. All pages in a browser show the phone's state, so all apply them.
 * @param apply changes the page
 */
export function createLocaleFollower(
  apply: (locale: UserLocale) => Promise<void>,
): (user: UserLocale) => Promise<void> {
  let applied = '';
  return async (user) => {
    const locale = localeOfUser(user);
    const key = JSON.stringify(locale);
    if (key === applied) return;
    applied = key;
    await apply(locale);
  };
}
