import type { LegId, MediaReport } from './protocol.ts';

interface WatchedLeg {
  lastAudioAt: number;
  /** 0: not reported; 1: reported after 4 s; 2: reported after consent expired. */
  reported: 0 | 1 | 2;
}

/** Together with the check interval, this stays below 5 s. */
const SILENT_MS = 4000;
const CHECK_INTERVAL_MS = 250;

/** Detects browsers that stop sending audio (a frozen tab, a dead network) and those that resume. */
export class AudioWatchdog {
  readonly #legs = new Map<LegId, WatchedLeg>();
  readonly #report: (report: MediaReport) => void;
  readonly #lostAfterMs: number;
  #nextCheckAt = 0;

  /** @param lostAfterMs a leg without ICE consent is reported again after this much silence */
  constructor(report: (report: MediaReport) => void, lostAfterMs: number) {
    this.#report = report;
    this.#lostAfterMs = lostAfterMs;
  }

  watch(leg: LegId, now: number): void {
    this.#legs.set(leg, { lastAudioAt: now, reported: 0 });
  }

  unwatch(leg: LegId): void {
    this.#legs.delete(leg);
  }

  audioReceived(leg: LegId, now: number): void {
    const watched = this.#legs.get(leg);
    if (watched === undefined) return;
    watched.lastAudioAt = now;
    if (watched.reported === 0) return;
    watched.reported = 0;
    this.#report({ type: 'found', leg });
  }

  /** Call on every tick; checks four times per second. */
  check(now: number, hasConsent: (leg: LegId) => boolean): void {
    if (now < this.#nextCheckAt) return;
    this.#nextCheckAt = now + CHECK_INTERVAL_MS;
    for (const [leg, watched] of this.#legs) {
      const silentMs = Math.round(now - watched.lastAudioAt);
      if (silentMs < SILENT_MS || watched.reported === 2) continue;
      if (watched.reported === 0) watched.reported = 1;
      else if (hasConsent(leg) || silentMs < this.#lostAfterMs) continue;
      else watched.reported = 2;
      this.#report({ type: 'lost', leg, silentMs });
    }
  }
}
