/** Who a request comes from. What a client says of itself counts only when a trusted proxy has sent it. */
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** What proxies say of a client; from all others it is dropped. */
const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

export interface Clients {
  /** Whether this peer is a proxy that may say who its clients are: this machine, or one of those that are named. */
  isProxy(peer: string | undefined): boolean;
  /**
   * The address that limits count by, of IPv6 its /64: a client has all of those.
   * null: a program of this machine, or a proxy that does not name its client
   */
  of(request: IncomingMessage): string | null;
  /** Drops what a client that is no proxy says of itself. */
  clean(request: IncomingMessage): void;
}

/** @param proxies addresses and networks */
export function clientsBehind(proxies: readonly string[]): Clients {
  const isTrusted = compile(['loopback', ...proxies]);
  const isProxy = (peer: string | undefined) =>
    peer !== undefined && ipaddr.isValid(peer) && isTrusted(peer, 0);
  return {
    isProxy,
    of({ socket: { remoteAddress }, headers }) {
      const given = isProxy(remoteAddress) ? String(headers['x-forwarded-for'] ?? '') : '';
      // The last ones were added by the proxies, the first ones may be anything.
      const chain = given.split(',').map((one) => one.trim());
      const client = chain.reverse().find((one) => ipaddr.isValid(one) && !isProxy(one));
      if (client === undefined) return isProxy(remoteAddress) ? null : networkOf(remoteAddress ?? '');
      return networkOf(client);
    },
    clean({ socket, headers }) {
      if (isProxy(socket.remoteAddress)) return;
      for (const name of Object.keys(headers)) if (FORWARDED.test(name)) delete headers[name];
    },
  };
}

/** An IPv4 address in either notation as it is, an IPv6 address as its /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.fromByteArray([...parsed.toByteArray().slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0])}/64`;
}
