import metadata from 'libphonenumber-js/max/metadata';
import { describe, expect, it } from 'vitest';
import { isEmergencyNumber } from './emergency.ts';
import { readNumber } from './phone-number.ts';

describe('emergency numbers', () => {
  it.each([
    ['911', 'US'],
    ['112', 'US'],
    ['999', 'DE'],
    ['911', ''],
    ['110', 'DE'],
    ['000', 'AU'],
    ['111', 'NZ'],
    ['1399', 'GA'],
    [' 9-1-1 ', 'US'],
    ['(911)', 'US'],
    ['tel:911', 'US'],
    ['911x12', 'US'],
    ['911;ext=1', 'US'],
    ['911,,55', 'US'],
    ['９１１', 'US'],
    ['+911', 'US'],
    ['+1 911', 'DE'],
    ['+44 999', 'US'],
    ['+49 110', 'US'],
  ])('%s dialed in %s is rejected as an emergency number', (text, country) => {
    expect(readNumber(text, { homeCountry: country }, metadata)).toEqual({ ok: false, problem: 'emergency' });
  });

  it.each([
    ['110', 'US'],
    ['+1 415 555 0100', 'US'],
    ['(911) 555-0100', 'US'],
    ['+49 30 112', 'US'],
    ['0911 12345', 'DE'],
    ['9110', 'US'],
    ['', 'US'],
    ['+', 'US'],
    ['x'.repeat(10_000), 'US'],
  ])('%s dialed in %s is not an emergency number', (text, country) => {
    expect(isEmergencyNumber(text, country, metadata)).toBe(false);
  });
});
