/** Identifies the client of a request. Forwarded headers count only from trusted proxies. */
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

export interface ClientResolver {
  /** Whether forwarded headers of this peer are trusted: this machine or a configured proxy. */
  isProxy(peer: string | undefined): boolean;
  /** The networks to limit by; null: a local program, or a proxy that doesn't name its client. */
  networksOfRequest(request: IncomingMessage): readonly string[] | null;
  networksOfPeer(peer: string | undefined): readonly string[] | null;
  stripForwardedHeaders(request: IncomingMessage): void;
}

export function createClientResolver(proxies: readonly string[]): ClientResolver {
  const isTrusted = compile(['127.0.0.1', '::1', ...proxies]);
  const isProxy = (peer: string | undefined) =>
    peer !== undefined && ipaddr.isValid(peer) && isTrusted(peer, 0);
  return {
    isProxy,
    networksOfRequest({ socket: { remoteAddress }, headers }) {
      const forwardedFor = isProxy(remoteAddress) ? String(headers['x-forwarded-for'] ?? '') : '';
      // Proxies append to the list; the first entries can be forged.
      const chain = forwardedFor.split(',').map((one) => one.trim());
      const client = chain.reverse().find((one) => ipaddr.isValid(one) && !isProxy(one));
      if (client === undefined) return isProxy(remoteAddress) ? null : networksOf(remoteAddress ?? '');
      return networksOf(client);
    },
    networksOfPeer: (peer) => (isProxy(peer) ? null : networksOf(peer ?? '')),
    stripForwardedHeaders({ socket, headers }) {
      if (isProxy(socket.remoteAddress)) return;
      for (const name of Object.keys(headers)) if (FORWARDED.test(name)) delete headers[name];
    },
  };
}

/** Prefix lengths, narrowest first: one client, a provider's customer, a site. */
const IPV4 = [32, 24, 16] as const;
const IPV6 = [64, 56, 48] as const;

/** An IPv4-mapped address counts as IPv4. An IPv6 client has a whole /64. */
export function networksOf(address: string): readonly string[] {
  if (!ipaddr.isValid(address)) return [''];
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4')
    return IPV4.map((width) => `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${width}`)}/${width}`);
  return IPV6.map((width) => `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${width}`)}/${width}`);
}
