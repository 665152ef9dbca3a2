/**
 * Requests to addresses that customers chose. Nothing is followed, nothing of an answer is kept but its status and
 * some of its text, and everything together takes ten seconds at most.
 */
import { lookup as dnsLookup, type LookupOptions } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';

export type OutwardAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      /** As much as the request keeps. */
      readonly body: string;
      /** There was more of it. */
      readonly isCut?: true;
      /** The header of that name. */
      readonly retryAfter?: string;
    }
  | { readonly ok: false; readonly error: string };

export interface OutwardRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** So many characters of the answer; 64 kB unless said. */
  readonly keeps?: number;
}

export interface OutwardHttp {
  send(request: OutwardRequest): Promise<OutwardAnswer>;
}

const TIMEOUT_MS = 10_000;
const KEPT_BYTES = 64 * 1024;

/** What is not the internet: this machine, its networks, and what stands in for them. */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6');

/** An address of IPv4 that is written as IPv6 is judged as what it is. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  return PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

const REFUSED = 'The address is on a private network.';

/** @param allowsPrivate whether this machine and its networks may be reached: never in production */
export function createOutwardHttp(allowsPrivate: boolean, timeoutMs = TIMEOUT_MS): OutwardHttp {
  return {
    send: (request) =>
      new Promise((resolve) => {
        let url: URL;
        try {
          url = new URL(request.url);
        } catch {
          return resolve({ ok: false, error: 'The address cannot be read.' });
        }
        const literal = url.hostname.replace(/^\[|\]$/g, '');
        if (!allowsPrivate && isIP(literal) !== 0 && isPrivateAddress(literal))
          return resolve({ ok: false, error: REFUSED });
        const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
        const sent = send(url, {
          method: request.method,
          headers: {
            'user-agent': 'Offhook',
            ...request.headers,
            'content-length': String(Buffer.byteLength(request.body)),
          },
          agent: false,
          // What is looked up here is what is connected to: a name cannot change its mind in between.
          lookup: (name, options, done) => lookup(allowsPrivate, name, options, done),
        });
        const limit = setTimeout(
          () => sent.destroy(new Error(`No answer within ${timeoutMs / 1000} s.`)),
          timeoutMs,
        );
        const conclude = (answer: OutwardAnswer) => {
          clearTimeout(limit);
          resolve(answer);
        };
        sent.on('error', (error) => conclude({ ok: false, error: error.message }));
        sent.on('response', (response) => {
          let body = '';
          response.setEncoding('utf8');
          const { 'retry-after': retryAfter } = response.headers;
          const done = (isCut: boolean) =>
            conclude({
              ok: true,
              status: response.statusCode ?? 0,
              body,
              ...(isCut ? { isCut } : {}),
              ...(retryAfter === undefined ? {} : { retryAfter }),
            });
          const kept = request.keeps ?? KEPT_BYTES;
          response.on('data', (chunk: string) => {
            body += chunk;
            if (body.length < kept) return;
            body = body.slice(0, kept);
            done(true);
            sent.destroy();
          });
          response.on('end', () => done(false));
          response.on('error', (error) => conclude({ ok: false, error: error.message }));
          response.on('close', () => conclude({ ok: false, error: 'The answer was cut off.' }));
        });
        sent.end(request.body);
      }),
  };
}

type Found = (
  error: NodeJS.ErrnoException | null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void;

function lookup(allowsPrivate: boolean, name: string, options: LookupOptions, done: Found): void {
  dnsLookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '');
    if (!allowsPrivate && addresses.some(({ address }) => isPrivateAddress(address)))
      return done(new Error(REFUSED), '');
    if (options.all) return done(null, addresses);
    const [first] = addresses;
    if (!first) return done(new Error('The name has no address.'), '');
    return done(null, first.address, first.family);
  });
}
