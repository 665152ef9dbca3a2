import type { Logger } from 'pino';
import type { MediaOrder, Sound } from '../media/orders.ts';
import type { MediaPort } from './media-port.ts';

interface Playing {
  leg: string;
  readonly sounds: readonly Sound[];
  readonly loop: boolean;
  readonly onDone: () => void;
}

/** What is played into which leg's ear: one thing at a time, and who wants to know when it is over. */
export class Playback {
  readonly #media: MediaPort;
  readonly #log: Logger;
  readonly #playing = new Map<string, Playing>();
  readonly #current = new Map<string, string>();
  #count = 0;

  constructor(media: MediaPort, log: Logger) {
    this.#media = media;
    this.#log = log;
    media.on((report) => {
      if (report.type === 'played') this.#finish(report.play);
    });
  }

  /**
   * Plays sounds one after another, replacing what this leg was hearing.
   * @param onDone called once when they have been played; not when they are stopped or replaced
   * @returns stops it, if it is still this leg's current sound
   */
  play(leg: string, sounds: readonly Sound[], loop: boolean, onDone: () => void): () => void {
    this.#count += 1;
    const play = `p${this.#count}`;
    this.#clear(leg);
    const now: Playing = { leg, sounds, loop, onDone };
    this.#playing.set(play, now);
    this.#current.set(leg, play);
    this.#order({ type: 'play', leg, play, sounds, loop }, () => this.#finish(play));
    return () => {
      if (this.#current.get(now.leg) !== play) return;
      this.#clear(now.leg);
      this.#order({ type: 'stopPlay', leg: now.leg }, () => {});
    };
  }

  isPlaying(leg: string): boolean {
    return this.#current.has(leg);
  }

  /** The same ear has another leg: what it was hearing begins anew there. */
  move(leg: string, to: string): void {
    const play = this.#current.get(leg);
    const playing = play === undefined ? undefined : this.#playing.get(play);
    if (play === undefined || !playing) return;
    this.#current.delete(leg);
    this.#current.set(to, play);
    playing.leg = to;
    const { sounds, loop } = playing;
    this.#order({ type: 'play', leg: to, play, sounds, loop }, () => this.#finish(play));
  }

  /** The leg is gone: nothing of it is waited for. */
  close(leg: string): void {
    this.#clear(leg);
  }

  #order(order: MediaOrder, failed: () => void): void {
    this.#media.order(order).catch((error: unknown) => {
      this.#log.warn({ order: order.type, err: String(error) }, 'sound not played');
      failed();
    });
  }

  #finish(play: string): void {
    const known = this.#playing.get(play);
    if (!known) return;
    this.#clear(known.leg);
    known.onDone();
  }

  #clear(leg: string): void {
    const play = this.#current.get(leg);
    if (play === undefined) return;
    this.#current.delete(leg);
    this.#playing.delete(play);
  }
}
