import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isOutage } from './outage.ts';

const errorWith = (fields: object, message = 'x') => Object.assign(new Error(message), fields);

it.each<[string, unknown, boolean]>([
  ['nothing listens', errorWith({ code: 'ECONNREFUSED', syscall: 'connect' }), true],
  ['no socket file', errorWith({ code: 'ENOENT', syscall: 'connect' }), true],
  ['an unknown name', errorWith({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), true],
  ['a broken connection', errorWith({ code: 'ECONNRESET', syscall: 'read' }), true],
  [
    'all addresses refuse',
    new AggregateError([errorWith({ code: 'ECONNREFUSED', syscall: 'connect' })]),
    true,
  ],
  ['a lost connection', errorWith({}, 'Connection terminated unexpectedly'), true],
  ['no connection in time', errorWith({}, 'timeout exceeded when trying to connect'), true],
  ['a full disk', errorWith({ code: '53100' }), true],
  ['too many connections', errorWith({ code: '53300' }), true],
  ['read-only', errorWith({ code: '25006' }), true],
  ['a shutdown', errorWith({ code: '57P01' }), true],
  ['starting', errorWith({ code: '57P03' }), true],
  ['an I/O error', errorWith({ code: '58030' }), true],
  [
    'an error wrapped by the query builder',
    new DrizzleQueryError('select', [], errorWith({ code: '57P01' })),
    true,
  ],
  ['a full disk of the embedded database', errorWith({ code: 'ENOSPC' }), true],
  ['a duplicate key', errorWith({ code: '23505' }), false],
  ['a syntax error', errorWith({ code: '42601' }), false],
  ['a missing file', errorWith({ code: 'ENOENT', syscall: 'open' }), false],
  ['a defect', new TypeError('x is not a function'), false],
  ['no error', 'x', false],
])('%s counts as an outage or not', (_, error, expected) => {
  expect(isOutage(error)).toBe(expected);
});
