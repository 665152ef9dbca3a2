import { expect, test } from 'vitest';
import { type FailureKind, parseCallbackPolicy, shouldRetry } from './callback-policy.ts';

test.each<[string, string, string, FailureKind, number, boolean]>([
  ['a failed connection is tried once more', 'http://x/', 'http://x/', 'ct', 1, true],
  ['and not twice more', 'http://x/', 'http://x/', 'ct', 2, false],
  ['an error of the server is not', 'http://x/', 'http://x/', '5xx', 1, false],
  ['nor silence', 'http://x/', 'http://x/', 'rt', 1, false],
  ['the fragment asks for more', 'http://x/#rc=5&rp=all', 'http://x/', '5xx', 5, true],
  ['for so many and no more', 'http://x/?a=1#rc=2&rp=all', 'http://x/?a=1', '4xx', 3, false],
  ['for some kinds', 'http://x/#rp=5xx,rt', 'http://x/', 'ct', 1, false],
  ['for none', 'http://x/#rc=0', 'http://x/', 'ct', 1, false],
  ['nonsense changes nothing', 'http://x/#rc=99&rp=what', 'http://x/', 'ct', 1, true],
])('%s', (_, address, url, failure, attempts, expected) => {
  const read = parseCallbackPolicy(address);
  expect(read.url).toBe(url);
  expect(shouldRetry(read.policy, attempts, failure, 100)).toBe(expected);
});

test('nothing is tried after the whole time', () => {
  const { policy } = parseCallbackPolicy('http://x/#rc=5&rp=all&tt=3000');
  expect(shouldRetry(policy, 1, 'ct', 2_999)).toBe(true);
  expect(shouldRetry(policy, 1, 'ct', 3_000)).toBe(false);
});

test('the times can be set within their bounds', () => {
  expect(parseCallbackPolicy('http://x/#ct=2000&rt=3000').policy).toMatchObject({
    connectMs: 2_000,
    readMs: 3_000,
  });
  expect(parseCallbackPolicy('http://x/#ct=1&rt=99999').policy).toMatchObject({
    connectMs: 5_000,
    readMs: 15_000,
  });
});
