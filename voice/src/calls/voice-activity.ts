import type { Logger } from 'pino';
import type { MediaPort } from './media-port.ts';

const POLL_MS = 250;
/** What a look hears, as far back as the level meter goes: what was before it, was not heard, and is no silence. */
const MAX_METERED_MS = 400;
/** Root mean square, 0 to 1: -40 dB of full scale, the border between a room and a voice. */
const VOICE_LEVEL = 0.01;

interface Watch {
  readonly leg: string;
  readonly silentMs: number;
  readonly report: (event: 'voice' | 'silence') => void;
  /** The audio time (ms) of the last look; null before the first. */
  polledAtMs: number | null;
  /** So long it was listened to, and silent. */
  silentForMs: number;
  isSpeaking: boolean;
}

/** Who speaks, and who has been silent for how long; all legs are looked at together. */
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
   * @param report told `voice` when it begins, and `silence` once when the leg has sent none for so long
   * @returns ends it
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
      const { levels, audioMs } = await this.#media.order({ type: 'readLevels' });
      const byLeg = new Map(levels.map((level) => [level.leg, level.in]));
      for (const watch of [...this.#watches]) this.#update(watch, byLeg.get(watch.leg) ?? 0, audioMs);
    } catch (error) {
      this.#log.warn({ err: String(error) }, 'levels not read');
    }
  }

  /** Silence is counted in audio time: while the media process is slow, who speaks through it is slow, too. */
  #update(watch: Watch, level: number, audioMs: number): void {
    // A media process that was started anew counts from zero.
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
