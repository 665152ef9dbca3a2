import { expect, it } from 'vitest';
import { listPublicHolidays } from './public-holidays.ts';

it('public holidays are those of the whole country, by date, in the reader’s language', async () => {
  const holidays = await listPublicHolidays('US', 2027, 'es');
  expect(holidays).toContainEqual({ date: '2027-11-25', name: 'Acción de Gracias' });
  expect(holidays).toContainEqual(expect.objectContaining({ date: '2027-07-05' }));
  const dates = holidays.map(({ date }) => date);
  expect(dates).toEqual([...new Set(dates)].toSorted());
  expect(await listPublicHolidays('GB', 2027, 'en')).toContainEqual({
    date: '2027-03-26',
    name: 'Good Friday',
  });
});

it('public holidays of the United States are in American spelling', async () => {
  const labor = async (country: string) =>
    (await listPublicHolidays(country, 2026, 'en')).find(({ date }) => date === '2026-09-07')?.name;
  expect(await labor('US')).toBe('Labor Day');
  expect(await labor('CA')).toBe('Labour Day');
});

it('a country without a calendar has no public holidays', async () => {
  expect(await listPublicHolidays('XX', 2027, 'en')).toEqual([]);
});
