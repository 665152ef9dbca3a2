import { expect, test } from 'vitest';
import { callerIdText } from './caller-id-text.ts';

const phone = '(415) 555-0199';

test.each([
  ['a name has its number in brackets', 'Main line', 'Main line ((415) 555-0199)'],
  ['a number as a name stands alone', phone, phone],
  ['40 characters are shown whole', 'x'.repeat(40), `${'x'.repeat(40)} (${phone})`],
  ['the 41st becomes an ellipsis', 'x'.repeat(41), `${'x'.repeat(40)}… (${phone})`],
  ['letters of two code units are not cut apart', '🙂'.repeat(41), `${'🙂'.repeat(40)}… (${phone})`],
])('%s', (_, name, text) => {
  expect(callerIdText({ id: 1, name, phone_number_formatted: phone })).toBe(text);
});
