/**
 * Limits connections, requests and WebSockets, because a process without free descriptors can't answer at all. Known
 * clients have reserved slots, so that a flood from unknown ones doesn't lock them out. A client is known if its
 * address recently sent a valid session, key or token, or if it sends such a session or key again.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ExpiringSet } from './expiring-set.ts';
import { type Slot, SlotPool, type TrustLevel } from './slot-pool.ts';
import type { Limits } from './socket-limits.ts';

const DAY_MS = 86_400_000;
/** After a holiday an agent is unknown for one request. */
const KNOWN_ADDRESS_TTL_MS = 7 * DAY_MS;
/** An open page sends its session every few seconds; an ended session must not keep its slots for long. */
const KNOWN_CREDENTIAL_TTL_MS = 900_000;
const MAX_KNOWN_ADDRESSES = 50_000;
const MAX_KNOWN_CREDENTIALS = 50_000;

export interface Client {
  /** Narrowest first; null: a local program, or a proxy that doesn't name its client. */
  readonly networks: readonly string[] | null;
  /** Hash of the session or key, valid or not; null if there is none. */
  readonly credential: string | null;
}

/** @returns a hash, so that no secret is stored */
export function hashCredential({ cookie = '', authorization }: IncomingHttpHeaders): string | null {
  const [, session] = /(?:^|;\s*)(?:__Host-)?offhook_session=([^;]{1,500})/.exec(cookie) ?? [];
  const credential = session ?? authorization;
  return credential === undefined ? null : createHash('sha256').update(credential).digest('base64');
}

export class Admission {
  readonly #connections: SlotPool;
  readonly #requests: SlotPool;
  readonly #sockets: SlotPool;
  readonly #addresses: ExpiringSet;
  readonly #credentials: ExpiringSet;

  constructor(limits: Limits, now: () => number) {
    this.#connections = new SlotPool(limits.connections);
    this.#requests = new SlotPool(limits.requests);
    this.#sockets = new SlotPool(limits.sockets);
    this.#addresses = new ExpiringSet(KNOWN_ADDRESS_TTL_MS, MAX_KNOWN_ADDRESSES, now);
    this.#credentials = new ExpiringSet(KNOWN_CREDENTIAL_TTL_MS, MAX_KNOWN_CREDENTIALS, now);
  }

  get isFullOfUnknown(): boolean {
    return this.#connections.isFullOfUnknown;
  }

  /** @param networks null: a proxy's connection, which serves many clients */
  connection(networks: Client['networks']): Slot | null {
    return this.#connections.acquire(networks ?? [], this.#trustOf({ networks, credential: null }));
  }

  request(client: Client): Slot | null {
    return this.#requests.acquire(client.networks ?? [], this.#trustOf(client));
  }

  /** A new WebSocket is unknown or known; it becomes exempt once it is authenticated. */
  socket(client: Client): Slot | null {
    const trust = this.#trustOf(client);
    return this.#sockets.acquire(client.networks ?? [], trust === 'exempt' ? 'unknown' : trust);
  }

  markKnown({ networks, credential }: Client): void {
    if (networks?.[0] !== undefined) this.#addresses.add(networks[0]);
    if (credential !== null) this.#credentials.add(credential);
  }

  forgetCredential({ credential }: Client): void {
    if (credential !== null) this.#credentials.delete(credential);
  }

  #trustOf({ networks, credential }: Client): TrustLevel {
    if (credential !== null && this.#credentials.has(credential))
      return networks === null ? 'exempt' : 'known';
    if (networks === null) return 'exempt';
    return networks[0] !== undefined && this.#addresses.has(networks[0]) ? 'known' : 'unknown';
  }
}
