/** Who a request comes from. What a client says of itself counts only when a trusted proxy has sent it. */
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** What proxies say of a client; from all others it is dropped. */
const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

export interface Clients {
  /** Whether this peer is a proxy that may say who its clients are: this machine, or one of those that are named. */
  isProxy(peer: string | undefined): boolean;
  /** The networks that limits count by. null: a program of this machine, or a proxy that does not name its client */
  of(request: IncomingMessage): readonly string[] | null;
  /** Those of a connection, whatever is said on it. null: a proxy's */
  ofPeer(peer: string | undefined): readonly string[] | null;
  /** Drops what a client that is no proxy says of itself. */
  clean(request: IncomingMessage): void;
}

/** @param proxies addresses and networks */
export function clientsBehind(proxies: readonly string[]): Clients {
  const isTrusted = compile(['127.0.0.1', '::1', ...proxies]);
  const isProxy = (peer: string | undefined) =>
    peer !== undefined && ipaddr.isValid(peer) && isTrusted(peer, 0);
  return {
    isProxy,
    of({ socket: { remoteAddress }, headers }) {
      const given = isProxy(remoteAddress) ? String(headers['x-forwarded-for'] ?? '') : '';
      // The last ones were added by the proxies, the first ones may be anything.
      const chain = given.split(',').map((one) => one.trim());
      const client = chain.reverse().find((one) => ipaddr.isValid(one) && !isProxy(one));
      if (client === undefined) return isProxy(remoteAddress) ? null : networksOf(remoteAddress ?? '');
      return networksOf(client);
    },
    ofPeer: (peer) => (isProxy(peer) ? null : networksOf(peer ?? '')),
    clean({ socket, headers }) {
      if (isProxy(socket.remoteAddress)) return;
      for (const name of Object.keys(headers)) if (FORWARDED.test(name)) delete headers[name];
    },
  };
}

/** Of each kind of address, from the narrowest on: what one client has, what its provider gives a customer, a site. */
const IPV4 = [32, 24, 16] as const;
const IPV6 = [64, 56, 48] as const;

/** An IPv4 address in either notation stands for itself: an IPv6 client has all of its /64. */
export function networksOf(address: string): readonly string[] {
  if (!ipaddr.isValid(address)) return [''];
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4')
    return IPV4.map((width) => `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${width}`)}/${width}`);
  return IPV6.map((width) => `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${width}`)}/${width}`);
}
