/** Languages and ways to write times and dates that a user can choose. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export const CLOCKS = ['12', '24'] as const;
/** Month, day and year: 'Nov 17, 2026', '17 Nov 2026' or '2026-11-17'. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const;
