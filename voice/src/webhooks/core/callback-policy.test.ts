import { expect, test } from 'vitest';
import { type FailureKind, parseCallbackPolicy, shouldRetry } from './callback-policy.ts';

test.each<[string, string, string, FailureKind, number, boolean]>([
  ['a failed connection is retried', 'http://x/', 'http://x/', 'ct', 1, true],
  ['a second failed connection is not retried', 'http://x/', 'http://x/', 'ct', 2, false],
  ['a server error is not retried', 'http://x/', 'http://x/', '5xx', 1, false],
  ['a timeout is not retried', 'http://x/', 'http://x/', 'rt', 1, false],
  ['the fragment allows more retries', 'http://x/#rc=5&rp=all', 'http://x/', '5xx', 5, true],
  [
    'retries end after the number in the fragment',
    'http://x/?a=1#rc=2&rp=all',
    'http://x/?a=1',
    '4xx',
    3,
    false,
  ],
  [
    'failures that the fragment does not list are not retried',
    'http://x/#rp=5xx,rt',
    'http://x/',
    'ct',
    1,
    false,
  ],
  ['the fragment can forbid retries', 'http://x/#rc=0', 'http://x/', 'ct', 1, false],
  ['invalid values in the fragment are ignored', 'http://x/#rc=99&rp=what', 'http://x/', 'ct', 1, true],
])('%s', (_, address, url, failure, attempts, expected) => {
  const parsed = parseCallbackPolicy(address);
  expect(parsed.url).toBe(url);
  expect(shouldRetry(parsed.policy, attempts, failure, 100)).toBe(expected);
});

test('no request is retried after the total timeout', () => {
  const { policy } = parseCallbackPolicy('http://x/#rc=5&rp=all&tt=3000');
  expect(shouldRetry(policy, 1, 'ct', 2_999)).toBe(true);
  expect(shouldRetry(policy, 1, 'ct', 3_000)).toBe(false);
});

test('timeouts can be set within their bounds', () => {
  expect(parseCallbackPolicy('http://x/#ct=2000&rt=3000').policy).toMatchObject({
    connectMs: 2_000,
    readMs: 3_000,
  });
  expect(parseCallbackPolicy('http://x/#ct=1&rt=99999').policy).toMatchObject({
    connectMs: 5_000,
    readMs: 15_000,
  });
});
