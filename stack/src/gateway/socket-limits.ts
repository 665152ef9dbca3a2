/** How many places the gateway has, by the descriptors of its process. A WebSocket or a request in flight costs two. */
import { readFileSync } from 'node:fs';
import type { RoomLimits } from './room.ts';

export interface Limits {
  readonly sockets: RoomLimits;
  /** Those that are no WebSockets. */
  readonly connections: RoomLimits;
  /** Requests in flight, or waiting for a part that starts again. */
  readonly requests: RoomLimits;
}

/** Of the descriptors, for WebSockets. */
const SOCKETS_SHARE = 0.6;
/** Each service refuses at 10,000. */
const MOST_SOCKETS = 20_000;
const MOST_STRANGERS = 2_000;
/** The phones of an office behind one address come back at the same moment, and are strangers for some milliseconds. */
const MOST_STRANGERS_OF_ADDRESS = 200;
/** Each takes a port of the loopback address, of which there are 28,000. */
const MOST_REQUESTS = 10_000;
/** Files, pipes and listening sockets of the process itself. */
const OWN_DESCRIPTORS = 100;
/** Where the system does not tell. */
const ASSUMED_DESCRIPTORS = 1_024;

/** @param descriptors how many this process may have open */
export function limitsFor(descriptors: number): Limits {
  const sockets = Math.min(MOST_SOCKETS, Math.floor((descriptors * SOCKETS_SHARE) / 2));
  const strangers = Math.min(MOST_STRANGERS, Math.floor(sockets / 4));
  const ofAddress = Math.min(MOST_STRANGERS_OF_ADDRESS, Math.ceil(strangers / 4));
  const connections = Math.max(16, Math.floor((descriptors * (1 - SOCKETS_SHARE) - OWN_DESCRIPTORS) / 2));
  return {
    sockets: {
      all: sockets,
      strangers,
      strangersOf: [ofAddress, 2 * ofAddress, 3 * ofAddress],
      knownOf: Math.ceil(sockets / 4),
    },
    connections: halved(connections),
    requests: halved(Math.min(connections, MOST_REQUESTS)),
  };
}

/** One half is kept for those who are known. Of the other, no network has more than half. */
function halved(all: number): RoomLimits {
  const strangers = Math.floor(all / 2);
  const of = (share: number) => Math.ceil(strangers * share);
  return { all, strangers, strangersOf: [of(0.25), of(0.375), of(0.5)], knownOf: Math.ceil(all / 4) };
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
