/**
 * Slots for one resource, such as connections. Unknown clients are limited in total and per network, with more slots
 * for wider networks. The rest is reserved for known clients.
 */
export interface SlotLimits {
  readonly all: number;
  readonly unknown: number;
  /** Unknown clients of one network: the narrowest, and the two around it. */
  readonly unknownPerNetwork: readonly number[];
  /** Known clients of one address or /64; a whole office may share one address. */
  readonly knownPerNetwork: number;
}

/** `exempt`: not limited by network, such as a proxy's connections. */
export type TrustLevel = 'unknown' | 'known' | 'exempt';

export interface Slot {
  readonly trust: TrustLevel;
  promote(trust: 'known' | 'exempt'): void;
  release(): void;
}

export class SlotPool {
  readonly #limits: SlotLimits;
  readonly #unknownByNetwork = new Map<string, number>();
  readonly #knownByNetwork = new Map<string, number>();
  #total = 0;
  #unknownTotal = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  get isFullOfUnknown(): boolean {
    return this.#unknownTotal >= this.#limits.unknown;
  }

  /** @param networks narrowest first; may be empty @returns null if no slot is free */
  acquire(networks: readonly string[], trust: TrustLevel): Slot | null {
    if (!this.#isFree(networks, trust)) return null;
    this.#count(networks, trust, 1);
    let current: TrustLevel | 'released' = trust;
    const setTrust = (next: TrustLevel | 'released') => {
      if (current === 'released' || current === next) return;
      this.#count(networks, current, -1);
      if (next !== 'released') this.#count(networks, next, 1);
      current = next;
    };
    return {
      get trust() {
        return current === 'released' ? trust : current;
      },
      promote: (next) => {
        if (current !== 'exempt') setTrust(next);
      },
      release: () => setTrust('released'),
    };
  }

  #isFree(networks: readonly string[], trust: TrustLevel): boolean {
    const { all, unknownPerNetwork, knownPerNetwork } = this.#limits;
    if (this.#total >= all) return false;
    if (trust === 'exempt') return true;
    if (trust === 'known')
      return networks.slice(0, 1).every((one) => (this.#knownByNetwork.get(one) ?? 0) < knownPerNetwork);
    if (this.isFullOfUnknown) return false;
    return networks.every(
      (one, width) => (this.#unknownByNetwork.get(one) ?? 0) < (unknownPerNetwork[width] ?? Infinity),
    );
  }

  #count(networks: readonly string[], trust: TrustLevel, by: 1 | -1): void {
    this.#total += by;
    if (trust === 'unknown') {
      this.#unknownTotal += by;
      for (const one of networks) add(this.#unknownByNetwork, one, by);
    }
    if (trust === 'known') for (const one of networks.slice(0, 1)) add(this.#knownByNetwork, one, by);
  }
}

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const current = (counts.get(key) ?? 0) + by;
  if (current === 0) counts.delete(key);
  else counts.set(key, current);
}
