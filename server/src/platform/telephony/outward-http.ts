/**
 * Requests to addresses that customers chose. Nothing is followed, nothing of an answer is kept but its status and
 * some of its text, and everything together takes ten seconds at most.
 */
import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type OutwardAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      /** As much as the request keeps. */
      readonly body: string;
      /** There was more of it. */
      readonly isCut?: true;
      /** The headers of these names. */
      readonly retryAfter?: string;
      readonly location?: string;
    }
  | { readonly ok: false; readonly error: string };

export interface OutwardRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** So many characters of the answer; 64 kB unless said. */
  readonly keeps?: number;
  /** How the answer's bytes are read: latin1 keeps each as one character, and tells where a redirect leads. */
  readonly encoding?: 'utf8' | 'latin1';
}

export interface OutwardHttp {
  send(request: OutwardRequest): Promise<OutwardAnswer>;
}

const TIMEOUT_MS = 10_000;
const KEPT_BYTES = 64 * 1024;

/** What the internet may be of IPv6 (RFC 4291); every special range of the table but these is elsewhere. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_BITS = 3;

/**
 * Whether an address is not the internet: this machine, its networks, and every other range with a purpose of its own,
 * by the library's table of IANA's registries. IPv4 written as IPv6 is judged as what it is.
 */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 0) return true;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return true;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);
}

const REFUSED = 'The address is on a private network.';

/** Asks for all addresses of a name. */
type Resolve = (
  name: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * @param allowsPrivate whether this machine and its networks may be reached: never in production
 * @param resolve asked once for each connection: the addresses that it answers are judged, and connected to
 */
export function createOutwardHttp(
  allowsPrivate: boolean,
  timeoutMs = TIMEOUT_MS,
  resolve: Resolve = dnsLookup,
): OutwardHttp {
  return {
    send: (request) =>
      new Promise((answer) => {
        let url: URL;
        try {
          url = new URL(request.url);
        } catch {
          return answer({ ok: false, error: 'The address cannot be read.' });
        }
        const literal = url.hostname.replace(/^\[|\]$/g, '');
        if (!allowsPrivate && isIP(literal) !== 0 && isPrivateAddress(literal))
          return answer({ ok: false, error: REFUSED });
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
          lookup: (name, options, done) => lookup(resolve, allowsPrivate, name, options, done),
        });
        const limit = setTimeout(
          () => sent.destroy(new Error(`No answer within ${timeoutMs / 1000} s.`)),
          timeoutMs,
        );
        const conclude = (concluded: OutwardAnswer) => {
          clearTimeout(limit);
          answer(concluded);
        };
        sent.on('error', (error) => conclude({ ok: false, error: error.message }));
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
              ...(isCut ? { isCut } : {}),
              ...(retryAfter === undefined ? {} : { retryAfter }),
              ...(encoding === 'utf8' || location === undefined ? {} : { location }),
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
      return done(new Error(REFUSED), '');
    if (options.all) return done(null, addresses);
    const [first] = addresses;
    if (!first) return done(new Error('The name has no address.'), '');
    return done(null, first.address, first.family);
  });
}
