import { expect, test } from 'vitest';
import { pressKey } from './gather.ts';

const press = (keys: string, numDigits: number | null, finishOnKey: string): string => {
  let digits = '';
  for (const key of keys) {
    const step = pressKey({ numDigits, finishOnKey }, digits, key);
    digits = step.digits;
    if (step.finished) return `${digits}.`;
  }
  return digits;
};

test.each([
  ['collects keys without a limit', '12345', null, '#', '12345'],
  ['ends after numDigits keys', '12345', 3, '#', '123.'],
  ['ends at finishOnKey, which is not collected', '12#45', 5, '#', '12.'],
  ['ends immediately at finishOnKey', '#', 5, '#', '.'],
  ['collects every key without finishOnKey', '1#*', 4, '', '1#*'],
])('a Gather %s', (_, keys, numDigits, finishOnKey, expected) => {
  expect(press(keys, numDigits, finishOnKey)).toBe(expected);
});
