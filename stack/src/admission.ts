/**
 * How many sockets the gateway takes from one client and in all. A WebSocket costs it two descriptors, one to the client and one to the
 * service, and a process that has none left answers nothing at all. So there is a number of them for WebSockets, one for
 * all other connections, and of the WebSockets only a part for strangers: those who have not yet shown a valid token.
 */
import { readFileSync } from 'node:fs';

export interface SocketLimits {
  readonly sockets: number;
  readonly strangers: number;
  readonly strangersOfAddress: number;
  /** Connections that are no WebSockets. */
  readonly connections: number;
  readonly connectionsOfAddress: number;
}

/** Of the descriptors, for WebSockets. */
const SOCKETS_SHARE = 0.6;
/** Each service refuses at 10,000. */
const MOST_SOCKETS = 20_000;
const MOST_STRANGERS = 2_000;
/** The phones of an office behind one address come back at the same moment, and are strangers for some milliseconds. */
const MOST_STRANGERS_OF_ADDRESS = 200;
/** Files, pipes and listening sockets of the process itself. */
const OWN_DESCRIPTORS = 100;
/** Where the system does not tell. */
const ASSUMED_DESCRIPTORS = 1_024;

/** @param descriptors how many this process may have open */
export function limitsFor(descriptors: number): SocketLimits {
  const sockets = Math.min(MOST_SOCKETS, Math.floor((descriptors * SOCKETS_SHARE) / 2));
  const strangers = Math.min(MOST_STRANGERS, Math.floor(sockets / 4));
  const connections = Math.max(16, Math.floor((descriptors * (1 - SOCKETS_SHARE) - OWN_DESCRIPTORS) / 2));
  return {
    sockets,
    strangers,
    strangersOfAddress: Math.min(MOST_STRANGERS_OF_ADDRESS, Math.ceil(strangers / 4)),
    connections,
    connectionsOfAddress: Math.ceil(connections / 4),
  };
}

/** Node raises the soft limit to the hard one at its start. */
export function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? ASSUMED_DESCRIPTORS);
  } catch {
    return ASSUMED_DESCRIPTORS;
  }
}

export interface Guest {
  /** It has shown a valid token: it counts as no stranger from now on. */
  prove(): void;
  leave(): void;
}

class Count {
  readonly #of = new Map<string, number>();
  all = 0;

  of(address: string): number {
    return this.#of.get(address) ?? 0;
  }

  change(address: string, by: 1 | -1): void {
    this.all += by;
    const now = this.of(address) + by;
    if (now === 0) this.#of.delete(address);
    else this.#of.set(address, now);
  }
}

/** Counts who is connected. */
export class Admission {
  readonly #limits: SocketLimits;
  readonly #strangers = new Count();
  readonly #connections = new Count();
  #sockets = 0;

  constructor(limits: SocketLimits) {
    this.#limits = limits;
  }

  /** A new WebSocket. @param address null: not known @returns null when there is no room for it */
  socket(address: string | null): Guest | null {
    const { sockets, strangers, strangersOfAddress } = this.#limits;
    if (this.#sockets >= sockets || this.#strangers.all >= strangers) return null;
    const key = address ?? '';
    if (address !== null && this.#strangers.of(key) >= strangersOfAddress) return null;
    this.#sockets += 1;
    this.#strangers.change(key, 1);
    let isStranger = true;
    let isHere = true;
    const prove = () => {
      if (isStranger) this.#strangers.change(key, -1);
      isStranger = false;
    };
    return {
      prove,
      leave: () => {
        if (isHere) this.#sockets -= 1;
        isHere = false;
        prove();
      },
    };
  }

  /** A new connection. @param address null: a proxy's, which has those of many clients */
  connection(address: string | null): { leave(): void } | null {
    const { connections, connectionsOfAddress } = this.#limits;
    const key = address ?? '';
    if (this.#connections.all >= connections) return null;
    if (address !== null && this.#connections.of(key) >= connectionsOfAddress) return null;
    this.#connections.change(key, 1);
    let isHere = true;
    return {
      leave: () => {
        if (isHere) this.#connections.change(key, -1);
        isHere = false;
      },
    };
  }
}
