import { describe, expect, it } from 'vitest';
import { countryList, initialCountry } from './countries.ts';

const rules = { preferred: ['US', 'CA', 'GB'], only: [], excluded: [] };
const codes = (list: ReturnType<typeof countryList>) => list.countries.map(({ code }) => code);

describe('the list of countries', () => {
  it('has every country of the world once, preferred ones first', () => {
    const list = countryList(rules);
    expect(codes(list).slice(0, 5)).toEqual(['US', 'CA', 'GB', 'AF', 'AX']);
    expect(list.preferredCount).toBe(3);
    expect(new Set(codes(list)).size).toBe(list.countries.length);
    expect(list.countries.length).toBeGreaterThan(200);
  });
  it('has a name and a calling code for each country', () => {
    expect(countryList(rules).countries[2]).toEqual({ code: 'GB', name: 'United Kingdom', dialCode: '+44' });
    for (const { name, dialCode } of countryList(rules).countries) {
      expect(name).toMatch(/^\S.{2,}/);
      expect(dialCode).toMatch(/^\+\d{1,3}$/);
    }
  });
  it('has only the allowed countries', () => {
    const list = countryList({ ...rules, only: ['DE', 'GB', 'AT'] });
    expect(codes(list)).toEqual(['GB', 'AT', 'DE']);
    expect(list.preferredCount).toBe(1);
  });
  it("doesn't have excluded countries", () => {
    expect(codes(countryList({ ...rules, excluded: ['CA', 'AF'] })).slice(0, 3)).toEqual(['US', 'GB', 'AX']);
  });
  it('ignores unknown codes', () => {
    expect(codes(countryList({ preferred: ['ZZ'], only: ['US', 'QQ'], excluded: [] }))).toEqual(['US']);
  });
});

describe('the initial country', () => {
  const all = countryList(rules);
  const none = countryList({ ...rules, preferred: [] });
  const starts: [sentence: string, list: typeof all, candidates: (string | null)[], country: string][] = [
    ["is the user's country", all, ['GB', 'FR'], 'GB'],
    ['is the looked-up one if the user has none', all, [null, 'FR'], 'FR'],
    ['is the first preferred one if nothing else is known', all, [null, null], 'US'],
    ['is the first of the list if none is preferred', none, [null, null], 'AF'],
    [
      "is another country if the user's isn't available",
      countryList({ ...rules, only: ['CA'] }),
      ['GB'],
      'CA',
    ],
    ['is empty if the list is empty', countryList({ ...rules, only: ['ZZ'] }), ['GB'], ''],
  ];
  it.each(starts)('%s', (_sentence, list, candidates, country) => {
    expect(initialCountry(list, candidates)).toBe(country);
  });
});
