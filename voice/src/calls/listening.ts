import type { Logger } from 'pino';
import type { MediaPort } from './media-port.ts';

const lookMs = 250;
/** What a look hears, as far back as the level meter goes: what was before it, was not heard, and is no silence. */
const mostMs = 400;
/** Root mean square, 0 to 1: -40 dB of full scale, the border between a room and a voice. */
const voice = 0.01;

interface Watch {
  readonly leg: string;
  readonly silentMs: number;
  readonly report: (event: 'voice' | 'silence') => void;
  /** The audio time (ms) of the last look; null before the first. */
  lookedAt: number | null;
  /** So long it was listened to, and silent. */
  quietMs: number;
  spoken: boolean;
}

/** Who speaks, and who has been silent for how long; all legs are looked at together. */
export class Listening {
  readonly #media: MediaPort;
  readonly #log: Logger;
  readonly #watches = new Set<Watch>();
  #timer: NodeJS.Timeout | null = null;

  constructor(media: MediaPort, log: Logger) {
    this.#media = media;
    this.#log = log;
  }

  /**
   * @param report told `voice` when it begins, and `silence` once when the leg has sent none for so long
   * @returns ends it
   */
  watch(leg: string, silentMs: number, report: Watch['report']): () => void {
    const watch: Watch = { leg, silentMs, report, lookedAt: null, quietMs: 0, spoken: false };
    this.#watches.add(watch);
    void this.#look();
    this.#timer ??= setInterval(() => void this.#look(), lookMs);
    return () => {
      this.#watches.delete(watch);
      if (this.#watches.size > 0 || !this.#timer) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  async #look(): Promise<void> {
    try {
      const { levels, audioMs } = await this.#media.order({ type: 'readLevels' });
      const byLeg = new Map(levels.map((level) => [level.leg, level.in]));
      for (const watch of [...this.#watches]) this.#judge(watch, byLeg.get(watch.leg) ?? 0, audioMs);
    } catch (error) {
      this.#log.warn({ err: String(error) }, 'levels not read');
    }
  }

  /** Silence is counted in audio time: while the media process is slow, who speaks through it is slow, too. */
  #judge(watch: Watch, level: number, audioMs: number): void {
    // A media process that was started anew counts from zero.
    const heardMs = Math.max(0, Math.min(audioMs - (watch.lookedAt ?? audioMs), mostMs));
    watch.lookedAt = audioMs;
    if (level > voice) {
      watch.quietMs = 0;
      if (!watch.spoken) watch.report('voice');
      watch.spoken = true;
      return;
    }
    watch.quietMs += heardMs;
    if (watch.quietMs < watch.silentMs) return;
    watch.quietMs = Number.NEGATIVE_INFINITY;
    watch.spoken = false;
    watch.report('silence');
  }
}
