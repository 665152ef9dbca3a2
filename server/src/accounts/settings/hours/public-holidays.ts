import type { Holiday } from '@offhook/contract/console/rule-entities';

/** The library has one English name for a day of several countries, in British spelling. */
function spelled(name: string, country: string): string {
  return country === 'US' ? name.replace('Labour', 'Labor') : name;
}

/** By date; empty for a country without a calendar. */
export async function listPublicHolidays(
  country: string,
  year: number,
  language: string,
): Promise<Holiday[]> {
  // Its calendars take a megabyte, and an account needs them once a year.
  const { default: Calendar } = await import('date-holidays');
  const days = new Calendar(country, { languages: [language] }).getHolidays(year) ?? [];
  const byDate = new Map<string, Holiday>();
  for (const { date: text, name, type } of days) {
    const date = text.slice(0, 'YYYY-MM-DD'.length);
    if (type === 'public' && date.startsWith(`${year}-`) && !byDate.has(date))
      byDate.set(date, { date, name: spelled(name, country) });
  }
  return [...byDate.values()].toSorted((a, b) => a.date.localeCompare(b.date));
}
