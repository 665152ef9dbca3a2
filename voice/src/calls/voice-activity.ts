import type { Logger } from 'pino';
import type { MediaPort } from './media-port.ts';

const POLL_MS = 250;
/** Window of the level meter. Time before it wasn't measured and doesn't count as silence. */
const MAX_METERED_MS = 400;
/** Root mean square, 0 to 1: -40 dBFS separates voice from room noise. */
const VOICE_LEVEL = 0.01;

interface Watch {
  readonly leg: string;
  readonly silentMs: number;
  readonly report: (event: 'voice' | 'silence') => void;
  polledAtMs: number | null;
  silentForMs: number;
  isSpeaking: boolean;
}

/** Reports when speech on a leg starts and stops. Reads the levels of all legs in one poll. */
export class VoiceActivity {
  readonly #media: MediaPort;
  readonly #log: Logger;
  readonly #watches = new Set<Watch>();
  #timer: NodeJS.Timeout | null = null;

  constructor(media: MediaPort, log: Logger) {
    this.#media = media;
    this.#log = log;
  }

  /**
   * @param report receives `voice` when speech starts, and `silence` once after `silentMs` without it
   * @returns a function that stops watching
   */
  watch(leg: string, silentMs: number, report: Watch['report']): () => void {
    const watch: Watch = { leg, silentMs, report, polledAtMs: null, silentForMs: 0, isSpeaking: false };
    this.#watches.add(watch);
    void this.#poll();
    this.#timer ??= setInterval(() => void this.#poll(), POLL_MS);
    return () => {
      this.#watches.delete(watch);
      if (this.#watches.size > 0 || !this.#timer) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  async #poll(): Promise<void> {
    try {
      const { levels, audioMs } = await this.#media.send({ type: 'readLevels' });
      const byLeg = new Map(levels.map((level) => [level.leg, level.in]));
      for (const watch of [...this.#watches]) this.#update(watch, byLeg.get(watch.leg) ?? 0, audioMs);
    } catch (error) {
      this.#log.warn({ err: String(error) }, 'failed to read audio levels');
    }
  }

  /** Counts silence in audio time, because a slow media process delays speech too. */
  #update(watch: Watch, level: number, audioMs: number): void {
    // A restarted media process counts from zero.
    const meteredMs = Math.max(0, Math.min(audioMs - (watch.polledAtMs ?? audioMs), MAX_METERED_MS));
    watch.polledAtMs = audioMs;
    if (level > VOICE_LEVEL) {
      watch.silentForMs = 0;
      if (!watch.isSpeaking) watch.report('voice');
      watch.isSpeaking = true;
      return;
    }
    watch.silentForMs += meteredMs;
    if (watch.silentForMs < watch.silentMs) return;
    watch.silentForMs = Number.NEGATIVE_INFINITY;
    watch.isSpeaking = false;
    watch.report('silence');
  }
}
