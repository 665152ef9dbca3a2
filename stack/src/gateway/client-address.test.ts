import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { clientsBehind } from './client-address.ts';

const clients = clientsBehind(['10.0.0.5', 'fd00::/8']);
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const sent = (chain: string) => ({ 'x-forwarded-for': chain });

it.each<[string, IncomingMessage, string | null]>([
  ['a client that connects itself', from('203.0.113.7'), '203.0.113.7'],
  ['a client of another loopback address', from('127.0.0.2'), '127.0.0.2'],
  ['an IPv4 client of a socket for both', from('::ffff:203.0.113.7'), '203.0.113.7'],
  ['an IPv6 client, by its network', from('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64'],
  ['a client that says it is another', from('203.0.113.7', sent('198.51.100.1')), '203.0.113.7'],
  ['a client behind a proxy of this machine', from('127.0.0.1', sent('203.0.113.7')), '203.0.113.7'],
  ['a client behind a named proxy', from('10.0.0.5', sent('203.0.113.7')), '203.0.113.7'],
  ['a client behind two', from('::1', sent('203.0.113.7, fd00::1')), '203.0.113.7'],
  [
    'a client behind a proxy that said it is another',
    from('::1', sent('1.2.3.4, 203.0.113.7')),
    '203.0.113.7',
  ],
  ['no client by what is no address', from('::1', sent('unknown')), null],
  ['no client where a program of this machine asks', from('127.0.0.1'), null],
])('knows %s', (_, request, address) => {
  expect(clients.of(request)?.[0]?.replace('/32', '') ?? null).toBe(address);
});

it('counts an address in the networks around it too', () => {
  expect(clients.of(from('203.0.113.7'))).toEqual(['203.0.113.7/32', '203.0.113.0/24', '203.0.0.0/16']);
  expect(clients.of(from('2001:db8:1:2ff:3::6'))).toEqual([
    '2001:db8:1:2ff::/64',
    '2001:db8:1:200::/56',
    '2001:db8:1::/48',
  ]);
  expect(clients.ofPeer('127.0.0.1')).toBeNull();
  expect(clients.ofPeer('10.0.0.5')).toBeNull();
  expect(clients.ofPeer('::ffff:203.0.113.7')?.[0]).toBe('203.0.113.7/32');
});

it('drops what a client says of itself, and keeps what a proxy says', () => {
  const said = () => ({ ...sent('1.2.3.4'), 'x-forwarded-host': 'a', forwarded: 'for=1.2.3.4', host: 'b' });
  const [stranger, proxy] = [from('203.0.113.7', said()), from('127.0.0.1', said())];
  clients.clean(stranger);
  clients.clean(proxy);
  expect(stranger.headers).toEqual({ host: 'b' });
  expect(proxy.headers).toEqual(said());
});
