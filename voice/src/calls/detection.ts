import type { Logger } from 'pino';
import type { DetectionRules, Verdict } from '../media/core/audio/machine-detector.ts';
import type { CallbackTarget } from './core/call.ts';
import type { MediaPort } from './media-port.ts';

/** What a created call asks to know about who picks up. */
export interface DetectionOrder {
  readonly rules: DetectionRules;
  readonly callback: CallbackTarget | null;
  /** The call's TwiML begins with the verdict; else it begins at once. */
  readonly holdsTwiml: boolean;
}

type Found = (verdict: Verdict, afterMs: number) => void;

/** Finds out whether a person or a machine picked up, one leg at a time. */
export class MachineDetection {
  readonly #media: MediaPort;
  readonly #log: Logger;
  readonly #waiting = new Map<string, Found>();

  constructor(media: MediaPort, log: Logger) {
    this.#media = media;
    this.#log = log;
    media.on((report) => {
      if (report.type === 'detected') this.#finish(report.leg, report.verdict, report.afterMs);
    });
  }

  /** @param found called once, unless the leg is closed before */
  begin(leg: string, rules: DetectionRules, found: Found): void {
    this.#waiting.set(leg, found);
    this.#media.order({ type: 'detectMachine', leg, rules }).catch((error: unknown) => {
      this.#log.warn({ leg, err: String(error) }, 'answering machine detection did not start');
      this.#finish(leg, 'unknown', 0);
    });
  }

  /** The leg has ended: the verdict is not needed any more. */
  close(leg: string): void {
    this.#waiting.delete(leg);
  }

  #finish(leg: string, verdict: Verdict, afterMs: number): void {
    const found = this.#waiting.get(leg);
    this.#waiting.delete(leg);
    found?.(verdict, afterMs);
  }
}
