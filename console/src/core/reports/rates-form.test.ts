import { describe, expect, test } from 'vitest';
import { ratesChange, ratesForm, ratesProblems } from './rates-form.ts';

const rates = { browser: 0.004, outbound: 0.014, inbound: 0.0085, recording: 0.0025, text: 0 };
const form = ratesForm({ currency: 'USD', rates });

describe('the rates of the cost estimate', () => {
  test('are sent as they were read', () => {
    expect(ratesChange(form)).toEqual({ currency: 'USD', rates });
  });

  test.each([
    [' 0,02 ', 0.02],
    ['.5', 0.5],
    ['1000', 1_000],
  ])('typed as %j are %d', (outbound, rate) => {
    expect(ratesChange({ ...form, outbound, currency: ' eur' })).toEqual({
      currency: 'EUR',
      rates: { ...rates, outbound: rate },
    });
  });

  test.each(['', '-1', '1000.01', '1,2,3', 'free', '1e2'])('aren’t %j', (outbound) => {
    expect(ratesChange({ ...form, outbound })).toBeNull();
    expect(ratesProblems({ ...form, outbound })).toEqual({ outbound: 'Enter a rate from 0 to 1,000.' });
  });

  test.each(['', 'US', 'dollar', 'U$D'])('need a currency, not %j', (currency) => {
    expect(ratesChange({ ...form, currency })).toBeNull();
    expect(Object.keys(ratesProblems({ ...form, currency }))).toEqual(['currency']);
  });
});
