/** The form of a user's language, time zone, clock and date order. An empty choice follows the browser. */
import { CLOCKS, DATE_ORDERS, LANGUAGES } from '@offhook/contract/entities';
import type { UserLocale } from '@offhook/i18n/page-locale';

export interface LocaleForm {
  readonly language: string;
  readonly time_zone: string;
  readonly clock: string;
  readonly date_order: string;
}

/** @param computerZone for users whose server doesn't know time zones */
export function localeForm(user: UserLocale, computerZone: string): LocaleForm {
  return {
    language: user.language ?? '',
    time_zone: user.time_zone ?? computerZone,
    clock: user.clock ?? '',
    date_order: user.date_order ?? '',
  };
}

/** In the API's form. */
export function localeChange(form: LocaleForm): UserLocale & { readonly time_zone: string } {
  const among = <C extends string>(choices: readonly C[], value: string): C | null =>
    choices.find((choice) => choice === value) ?? null;
  return {
    language: among(LANGUAGES, form.language),
    time_zone: form.time_zone,
    clock: among(CLOCKS, form.clock),
    date_order: among(DATE_ORDERS, form.date_order),
  };
}
