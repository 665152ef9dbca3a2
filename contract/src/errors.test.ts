import { expect, test } from 'vitest';
import { CONSOLE_ERRORS } from './console/console-errors.ts';
import { ERRORS, type TableError } from './errors.ts';

test('exactly the errors with status 503 are in the category unavailable', () => {
  const rows: readonly TableError[] = Object.values({ ...ERRORS, ...CONSOLE_ERRORS });
  const told = rows.filter(({ category }) => category === 'unavailable');
  expect(told).toEqual(rows.filter(({ status }) => status === 503));
  expect(told.length).toBeGreaterThan(0);
});
