import { readNumber } from '@offhook/contract/phone-numbers/phone-number';
import { getCountries, getExampleNumber } from 'libphonenumber-js/core/es6';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { numbering } from './numbering.ts';
import { applyTyping, changeCountry, countryOf, type Mode, modeOf, type Typed } from './typing.ts';

const everywhere: readonly string[] = getCountries(numbering);

/** Types at the end, one character at a time. */
function typeAll(text: string, country: string, mode: Mode, countries = everywhere): Typed {
  let typed: Typed = { text: '', country };
  for (const character of text) typed = applyTyping(typed, typed.text + character, true, mode, countries);
  return typed;
}

describe('typing', () => {
  const written: [mode: string, typed: string, country: string, text: string, country: string][] = [
    ['auto', '4155550142', 'US', '(415) 555-0142', 'US'],
    ['auto', '+14155550142', 'US', '+1 415 555 0142', 'US'],
    ['auto', '+442071838750', 'US', '+44 20 7183 8750', 'GB'],
    ['auto', '02071838750', 'GB', '020 7183 8750', 'GB'],
    ['international', '4155550142', 'US', '+1 415 555 0142', 'US'],
    ['international', '02071838750', 'GB', '+44 20 7183 8750', 'GB'],
    ['international', '+442071838750', 'US', '+44 20 7183 8750', 'GB'],
    ['sideways', '4155550142', 'US', '+1 415 555 0142', 'US'],
    ['national', '4155550142', 'US', '(415) 555-0142', 'US'],
    ['national', '+14155550142', 'US', '(415) 555-0142', 'US'],
    ['national', '+442071838750', 'US', '020 7183 8750', 'GB'],
    ['auto', 'abc', 'US', 'abc', 'US'],
    ['auto', '4155550142 x12', 'US', '(415) 555-0142x12', 'US'],
    ['auto', '4155550142,,55', 'US', '(415) 555-0142,,55', 'US'],
    ['auto', '+14155550142;ext=12', 'US', '+1 415 555 0142;ext=12', 'US'],
    ['international', '4155550142 ext. 12', 'US', '+1 415 555 0142ext. 12', 'US'],
  ];
  it.each(written)('in mode %s, %s in %s is formatted as %s', (mode, typed, from, text, country) => {
    expect(typeAll(typed, from, modeOf(mode))).toEqual({ text, country });
  });

  it("in the middle doesn't format, so that the caret stays", () => {
    const before = { text: '(415) 555-0142', country: 'US' };
    expect(applyTyping(before, '(4155) 555-0142', false, 'auto', everywhere).text).toBe('(4155) 555-0142');
  });
  it("backspace doesn't format, so that every character can be deleted", () => {
    const before = { text: '(415) 5', country: 'US' };
    expect(applyTyping(before, '(415) ', true, 'international', everywhere).text).toBe('(415) ');
  });
  it('never formats to more than 25 characters', () => {
    const before = { text: '1'.repeat(24), country: 'DE' };
    const { text } = applyTyping(before, '1'.repeat(25), true, 'international', everywhere);
    expect(text.length).toBe(25);
  });
  it('uses the mode auto by default', () => {
    expect(modeOf(undefined)).toBe('auto');
  });

  it.each(['auto', 'international', 'national'] as const)(
    'in mode %s, the example number of every country is valid',
    (mode) => {
      const invalid = everywhere.filter((country) => {
        const example = getExampleNumber(country as never, examples as never, numbering);
        if (!example) return true;
        const digits = example.formatNational().replace(/\D/g, '');
        return ![digits, example.number].every((keys) => {
          const typed = typeAll(keys, keys.startsWith('+') ? 'US' : country, mode);
          const read = readNumber(typed.text, { homeCountry: typed.country }, numbering);
          return read.ok && read.number.phoneNumber === example.number;
        });
      });
      expect(invalid).toEqual([]);
    },
  );
});

describe('the country of a number', () => {
  const cases: [text: string, chosen: string, country: string][] = [
    ['4155550142', 'GB', 'GB'],
    ['+', 'US', 'US'],
    ['+4', 'US', 'US'],
    ['+44', 'US', 'GB'],
    ['+44', 'JE', 'JE'],
    ['+1', 'CA', 'CA'],
    ['+1242', 'US', 'BS'],
    ['+1 415', 'BS', 'BS'],
    ['+1 415 555 0142', 'BS', 'US'],
    ['+9999', 'US', 'US'],
  ];
  it.each(cases)('for %s, with %s selected, is %s', (text, chosen, country) => {
    expect(countryOf(text, chosen, everywhere)).toBe(country);
  });
  it('is never an unavailable country', () => {
    expect(countryOf('+44', 'US', ['US', 'CA'])).toBe('US');
    expect(countryOf('+44', 'US', ['US', 'JE'])).toBe('JE');
  });
});

describe('choosing another country', () => {
  const moves: [text: string, country: string, dialCode: string, moved: string][] = [
    ['', 'GB', '+44', ''],
    ['+', 'GB', '+44', '+44'],
    ['+1', 'GB', '+44', '+44'],
    ['+1 207 183 8750', 'GB', '+44', '+44 20 7183 8750'],
    ['(415) 555-0142', 'CA', '+1', '(415) 555-0142'],
    ['02071838750', 'GB', '+44', '020 7183 8750'],
    ['+1 207 183 8750 x12', 'GB', '+44', '+44 20 7183 8750 x12'],
    ['(415) 555-0142,,55', 'CA', '+1', '(415) 555-0142,,55'],
  ];
  it.each(moves)('turns %j in %s (%s) into %j', (text, country, dialCode, moved) => {
    expect(changeCountry(country, dialCode, text)).toEqual({ text: moved, country });
  });
});
