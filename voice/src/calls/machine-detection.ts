import type { Logger } from 'pino';
import type { DetectionRules, Verdict } from '../media/core/audio/machine-detector.ts';
import type { CallbackTarget } from './core/call.ts';
import type { MediaPort } from './media-port.ts';

/** Answering machine detection (AMD) of one call. */
export interface DetectionOptions {
  readonly rules: DetectionRules;
  readonly callback: CallbackTarget | null;
  readonly delaysTwiml: boolean;
}

type OnVerdict = (verdict: Verdict, afterMs: number) => void;

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

  /** @param onVerdict called once, unless the leg is closed first */
  start(leg: string, rules: DetectionRules, onVerdict: OnVerdict): void {
    this.#pending.set(leg, onVerdict);
    this.#media.send({ type: 'detectMachine', leg, rules }).catch((error: unknown) => {
      this.#log.warn({ leg, err: String(error) }, 'answering machine detection failed to start');
      this.#finish(leg, 'unknown', 0);
    });
  }

  close(leg: string): void {
    this.#pending.delete(leg);
  }

  #finish(leg: string, verdict: Verdict, afterMs: number): void {
    const onVerdict = this.#pending.get(leg);
    this.#pending.delete(leg);
    onVerdict?.(verdict, afterMs);
  }
}
