import { getCountries, getExampleNumber } from 'libphonenumber-js/core/es6';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import max from 'libphonenumber-js/metadata.max.json' with { type: 'json' };
import min from 'libphonenumber-js/metadata.min.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { splitExtension, withExtension } from './extension.ts';
import type { NumberProblem } from './number-problems.ts';
import { formatNumber, formatTyping, parseNumber, type ReadOptions, readNumber } from './phone-number.ts';

const metadata = max as never;
/** The phone has the small metadata, the server the full one; both must agree. */
const sets: [name: string, metadata: never][] = [
  ['small', min as never],
  ['full', max as never],
];
const repeat = (digits: number) => '1'.repeat(digits);

describe('a phone number', () => {
  const valid: [title: string, text: string, country: string, phoneNumber: string, formatted: string][] = [
    ['is read in the home country', '(415) 555-0100', 'US', '+14155550100', '(415) 555-0100'],
    ['is read with its country code', '+442071838750', 'US', '+442071838750', '+44 20 7183 8750'],
    ['can contain spaces and hyphens', '+1 415-555-0100', 'GB', '+14155550100', '+1 415 555 0100'],
    [
      'is read without a home country when it has a plus',
      '+14155550100',
      '',
      '+14155550100',
      '+1 415 555 0100',
    ],
    ['loses its national prefix', '020 7183 8750', 'GB', '+442071838750', '020 7183 8750'],
  ];
  it.each(valid)('%s', (_title, text, country, phoneNumber, formatted) => {
    expect(parseNumber(text, country, metadata)).toMatchObject({ phoneNumber, formatted });
  });

  it('is formatted while typing', () => {
    expect(formatTyping('415555', 'US', metadata)).toBe('(415) 555');
    expect(formatTyping('+4420', 'US', metadata)).toBe('+44 20');
  });

  it('is shown unchanged if it can’t be parsed', () => {
    expect(formatNumber('anonymous', 'US', metadata)).toBe('anonymous');
  });

  it('is assigned to one of the countries that share its calling code', () => {
    expect(parseNumber('+12423570000', 'US', metadata)?.country).toBe('BS');
  });
});

