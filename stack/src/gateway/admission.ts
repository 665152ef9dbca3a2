/**
 * Who gets a place at the gateway: for a connection, a request, a WebSocket. A process that has no descriptors left
 * answers nothing at all, so all of them are counted; and those who work must go on when strangers take what they can get.
 * Known is an address from which a valid session, key or token came lately, and who shows such a session or key again.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Acquaintances } from './acquaintances.ts';
import { type Place, Room, type Standing } from './room.ts';
import type { Limits } from './socket-limits.ts';

const DAY_MS = 86_400_000;
/** An agent who comes back after a holiday is a stranger for one request. */
const ADDRESS_KNOWN_MS = 7 * DAY_MS;
/** A page at work shows it every few seconds; a session that has ended must not open doors for long. */
const CREDENTIAL_KNOWN_MS = 900_000;
const MOST_ADDRESSES = 50_000;
const MOST_CREDENTIALS = 50_000;

export interface Client {
  /** From the narrowest on; null: a program of this machine, or a proxy that does not name its client. */
  readonly networks: readonly string[] | null;
  /** Of the session or key that it shows, valid or not; null: it shows none. */
  readonly credential: string | null;
}

/** @returns a hash: what opens doors is not kept */
export function credentialOf({ cookie = '', authorization }: IncomingHttpHeaders): string | null {
  const [, session] = /(?:^|;\s*)(?:__Host-)?offhook_session=([^;]{1,500})/.exec(cookie) ?? [];
  const shown = session ?? authorization;
  return shown === undefined ? null : createHash('sha256').update(shown).digest('base64');
}

export class Admission {
  readonly #connections: Room;
  readonly #requests: Room;
  readonly #sockets: Room;
  readonly #addresses: Acquaintances;
  readonly #credentials: Acquaintances;

  constructor(limits: Limits, now: () => number) {
    this.#connections = new Room(limits.connections);
    this.#requests = new Room(limits.requests);
    this.#sockets = new Room(limits.sockets);
    this.#addresses = new Acquaintances(ADDRESS_KNOWN_MS, MOST_ADDRESSES, now);
    this.#credentials = new Acquaintances(CREDENTIAL_KNOWN_MS, MOST_CREDENTIALS, now);
  }

  /** Whether a stranger's connection has to go before another stranger's can come. */
  get isFullOfStrangers(): boolean {
    return this.#connections.isFullOfStrangers;
  }

  /** @param networks null: a proxy's, which has those of many clients */
  connection(networks: Client['networks']): Place | null {
    return this.#connections.take(networks ?? [], this.#standing({ networks, credential: null }));
  }

  request(client: Client): Place | null {
    return this.#requests.take(client.networks ?? [], this.#standing(client));
  }

  /** A new WebSocket is a stranger's, or somebody's who is known, until it has shown a valid token. */
  socket(client: Client): Place | null {
    const standing = this.#standing(client);
    return this.#sockets.take(client.networks ?? [], standing === 'own' ? 'stranger' : standing);
  }

  /** The server has taken its session or key, or a service its token. */
  met({ networks, credential }: Client): void {
    if (networks?.[0] !== undefined) this.#addresses.meet(networks[0]);
    if (credential !== null) this.#credentials.meet(credential);
  }

  /** The server has refused it. */
  refused({ credential }: Client): void {
    if (credential !== null) this.#credentials.forget(credential);
  }

  #standing({ networks, credential }: Client): Standing {
    if (credential !== null && this.#credentials.knows(credential))
      return networks === null ? 'own' : 'known';
    if (networks === null) return 'own';
    return networks[0] !== undefined && this.#addresses.knows(networks[0]) ? 'known' : 'stranger';
  }
}
