import max from 'libphonenumber-js/metadata.max.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { formatNumber, parseNumber } from './phone-number.ts';

const metadata = max as never;

describe('a phone number', () => {
  const valid: [sentence: string, text: string, country: string, e164: string, formatted: string][] = [
    ['is read in the home country', '(415) 555-0100', 'US', '+14155550100', '(415) 555-0100'],
    ['is read with its country code', '+442071838750', 'US', '+442071838750', '+44 20 7183 8750'],
    ['may hold spaces and hyphens', '+1 415-555-0100', 'GB', '+14155550100', '+1 415 555 0100'],
  ];
  it.each(valid)('%s', (_sentence, text, country, e164, formatted) => {
    expect(parseNumber(text, country, metadata)).toMatchObject({ e164, formatted });
  });

  const invalid: [sentence: string, text: string][] = [
    ['too short', '+1415555010'],
    ['too long', '+14155550100123'],
    ['of no pattern', '+10005550100'],
    ['that is none', 'call me'],
    ['in a text over 250 characters', `+14155550100${' '.repeat(250)}`],
    ['that is empty', ''],
  ];
  it.each(invalid)('%s is refused', (_sentence, text) => {
    expect(parseNumber(text, 'US', metadata)).toBeNull();
  });

  it('that cannot be read is shown as it is', () => {
    expect(formatNumber('anonymous', 'US', metadata)).toBe('anonymous');
  });
});
