import { type Clip, clipFrames, writeClip } from './tones.ts';

export class Playlist {
  readonly #clips: readonly Clip[];
  readonly #loop: boolean;
  #clip = 0;
  #frame = 0;

  constructor(clips: readonly Clip[], loop: boolean) {
    this.#clips = clips;
    this.#loop = loop;
  }

  /** Writes the next 20 ms. At the end, returns false and leaves `out` unchanged. */
  next(out: Uint8Array): boolean {
    let clip = this.#clips[this.#clip];
    if (clip === undefined) {
      if (!this.#loop || this.#clips.length === 0) return false;
      this.#clip = 0;
      clip = this.#clips[0];
      if (clip === undefined) return false;
    }
    writeClip(out, clip, this.#frame);
    this.#frame += 1;
    if (this.#frame >= clipFrames(clip)) {
      this.#frame = 0;
      this.#clip += 1;
    }
    return true;
  }
}
