import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../store/private-modes.ts';
import { FRAME_MS, FRAME_SAMPLES } from '../core/audio/g711.ts';
import { addFrame, writeSum } from '../core/audio/mixing.ts';
import { WAV_HEADER_BYTES, wavHeader } from '../core/audio/wav.ts';

const CHANNELS = 2;
const FRAME_BYTES = FRAME_SAMPLES * CHANNELS * 2;
const CHUNK_FRAMES = 25;
/** 20 s: a disk that falls further behind has failed. */
const MAX_PENDING_CHUNKS = 40;

/**
 * Grows by one frame per tick, with or without audio, so both channels stay in step with the clock. The header is
 * rewritten after each chunk, so the file stays valid if the process dies.
 */
export class Recording {
  readonly #file: FileHandle;
  readonly #onFault: (error: Error) => void;
  readonly #sum = new Int32Array(FRAME_SAMPLES);
  #chunk = new Uint8Array(CHUNK_FRAMES * FRAME_BYTES);
  #frames = 0;
  #written = 0;
  #totalFrames = 0;
  #paused: 'no' | 'silence' | 'skip' = 'no';
  #pendingChunks = 0;
  #writes: Promise<void> = Promise.resolve();
  #failed = false;

  private constructor(file: FileHandle, onFault: (error: Error) => void) {
    this.#file = file;
    this.#onFault = onFault;
  }

  static async create(path: string, onFault: (error: Error) => void): Promise<Recording> {
    await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    const file = await open(path, 'w', PRIVATE_FILE);
    try {
      await file.write(wavHeader(CHANNELS, 0), 0, WAV_HEADER_BYTES, 0);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new Recording(file, onFault);
  }

  setPaused(paused: boolean, { recordSilence }: { readonly recordSilence: boolean }): void {
    this.#paused = paused ? (recordSilence ? 'silence' : 'skip') : 'no';
  }

  append(first: Iterable<Uint8Array>, second: Iterable<Uint8Array>): void {
    if (this.#paused === 'skip' || this.#failed) return;
    const at = this.#frames * FRAME_BYTES;
    const silent = this.#paused === 'silence';
    this.#mix(silent ? [] : first, at);
    this.#mix(silent ? [] : second, at + 2);
    this.#frames += 1;
    this.#totalFrames += 1;
    if (this.#frames === CHUNK_FRAMES) this.#flush();
  }

  async close(): Promise<{ durationMs: number; bytes: number }> {
    if (this.#frames > 0) this.#flush();
    await this.#writes;
    await this.#file.close();
    const bytes = this.#written + WAV_HEADER_BYTES;
    return { durationMs: this.#totalFrames * FRAME_MS, bytes };
  }

  #mix(frames: Iterable<Uint8Array>, at: number): void {
    this.#sum.fill(0);
    for (const frame of frames) addFrame(this.#sum, frame);
    writeSum(this.#sum, this.#chunk, at, CHANNELS * 2);
  }

  #flush(): void {
    const chunk = this.#chunk.subarray(0, this.#frames * FRAME_BYTES);
    this.#chunk = new Uint8Array(CHUNK_FRAMES * FRAME_BYTES);
    this.#frames = 0;
    this.#pendingChunks += 1;
    if (this.#pendingChunks > MAX_PENDING_CHUNKS) {
      this.#fail(new Error('the disk is too slow for the recording'));
      return;
    }
    this.#writes = this.#writes.then(() => this.#write(chunk)).catch((error) => this.#fail(error));
  }

  async #write(chunk: Uint8Array): Promise<void> {
    this.#pendingChunks -= 1;
    if (this.#failed) return;
    await this.#file.write(chunk, 0, chunk.length, WAV_HEADER_BYTES + this.#written);
    this.#written += chunk.length;
    await this.#file.write(wavHeader(CHANNELS, this.#written), 0, WAV_HEADER_BYTES, 0);
  }

  #fail(error: Error): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#onFault(error);
  }
}
