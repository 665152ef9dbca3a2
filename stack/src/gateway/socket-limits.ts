/** The gateway's limits, derived from the descriptor limit. A WebSocket or a request in flight takes two. */
import { readFileSync } from 'node:fs';
import type { SlotLimits } from './slot-pool.ts';

export interface Limits {
  readonly sockets: SlotLimits;
  readonly connections: SlotLimits;
  readonly requests: SlotLimits;
}

const SOCKETS_SHARE = 0.6;
/** Each service accepts at most 10,000. */
const MAX_SOCKETS = 20_000;
const MAX_UNKNOWN = 2_000;
/** Phones of an office reconnect at the same time and are unknown for some milliseconds. */
const MAX_UNKNOWN_PER_ADDRESS = 200;
/** Each uses a local port, of which there are 28,000. */
const MAX_REQUESTS = 10_000;
/** Files, pipes and listening sockets of the process. */
const RESERVED_DESCRIPTORS = 100;
const ASSUMED_DESCRIPTORS = 1_024;

export function limitsFor(descriptors: number): Limits {
  const sockets = Math.min(MAX_SOCKETS, Math.floor((descriptors * SOCKETS_SHARE) / 2));
  const unknown = Math.min(MAX_UNKNOWN, Math.floor(sockets / 4));
  const perAddress = Math.min(MAX_UNKNOWN_PER_ADDRESS, Math.ceil(unknown / 4));
  const connections = Math.max(
    16,
    Math.floor((descriptors * (1 - SOCKETS_SHARE) - RESERVED_DESCRIPTORS) / 2),
  );
  return {
    sockets: {
      all: sockets,
      unknown,
      unknownPerNetwork: [perAddress, 2 * perAddress, 3 * perAddress],
      knownPerNetwork: Math.ceil(sockets / 4),
    },
    connections: splitInHalf(connections),
    requests: splitInHalf(Math.min(connections, MAX_REQUESTS)),
  };
}

/** Half is reserved for known clients. No network may take more than half of the rest. */
function splitInHalf(all: number): SlotLimits {
  const unknown = Math.floor(all / 2);
  const limit = (share: number) => Math.ceil(unknown * share);
  return {
    all,
    unknown,
    unknownPerNetwork: [limit(0.25), limit(0.375), limit(0.5)],
    knownPerNetwork: Math.ceil(all / 4),
  };
}

/** Node raises the soft limit to the hard limit at startup. */
export function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? ASSUMED_DESCRIPTORS);
  } catch {
    return ASSUMED_DESCRIPTORS;
  }
}
