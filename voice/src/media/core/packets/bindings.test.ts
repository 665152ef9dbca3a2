import { expect, test } from 'vitest';
import { planBindings } from './bindings.ts';

const hostAddresses = ['192.0.2.7', '2001:db8::7'];

test.each<[string, readonly string[], boolean, readonly (readonly [string, readonly string[]])[]]>([
  ['a loopback address is bound to itself', ['127.0.0.1'], false, [['127.0.0.1', ['127.0.0.1']]]],
  [
    'each host address gets its own socket',
    ['192.0.2.7', '2001:db8::7', '127.0.0.1'],
    false,
    [
      ['192.0.2.7', ['192.0.2.7']],
      ['127.0.0.1', ['127.0.0.1']],
      ['2001:db8::7', ['2001:db8::7']],
    ],
  ],
  [
    'a NAT address is served by a wildcard socket',
    ['203.0.113.5', '127.0.0.1', '::1'],
    false,
    [
      ['0.0.0.0', ['203.0.113.5', '127.0.0.1']],
      ['::1', ['::1']],
    ],
  ],
  [
    'binding all addresses uses one socket per family',
    [...hostAddresses, '127.0.0.1'],
    true,
    [
      ['0.0.0.0', ['192.0.2.7', '127.0.0.1']],
      ['::', ['2001:db8::7']],
    ],
  ],
])('%s', (_, addresses, bindAll, expected) => {
  const planned = planBindings(addresses, hostAddresses, bindAll);
  expect(planned.map(({ bind, advertised }) => [bind, advertised])).toEqual(expected);
});
