import { describe, expect, it } from 'vitest';
import { REFUSALS, Refusal } from '../http/refusal.ts';
import { ANY_NUMBER, type NumberRules, numberRefusal, readNumberToCall } from './phone-numbers.ts';

const DEFAULT: NumberRules = { countries: [], special: [] };

describe('a number that an account may not call', () => {
  it.each([
    ['+19005550123', 'premiumNumber'],
    ['+979123456789', 'premiumNumber'],
    ['+4490912345678', null],
    ['+449091234567', 'premiumNumber'],
    ['+491371123456', 'sharedCostNumber'],
    ['+448451234567', 'premiumNumber'],
    ['+447012345678', 'sharedCostNumber'],
    ['+870773111632', 'satelliteNumber'],
    ['+881612345678', 'satelliteNumber'],
    ['+88213300655', 'satelliteNumber'],
    ['+883510012345', 'satelliteNumber'],
    ['+14155550100', null],
    ['+18005550100', null],
    ['+447400123456', null],
    ['911', 'emergencyNumber'],
    ['+1911', 'emergencyNumber'],
    ['anonymous', null],
  ] as const)('%s: %s', (number, refusal) => {
    expect(numberRefusal(number, DEFAULT)).toBe(refusal);
    if (refusal !== 'emergencyNumber') expect(numberRefusal(number, ANY_NUMBER)).toBeNull();
  });

  it('is one of another country than those that were chosen', () => {
    const rules: NumberRules = { countries: ['US', 'GB'], special: ['satellite'] };
    expect(numberRefusal('+14155550100', rules)).toBeNull();
    expect(numberRefusal('+16475550100', rules)).toBe('countryNotAllowed');
    expect(numberRefusal('+4930123456', rules)).toBe('countryNotAllowed');
    expect(numberRefusal('+881612345678', rules)).toBeNull();
    expect(numberRefusal('+449091234567', rules)).toBe('premiumNumber');
  });

  it.each([
    ['911', 'US', 'Use a telephone for emergency calls.'],
    ['110', 'DE', 'Use a telephone for emergency calls.'],
    ['(900) 555-0123', 'US', 'Your account does not allow calls to premium-rate numbers.'],
    ['123', 'US', 'Please enter a valid phone number.'],
  ])('%s read in %s is refused with a sentence', (text, country, sentence) => {
    let refused: unknown;
    try {
      readNumberToCall(text, country, DEFAULT);
    } catch (error) {
      refused = error;
    }
    expect(refused instanceof Refusal && REFUSALS[refused.code].text).toBe(sentence);
  });
});
