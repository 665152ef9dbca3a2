/** For customers' URLs: follows no redirects, keeps the status and part of the body, takes at most 10 s. */
import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { english } from '../core/sentences.ts';

export type SafeHttpResponse =
  | {
      readonly ok: true;
      readonly status: number;
      readonly body: string;
      readonly isTruncated?: true;
      readonly retryAfter?: string;
      readonly location?: string;
    }
  | { readonly ok: false; readonly error: string };

export interface SafeHttpRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In characters; default: 64 K. */
  readonly maxBodyLength?: number;
  /** latin1 keeps each byte as one character, and also returns `location`. */
  readonly encoding?: 'utf8' | 'latin1';
}

export interface SafeHttp {
  send(request: SafeHttpRequest): Promise<SafeHttpResponse>;
}

const TIMEOUT_MS = 10_000;
const MAX_BODY_BYTES = 64 * 1024;

/** The internet's IPv6 range (RFC 4291); the library's table covers the special ranges within it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_BITS = 3;

/**
 * This machine, private networks and all special-purpose ranges of IANA's registries. IPv4-mapped IPv6 addresses are
 * checked as IPv4.
 */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 0) return true;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);
}

const PRIVATE_NETWORK = english({ id: 'delivery.privateNetwork' });

type Resolve = (
  name: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** @param allowsPrivate never in production @param resolve called once per connection */
export function createSafeHttp(
  allowsPrivate: boolean,
  timeoutMs = TIMEOUT_MS,
  resolve: Resolve = dnsLookup,
): SafeHttp {
  return {
    send: (request) =>
      new Promise((answer) => {
        let url: URL;
        try {
          url = new URL(request.url);
        } catch {
          return answer({ ok: false, error: english({ id: 'delivery.unreadableAddress' }) });
        }
        const literal = url.hostname.replace(/^\[|\]$/g, '');
        if (!allowsPrivate && isIP(literal) !== 0 && isPrivateAddress(literal))
          return answer({ ok: false, error: PRIVATE_NETWORK });
        const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
        const sent = send(url, {
          method: request.method,
          headers: {
            'user-agent': 'Offhook',
            ...request.headers,
            'content-length': String(Buffer.byteLength(request.body)),
          },
          agent: false,
          // Checks the addresses that are connected to, so DNS rebinding has no effect.
          lookup: (name, options, done) => lookup(resolve, allowsPrivate, name, options, done),
        });
        const limit = setTimeout(
          () =>
            sent.destroy(
              new Error(english({ id: 'delivery.noAnswer', values: { seconds: timeoutMs / 1000 } })),
            ),
          timeoutMs,
        );
        const conclude = (concluded: SafeHttpResponse) => {
          clearTimeout(limit);
          answer(concluded);
        };
        sent.on('error', (error) => conclude({ ok: false, error: connectionError(error) }));
        sent.on('response', (response) => {
          let body = '';
          const { encoding = 'utf8' } = request;
          response.setEncoding(encoding);
          const { 'retry-after': retryAfter, location } = response.headers;
          const done = (isCut: boolean) =>
            conclude({
              ok: true,
              status: response.statusCode ?? 0,
              body,
              ...(isCut ? { isTruncated: isCut } : {}),
              ...(retryAfter === undefined ? {} : { retryAfter }),
              ...(encoding === 'utf8' || location === undefined ? {} : { location }),
            });
          const maxLength = request.maxBodyLength ?? MAX_BODY_BYTES;
          response.on('data', (chunk: string) => {
            body += chunk;
            if (body.length < maxLength) return;
            body = body.slice(0, maxLength);
            done(true);
            sent.destroy();
          });
          response.on('end', () => done(false));
          response.on('error', (error) => conclude({ ok: false, error: connectionError(error) }));
          response.on('close', () => conclude({ ok: false, error: english({ id: 'delivery.cutOff' }) }));
        });
        sent.end(request.body);
      }),
  };
}

/** Our own errors have no code, and are already sentences. */
function connectionError({ code, message }: NodeJS.ErrnoException): string {
  return code === undefined ? message : english({ id: 'delivery.connectionFailed', values: { code } });
}

type Found = (
  error: NodeJS.ErrnoException | null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void;

function lookup(
  resolve: Resolve,
  allowsPrivate: boolean,
  name: string,
  options: LookupOptions,
  done: Found,
): void {
  resolve(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '');
    if (!allowsPrivate && addresses.some(({ address }) => isPrivateAddress(address)))
      return done(new Error(PRIVATE_NETWORK), '');
    if (options.all) return done(null, addresses);
    const [first] = addresses;
    if (!first) return done(new Error(english({ id: 'delivery.noAddress' })), '');
    return done(null, first.address, first.family);
  });
}
