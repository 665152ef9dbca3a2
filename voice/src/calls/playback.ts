import type { Logger } from 'pino';
import type { MediaCommand, Sound } from '../media/commands.ts';
import type { MediaPort } from './media-port.ts';

interface Playing {
  leg: string;
  readonly sounds: readonly Sound[];
  readonly loop: boolean;
  readonly onDone: () => void;
}

/** Plays sounds to legs, one playback per leg at a time. */
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
   * Plays sounds one after another, replacing the leg's current playback.
   * @param onDone called once at the end; not if stopped or replaced
   * @returns a function that stops this playback if it's still current
   */
  play(leg: string, sounds: readonly Sound[], loop: boolean, onDone: () => void): () => void {
    this.#count += 1;
    const play = `p${this.#count}`;
    this.#clear(leg);
    const entry: Playing = { leg, sounds, loop, onDone };
    this.#playing.set(play, entry);
    this.#current.set(leg, play);
    this.#send({ type: 'play', leg, play, sounds, loop }, () => this.#finish(play));
    return () => {
      if (this.#current.get(entry.leg) !== play) return;
      this.#clear(entry.leg);
      this.#send({ type: 'stopPlay', leg: entry.leg }, () => {});
    };
  }

  isPlaying(leg: string): boolean {
    return this.#current.has(leg);
  }

  move(leg: string, to: string): void {
    const play = this.#current.get(leg);
    const playing = play === undefined ? undefined : this.#playing.get(play);
    if (play === undefined || !playing) return;
    this.#current.delete(leg);
    this.#current.set(to, play);
    playing.leg = to;
    const { sounds, loop } = playing;
    this.#send({ type: 'play', leg: to, play, sounds, loop }, () => this.#finish(play));
  }

  close(leg: string): void {
    this.#clear(leg);
  }

  #send(command: MediaCommand, onError: () => void): void {
    this.#media.send(command).catch((error: unknown) => {
      this.#log.warn({ order: command.type, err: String(error) }, 'playback failed');
      onError();
    });
  }

  #finish(play: string): void {
    const playing = this.#playing.get(play);
    if (!playing) return;
    this.#clear(playing.leg);
    playing.onDone();
  }

  #clear(leg: string): void {
    const play = this.#current.get(leg);
    if (play === undefined) return;
    this.#current.delete(leg);
    this.#playing.delete(play);
  }
}
