import type { Logger } from 'pino';
import type { DetectionRules, Verdict } from '../media/core/audio/machine-detector.ts';
import type { CallbackTarget } from './core/call.ts';
import type { MediaPort } from './media-port.ts';

/** What a created call asks to know about who picks up. */
export interface DetectionOptions {
  readonly rules: DetectionRules;
  readonly callback: CallbackTarget | null;
  /** The call's TwiML begins with the verdict; else it begins at once. */
  readonly delaysTwiml: boolean;
}

type OnVerdict = (verdict: Verdict, afterMs: number) => void;

/** Finds out whether a person or a machine picked up, one leg at a time. */
export class MachineDetection {
  readonly #media: MediaPort;
  readonly #log: Logger;
  readonly #pending = new Map<string, OnVerdict>();

  constructor(media: MediaPort, log: Logger) {
    this.#media = media;
    this.#log = log;
    media.on((report) => {
      if (report.type === 'detected') this.#finish(report.leg, report.verdict, report.afterMs);
    });
  }

  /** @param found called once, unless the leg is closed before */
  start(leg: string, rules: DetectionRules, found: OnVerdict): void {
    this.#pending.set(leg, found);
    this.#media.order({ type: 'detectMachine', leg, rules }).catch((error: unknown) => {
      this.#log.warn({ leg, err: String(error) }, 'answering machine detection did not start');
      this.#finish(leg, 'unknown', 0);
    });
  }

  /** The leg has ended: the verdict is not needed any more. */
  close(leg: string): void {
    this.#pending.delete(leg);
  }

  #finish(leg: string, verdict: Verdict, afterMs: number): void {
    const found = this.#pending.get(leg);
    this.#pending.delete(leg);
    found?.(verdict, afterMs);
  }
}
