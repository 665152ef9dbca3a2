import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isOutage } from './outage.ts';

const errorWith = (fields: object, message = 'x') => Object.assign(new Error(message), fields);

it.each<[string, unknown, boolean]>([
  ['a refused connection', errorWith({ code: 'ECONNREFUSED', syscall: 'connect' }), true],
  ['a missing socket file', errorWith({ code: 'ENOENT', syscall: 'connect' }), true],
  ['an unknown host name', errorWith({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), true],
  ['a broken connection', errorWith({ code: 'ECONNRESET', syscall: 'read' }), true],
  [
    'connections refused at all addresses',
    new AggregateError([errorWith({ code: 'ECONNREFUSED', syscall: 'connect' })]),
    true,
  ],
  ['a lost connection', errorWith({}, 'Connection terminated unexpectedly'), true],
  ['a connection timeout', errorWith({}, 'timeout exceeded when trying to connect'), true],
  ['a full disk', errorWith({ code: '53100' }), true],
  ['too many connections', errorWith({ code: '53300' }), true],
  ['a read-only database', errorWith({ code: '25006' }), true],
  ['a shutdown', errorWith({ code: '57P01' }), true],
  ['a database that is starting', errorWith({ code: '57P03' }), true],
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
  ['a value that is not an error', 'x', false],
])('isOutage classifies %s correctly', (_, error, expected) => {
  expect(isOutage(error)).toBe(expected);
});
