import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { createClientResolver } from './client-address.ts';

const clients = createClientResolver(['10.0.0.5', 'fd00::/8']);
const requestFrom = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const forwardedFor = (chain: string) => ({ 'x-forwarded-for': chain });

it.each<[string, IncomingMessage, string | null]>([
  ['a direct client', requestFrom('203.0.113.7'), '203.0.113.7'],
  ['a client at another loopback address', requestFrom('127.0.0.2'), '127.0.0.2'],
  ['an IPv4-mapped IPv6 address', requestFrom('::ffff:203.0.113.7'), '203.0.113.7'],
  ['an IPv6 client, by its network', requestFrom('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64'],
  [
    'a client with a forged X-Forwarded-For',
    requestFrom('203.0.113.7', forwardedFor('198.51.100.1')),
    '203.0.113.7',
  ],
  ['a client behind a local proxy', requestFrom('127.0.0.1', forwardedFor('203.0.113.7')), '203.0.113.7'],
  ['a client behind a trusted proxy', requestFrom('10.0.0.5', forwardedFor('203.0.113.7')), '203.0.113.7'],
  ['a client behind two proxies', requestFrom('::1', forwardedFor('203.0.113.7, fd00::1')), '203.0.113.7'],
  [
    'a client behind a proxy with a forged X-Forwarded-For',
    requestFrom('::1', forwardedFor('1.2.3.4, 203.0.113.7')),
    '203.0.113.7',
  ],
  ['no client for an invalid address', requestFrom('::1', forwardedFor('unknown')), null],
  ['no client for a local program', requestFrom('127.0.0.1'), null],
])('the resolver identifies %s', (_, request, address) => {
  expect(clients.networksOfRequest(request)?.[0]?.replace('/32', '') ?? null).toBe(address);
});

it('the resolver returns the networks around an address', () => {
  expect(clients.networksOfRequest(requestFrom('203.0.113.7'))).toEqual([
    '203.0.113.7/32',
    '203.0.113.0/24',
    '203.0.0.0/16',
  ]);
  expect(clients.networksOfRequest(requestFrom('2001:db8:1:2ff:3::6'))).toEqual([
    '2001:db8:1:2ff::/64',
    '2001:db8:1:200::/56',
    '2001:db8:1::/48',
  ]);
  expect(clients.networksOfPeer('127.0.0.1')).toBeNull();
  expect(clients.networksOfPeer('10.0.0.5')).toBeNull();
  expect(clients.networksOfPeer('::ffff:203.0.113.7')?.[0]).toBe('203.0.113.7/32');
});

it("the resolver strips a client's forwarded headers and keeps a proxy's", () => {
  const createHeaders = () => ({
    ...forwardedFor('1.2.3.4'),
    'x-forwarded-host': 'a',
    forwarded: 'for=1.2.3.4',
    host: 'b',
  });
  const [unknownClient, proxy] = [
    requestFrom('203.0.113.7', createHeaders()),
    requestFrom('127.0.0.1', createHeaders()),
  ];
  clients.stripForwardedHeaders(unknownClient);
  clients.stripForwardedHeaders(proxy);
  expect(unknownClient.headers).toEqual({ host: 'b' });
  expect(proxy.headers).toEqual(createHeaders());
});
