import { expect, it } from 'vitest';
import { wishOf } from './stop-words.ts';

it.each(['STOP', ' stop. ', 'Unsubscribe!', 'opt-out', 'Stop all', 'QUIT\n', '"cancel"'])(
  '%j asks to stop',
  (text) => {
    expect(wishOf(text)).toBe('stop');
  },
);

it.each(['START', 'start!', ' Unstop ', 'YES', 'yes.'])('%j takes that back', (text) => {
  expect(wishOf(text)).toBe('start');
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
])('%j asks for neither', (text) => {
  expect(wishOf(text)).toBe(null);
});
