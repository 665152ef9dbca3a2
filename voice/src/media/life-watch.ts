import type { LegId, MediaReport } from './protocol.ts';

interface Life {
  /** When the last packet of audio came; before the first, when it could have come. */
  lastAt: number;
  /** 0: heard; 1: reported after four seconds; 2: reported when the consent had expired. */
  reported: 0 | 1 | 2;
}

/** With the next look that is well within five seconds. */
const SILENT_MS = 4000;
const LOOK_EVERY_MS = 250;

/** Notices browsers that fall silent without a word (a frozen tab, a dead network), and those that come back. */
export class LifeWatch {
  readonly #lives = new Map<LegId, Life>();
  readonly #report: (report: MediaReport) => void;
  readonly #goneMs: number;
  #nextLook = 0;

  /** @param goneMs without consent, and silent for so long, a leg is told of once more */
  constructor(report: (report: MediaReport) => void, goneMs: number) {
    this.#report = report;
    this.#goneMs = goneMs;
  }

  /** From now on the leg should be heard. */
  begin(leg: LegId, now: number): void {
    this.#lives.set(leg, { lastAt: now, reported: 0 });
  }

  end(leg: LegId): void {
    this.#lives.delete(leg);
  }

  /** A packet of the leg's audio has come. */
  alive(leg: LegId, now: number): void {
    const life = this.#lives.get(leg);
    if (life === undefined) return;
    life.lastAt = now;
    if (life.reported === 0) return;
    life.reported = 0;
    this.#report({ type: 'found', leg });
  }

  /** To be called often; looks four times a second. */
  look(now: number, hasConsent: (leg: LegId) => boolean): void {
    if (now < this.#nextLook) return;
    this.#nextLook = now + LOOK_EVERY_MS;
    for (const [leg, life] of this.#lives) {
      const silentMs = Math.round(now - life.lastAt);
      if (silentMs < SILENT_MS || life.reported === 2) continue;
      if (life.reported === 0) life.reported = 1;
      else if (hasConsent(leg) || silentMs < this.#goneMs) continue;
      else life.reported = 2;
      this.#report({ type: 'lost', leg, silentMs });
    }
  }
}
