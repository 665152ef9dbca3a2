import { expect, test } from 'vitest';
import { CONSOLE_ERRORS } from './console/console-errors.ts';
import { ERRORS, type TableError } from './errors.ts';

test('a refusal is a server that is unavailable exactly where its status is 503', () => {
  const rows: readonly TableError[] = Object.values({ ...ERRORS, ...CONSOLE_ERRORS });
  const told = rows.filter(({ category }) => category === 'unavailable');
  expect(told).toEqual(rows.filter(({ status }) => status === 503));
  expect(told.length).toBeGreaterThan(0);
});
