import { expect, it } from 'vitest';
import { readOptOutKeyword } from './opt-out-keywords.ts';

it.each(['STOP', ' stop. ', 'Unsubscribe!', 'opt-out', 'Stop all', 'QUIT\n', '"cancel"'])(
  '%j opts out',
  (text) => {
    expect(readOptOutKeyword(text)).toBe('stop');
  },
);

it.each(['START', 'start!', ' Unstop ', 'YES', 'yes.'])('%j opts in', (text) => {
  expect(readOptOutKeyword(text)).toBe('start');
});

it.each([
  'Please stop by at five',
  'End of the month is fine',
  '',
  '👍',
  'do not stop',
  'stopp',
  'HELP',
  'yes please',
])('%j does neither', (text) => {
  expect(readOptOutKeyword(text)).toBe(null);
});
