import { expect, test } from 'vitest';
import { SECOND_FACTOR_ERRORS } from './accounts/second-factor-errors.ts';
import { CONSOLE_ERRORS } from './console/console-errors.ts';
import { ERRORS, type ErrorDefinition } from './errors.ts';

test('exactly the errors with status 503 are in the category unavailable', () => {
  const rows: readonly ErrorDefinition[] = Object.values({
    ...ERRORS,
    ...CONSOLE_ERRORS,
    ...SECOND_FACTOR_ERRORS,
  });
  const unavailable = rows.filter(({ category }) => category === 'unavailable');
  expect(unavailable).toEqual(rows.filter(({ status }) => status === 503));
  expect(unavailable.length).toBeGreaterThan(0);
});
