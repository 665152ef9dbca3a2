import { describe, expect, it } from 'vitest';
import { english } from '../core/sentences.ts';
import { ApiError } from '../http/api-error.ts';
import { ANY_NUMBER, findNumberError, type NumberRules, readNumberToCall } from './phone-numbers.ts';

const DEFAULT: NumberRules = { countries: [], special: [] };

describe('the phone number rules', () => {
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
  ] as const)('the error for %s is %s', (number, code) => {
    expect(findNumberError(number, DEFAULT)).toBe(code);
    if (code !== 'emergencyNumber') expect(findNumberError(number, ANY_NUMBER)).toBeNull();
  });

  it('reject numbers outside the allowed countries', () => {
    const rules: NumberRules = { countries: ['US', 'GB'], special: ['satellite'] };
    expect(findNumberError('+14155550100', rules)).toBeNull();
    expect(findNumberError('+16475550100', rules)).toBe('countryNotAllowed');
    expect(findNumberError('+4930123456', rules)).toBe('countryNotAllowed');
    expect(findNumberError('+881612345678', rules)).toBeNull();
    expect(findNumberError('+449091234567', rules)).toBe('premiumNumber');
  });

  it.each([
    ['911', 'US', 'Use a telephone for emergency calls.'],
    ['110', 'DE', 'Use a telephone for emergency calls.'],
    ['(900) 555-0123', 'US', 'Your account doesn’t allow calls to premium-rate numbers.'],
    ['123', 'US', 'This phone number is too short.'],
  ])('reject %s in %s with a sentence', (text, country, sentence) => {
    let thrown: unknown;
    try {
      readNumberToCall(text, country, DEFAULT);
    } catch (error) {
      thrown = error;
    }
    expect(thrown instanceof ApiError && english(thrown.sentence)).toBe(sentence);
  });
});
