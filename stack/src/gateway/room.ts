/**
 * Places of one kind, such as connections. Strangers have a part of them: so many in all, and so many of each network,
 * more of a wider one. What is left is a reserve for those who are known, however many strangers come.
 */
export interface RoomLimits {
  readonly all: number;
  readonly strangers: number;
  /** Strangers of one network: of the narrowest, and of the two around it. */
  readonly strangersOf: readonly number[];
  /** Of the narrowest network of somebody who is known; an office is one. */
  readonly knownOf: number;
}

/** `own`: counted in no network, such as the connections of a proxy, which has those of many clients. */
export type Standing = 'stranger' | 'known' | 'own';

export interface Place {
  readonly standing: Standing;
  /** A stranger is better known from now on. */
  becomes(standing: 'known' | 'own'): void;
  leave(): void;
}

export class Room {
  readonly #limits: RoomLimits;
  readonly #strangers = new Map<string, number>();
  readonly #known = new Map<string, number>();
  #all = 0;
  #strangersInAll = 0;

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  /** Whether strangers have all that they may, whichever network the next one is of. */
  get isFullOfStrangers(): boolean {
    return this.#strangersInAll >= this.#limits.strangers;
  }

  /** @param networks from the narrowest on; none: not known @returns null when there is no place */
  take(networks: readonly string[], standing: Standing): Place | null {
    if (!this.#hasPlace(networks, standing)) return null;
    this.#count(networks, standing, 1);
    let now: Standing | 'gone' = standing;
    const change = (next: Standing | 'gone') => {
      if (now === 'gone' || now === next) return;
      this.#count(networks, now, -1);
      if (next !== 'gone') this.#count(networks, next, 1);
      now = next;
    };
    return {
      get standing() {
        return now === 'gone' ? standing : now;
      },
      becomes: (next) => {
        if (now !== 'own') change(next);
      },
      leave: () => change('gone'),
    };
  }

  #hasPlace(networks: readonly string[], standing: Standing): boolean {
    const { all, strangersOf, knownOf } = this.#limits;
    if (this.#all >= all) return false;
    if (standing === 'own') return true;
    if (standing === 'known')
      return networks.slice(0, 1).every((one) => (this.#known.get(one) ?? 0) < knownOf);
    if (this.isFullOfStrangers) return false;
    return networks.every((one, width) => (this.#strangers.get(one) ?? 0) < (strangersOf[width] ?? Infinity));
  }

  #count(networks: readonly string[], standing: Standing, by: 1 | -1): void {
    this.#all += by;
    if (standing === 'stranger') {
      this.#strangersInAll += by;
      for (const one of networks) add(this.#strangers, one, by);
    }
    if (standing === 'known') for (const one of networks.slice(0, 1)) add(this.#known, one, by);
  }
}

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
