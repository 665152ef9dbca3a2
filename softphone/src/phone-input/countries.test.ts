import { describe, expect, it } from 'vitest';
import { countryList, startCountry } from './countries.ts';

const rules = { preferred: ['US', 'CA', 'GB'], only: [], excluded: [] };
const codes = (list: ReturnType<typeof countryList>) => list.countries.map(({ code }) => code);

describe('the countries to choose from', () => {
  it('are all of the world, the preferred ones first, each once', () => {
    const list = countryList(rules);
    expect(codes(list).slice(0, 5)).toEqual(['US', 'CA', 'GB', 'AF', 'AX']);
    expect(list.preferredCount).toBe(3);
    expect(new Set(codes(list)).size).toBe(list.countries.length);
    expect(list.countries.length).toBeGreaterThan(200);
  });
  it('have a name and a calling code each', () => {
    expect(countryList(rules).countries[2]).toEqual({ code: 'GB', name: 'United Kingdom', dialCode: '+44' });
    for (const { name, dialCode } of countryList(rules).countries) {
      expect(name).toMatch(/^\S.{2,}/);
      expect(dialCode).toMatch(/^\+\d{1,3}$/);
    }
  });
  it('are the listed ones where some are listed', () => {
    const list = countryList({ ...rules, only: ['DE', 'GB', 'AT'] });
    expect(codes(list)).toEqual(['GB', 'AT', 'DE']);
    expect(list.preferredCount).toBe(1);
  });
  it('are without the excluded ones', () => {
    expect(codes(countryList({ ...rules, excluded: ['CA', 'AF'] })).slice(0, 3)).toEqual(['US', 'GB', 'AX']);
  });
  it('are without codes of no country', () => {
    expect(codes(countryList({ preferred: ['ZZ'], only: ['US', 'QQ'], excluded: [] }))).toEqual(['US']);
  });
});

describe('the country at the start', () => {
  const all = countryList(rules);
  const none = countryList({ ...rules, preferred: [] });
  const starts: [sentence: string, list: typeof all, wishes: (string | null)[], country: string][] = [
    ["is the user's own", all, ['GB', 'FR'], 'GB'],
    ['is the one that was looked up when the user has none', all, [null, 'FR'], 'FR'],
    ['is the first preferred one when nobody knows better', all, [null, null], 'US'],
    ['is the first of the list when none is preferred', none, [null, null], 'AF'],
    ['is another when the user’s cannot be chosen', countryList({ ...rules, only: ['CA'] }), ['GB'], 'CA'],
    ['is none where there is nothing to choose', countryList({ ...rules, only: ['ZZ'] }), ['GB'], ''],
  ];
  it.each(starts)('%s', (_sentence, list, wishes, country) => {
    expect(startCountry(list, wishes)).toBe(country);
  });
});
