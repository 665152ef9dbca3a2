import { expect, test } from 'vitest';
import { callerIdText } from './caller-id-text.ts';

const phone = '(415) 555-0199';

test.each([
  ['a name is followed by its number in parentheses', 'Main line', 'Main line ((415) 555-0199)'],
  ["a name that is just the number isn't repeated", phone, phone],
  ['a name of 40 characters is shown in full', 'x'.repeat(40), `${'x'.repeat(40)} (${phone})`],
  ['the 41st character becomes an ellipsis', 'x'.repeat(41), `${'x'.repeat(40)}… (${phone})`],
  ["characters with two code units aren't split", '🙂'.repeat(41), `${'🙂'.repeat(40)}… (${phone})`],
])('%s', (_, name, text) => {
  expect(callerIdText({ id: 1, name, phone_number_formatted: phone })).toBe(text);
});
