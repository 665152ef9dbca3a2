import type { LegId, MediaReport } from './protocol.ts';

interface WatchedLeg {
  /** When the last packet of audio came; before the first, when it could have come. */
  lastAudioAt: number;
  /** 0: heard; 1: reported after four seconds; 2: reported when the consent had expired. */
  reported: 0 | 1 | 2;
}

/** With the next look that is well within five seconds. */
const SILENT_MS = 4000;
const CHECK_INTERVAL_MS = 250;

/** Notices browsers that fall silent without a word (a frozen tab, a dead network), and those that come back. */
export class AudioWatchdog {
  readonly #legs = new Map<LegId, WatchedLeg>();
  readonly #report: (report: MediaReport) => void;
  readonly #goneAfterMs: number;
  #nextCheckAt = 0;

  /** @param goneAfterMs without consent, and silent for so long, a leg is told of once more */
  constructor(report: (report: MediaReport) => void, goneAfterMs: number) {
    this.#report = report;
    this.#goneAfterMs = goneAfterMs;
  }

  /** From now on the leg should be heard. */
  watch(leg: LegId, now: number): void {
    this.#legs.set(leg, { lastAudioAt: now, reported: 0 });
  }

  unwatch(leg: LegId): void {
    this.#legs.delete(leg);
  }

  /** A packet of the leg's audio has come. */
  audioReceived(leg: LegId, now: number): void {
    const watched = this.#legs.get(leg);
    if (watched === undefined) return;
    watched.lastAudioAt = now;
    if (watched.reported === 0) return;
    watched.reported = 0;
    this.#report({ type: 'found', leg });
  }

  /** To be called often; looks four times a second. */
  check(now: number, hasConsent: (leg: LegId) => boolean): void {
    if (now < this.#nextCheckAt) return;
    this.#nextCheckAt = now + CHECK_INTERVAL_MS;
    for (const [leg, watched] of this.#legs) {
      const silentMs = Math.round(now - watched.lastAudioAt);
      if (silentMs < SILENT_MS || watched.reported === 2) continue;
      if (watched.reported === 0) watched.reported = 1;
      else if (hasConsent(leg) || silentMs < this.#goneAfterMs) continue;
      else watched.reported = 2;
      this.#report({ type: 'lost', leg, silentMs });
    }
  }
}
