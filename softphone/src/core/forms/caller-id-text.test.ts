import { expect, test } from 'vitest';
import { callerIdText } from './caller-id-text.ts';

const phone = '(415) 555-0199';

test.each([
  ['a name is followed by its number in parentheses', 'Main line', 'Main line ((415) 555-0199)'],
  ["a number as a name isn't repeated", phone, phone],
  ['40 characters are shown completely', 'x'.repeat(40), `${'x'.repeat(40)} (${phone})`],
  ['the 41st becomes an ellipsis', 'x'.repeat(41), `${'x'.repeat(40)}… (${phone})`],
  ["characters with two code units aren't split", '🙂'.repeat(41), `${'🙂'.repeat(40)}… (${phone})`],
])('%s', (_, name, text) => {
  expect(callerIdText({ id: 1, name, phone_number_formatted: phone })).toBe(text);
});