describe.each(sets)('with the %s metadata', (_name, patterns) => {
  const problems: [title: string, text: string, country: string, problem: NumberProblem][] = [
    ['text without digits isn’t a number', 'abc', '', 'notANumber'],
    ['empty text counts as missing', '', 'US', 'missing'],
    ['blank text counts as missing', '  ', 'US', 'missing'],
    ['one national digit is too few', '+441', '', 'tooShort'],
    ['18 national digits are too many', `+44${repeat(18)}`, '', 'tooLong'],
    ['fewer digits than the country’s numbers have are too few', '+1415555010', 'US', 'tooShort'],
    ['more digits than the country’s numbers have are too many', '+14155550100123', 'US', 'tooLong'],
    ['a number that fits no pattern isn’t valid', '+10005550100', 'US', 'notValid'],
    ['251 characters are too many', `+14155550100${' '.repeat(239)}`, 'US', 'tooLong'],
    ['a national number needs a country', '5550100', '', 'invalidCountry'],
    ['a home country that doesn’t exist is unknown', '5550100', 'ZZ', 'unknownCountry'],
    ['an unassigned calling code is unknown', '+999 5550100', '', 'unknownCallingCode'],
    ['an unassigned calling code in parentheses is unknown', '(+999) 5550100', '', 'unknownCallingCode'],
    ['a plus after the digits doesn’t start a calling code', '5550100 +', '', 'invalidCountry'],
    ['a calling code has at most three digits', '+99995550100', 'US', 'unknownCallingCode'],
  ];
  it.each(problems)('%s', (_title, text, homeCountry, problem) => {
    expect(readNumber(text, { homeCountry }, patterns)).toEqual({ ok: false, problem });
  });

  it('text of 250 characters is accepted', () => {
    expect(readNumber(`+14155550100${' '.repeat(238)}`, { homeCountry: 'US' }, patterns).ok).toBe(true);
  });

  const extensions: [form: string, accepted: string, tooLong: string][] = [
    ['ext=', `;ext=${repeat(20)}`, `;ext=${repeat(21)}`],
    ['ext.', ` ext. ${repeat(20)}`, ` ext. ${repeat(21)}`],
    ['x', ` x${repeat(9)}`, ` x${repeat(10)}`],
    ['ext-#', ` - ${repeat(6)}#`, ` - ${repeat(7)}#`],
    ['two commas', `,,${repeat(15)}`, `,,${repeat(16)}`],
  ];
  it.each(extensions)('an extension after %s is accepted up to its limit', (_form, accepted, tooLong) => {
    const read = readNumber(`+14155550100${accepted}`, { homeCountry: 'US' }, patterns);
    expect(read).toMatchObject({ ok: true, number: { phoneNumber: '+14155550100' } });
    expect(read.ok && read.number.extension).toBe(accepted.replace(/\D/g, ''));
    expect(readNumber(`+14155550100${tooLong}`, { homeCountry: 'US' }, patterns).ok).toBe(false);
    const dialed = { homeCountry: 'US', dialsExtension: true };
    expect(readNumber(`+14155550100${accepted}`, dialed, patterns)).toEqual(read);
    expect(readNumber(`+14155550100${tooLong}`, dialed, patterns)).toEqual({
      ok: false,
      problem: 'extensionTooLong',
    });
  });

  it.each([
    ['x12', 'x12', '12'],
    ['ext. 12', 'ext. 12', '12'],
    ['the whole word', 'extension 12', '12'],
    ['a capital X', 'X12', '12'],
    ['parentheses', '(ext 4)', '4'],
    ['parentheses and spaces', '( ext 4 )', '4'],
    ['a # at the end', ',,55#', '55'],
    ['Arabic digits', 'x\u0661\u0662', '12'],
    ['a word in another language', 'anexo 7', '7'],
    ['no extension', '', null],
    ['a comma at the end', ',', null],
  ])('a number followed by %s is split into number and extension', (_title, text, extension) => {
    const options = { homeCountry: 'US', dialsExtension: true };
    const read = readNumber(`(415) 555-0100 ${text}`, options, patterns);
    expect(read).toMatchObject({ ok: true, number: { phoneNumber: '+14155550100', extension } });
    if (!read.ok) return;
    const rewritten = withExtension(read.number.phoneNumber, extension);
    expect(readNumber(rewritten, options, patterns)).toMatchObject({
      number: { phoneNumber: '+14155550100', extension },
    });
  });

  it.each(['x', 'ext', 'ext abc', 'x12a', 'x*12', ',,1a', ';ext=1b', 'ext 12 34', ',,55,,66', 'x12x13', '#'])(
    'a non-digit extension (%s) is an error only where it would be dialed',
    (text) => {
      const whole = `+1 415 555 0100 ${text}`;
      expect(readNumber(whole, { homeCountry: 'US', dialsExtension: true }, patterns)).toEqual({
        ok: false,
        problem: 'extensionNotDigits',
      });
      const otherwise = readNumber(whole, { homeCountry: 'US' }, patterns);
      expect(otherwise.ok || otherwise.problem !== 'extensionNotDigits').toBe(true);
    },
  );

  it('an invalid number with an extension is rejected because of the number', () => {
    const options = { homeCountry: 'US', dialsExtension: true };
    expect(readNumber('+1 415 x12', options, patterns)).toEqual({ ok: false, problem: 'tooShort' });
    expect(readNumber('+1 415 ext. abc', options, patterns)).toEqual({ ok: false, problem: 'tooShort' });
    expect(readNumber('+999 415 555 0100 ext. abc', options, patterns)).toEqual({
      ok: false,
      problem: 'unknownCallingCode',
    });
    expect(readNumber('(015) 555-0100 ext. abc', options, patterns)).toEqual({
      ok: false,
      problem: 'notValid',
    });
    expect(readNumber('911 x12', options, patterns).ok).toBe(false);
  });

  it.each([
    ['(415) 555-0100 x12', '(415) 555-0100', ' x12'],
    ['415555,,5', '415555', ',,5'],
    ['+1 415 555 0100;ext=', '+1 415 555 0100', ';ext='],
    ['(415) 555-0100', '(415) 555-0100', ''],
    ['x12', 'x12', ''],
  ])('%s is split before its extension', (text, number, extension) => {
    expect(splitExtension(text)).toEqual([number, extension]);
  });

  const listed: [title: string, text: string, rules: Partial<ReadOptions>, ok: boolean][] = [
    ['a listed country is allowed', '+14155550100', { only: ['US', 'CA'] }, true],
    ['a country that isn’t listed is excluded', '+442071838750', { only: ['US', 'CA'] }, false],
    ['an empty list allows all countries', '+442071838750', { only: [] }, true],
    ['a country on the exclusion list is excluded', '+442071838750', { excluded: ['GB'] }, false],
    ['a country that isn’t on the exclusion list is allowed', '+14155550100', { excluded: ['GB'] }, true],
  ];
  it.each(listed)('%s', (_title, text, rules, ok) => {
    const read = readNumber(text, { homeCountry: 'US', ...rules }, patterns);
    expect(read.ok).toBe(ok);
    if (!read.ok) expect(read.problem).toBe('excludedCountry');
  });

  it('every country’s example number is valid, in national and international form', () => {
    const rejected = getCountries(patterns).filter((country) => {
      const example = getExampleNumber(country, examples as never, patterns);
      if (!example) return true;
      const texts = [example.number, example.formatInternational(), example.formatNational()];
      return !texts.every((text) => parseNumber(text, country, patterns)?.phoneNumber === example.number);
    });
    expect(rejected).toEqual([]);
    expect(getCountries(patterns).length).toBeGreaterThan(200);
  });

  it('every country’s example number with 17 more digits is rejected', () => {
    const accepted = getCountries(patterns).filter((country) => {
      const example = getExampleNumber(country, examples as never, patterns);
      return example && parseNumber(`${example.number}${repeat(17)}`, country, patterns) !== null;
    });
    expect(accepted).toEqual([]);
  });
});
