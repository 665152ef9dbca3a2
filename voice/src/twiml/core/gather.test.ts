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
  ['goes on without a limit', '12345', null, '#', '12345'],
  ['ends with the last of so many keys', '12345', 3, '#', '123.'],
  ['ends with the finishing key, which is not one of them', '12#45', 5, '#', '12.'],
  ['ends at once with the finishing key', '#', 5, '#', '.'],
  ['takes every key where none finishes', '1#*', 4, '', '1#*'],
])('it %s', (_, keys, numDigits, finishOnKey, expected) => {
  expect(press(keys, numDigits, finishOnKey)).toBe(expected);
});
