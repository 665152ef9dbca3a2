import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isOutage } from './outage.ts';

const made = (fields: object, message = 'x') => Object.assign(new Error(message), fields);

it.each<[string, unknown, boolean]>([
  ['nothing listens', made({ code: 'ECONNREFUSED', syscall: 'connect' }), true],
  ['no socket file', made({ code: 'ENOENT', syscall: 'connect' }), true],
  ['an unknown name', made({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), true],
  ['a broken connection', made({ code: 'ECONNRESET', syscall: 'read' }), true],
  ['all addresses refuse', new AggregateError([made({ code: 'ECONNREFUSED', syscall: 'connect' })]), true],
  ['a lost connection', made({}, 'Connection terminated unexpectedly'), true],
  ['no connection in time', made({}, 'timeout exceeded when trying to connect'), true],
  ['a full disk', made({ code: '53100' }), true],
  ['too many connections', made({ code: '53300' }), true],
  ['read-only', made({ code: '25006' }), true],
  ['a shutdown', made({ code: '57P01' }), true],
  ['starting', made({ code: '57P03' }), true],
  ['an I/O error', made({ code: '58030' }), true],
  ['the same within the query builder’s', new DrizzleQueryError('select', [], made({ code: '57P01' })), true],
  ['a full disk of the embedded database', made({ code: 'ENOSPC' }), true],
  ['a doubled key', made({ code: '23505' }), false],
  ['a wrong statement', made({ code: '42601' }), false],
  ['a missing file', made({ code: 'ENOENT', syscall: 'open' }), false],
  ['a defect', new TypeError('x is not a function'), false],
  ['no error', 'x', false],
])('%s is an outage of the database or not', (_, error, expected) => {
  expect(isOutage(error)).toBe(expected);
});
