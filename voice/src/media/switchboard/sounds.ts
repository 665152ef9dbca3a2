import { readFile, stat } from 'node:fs/promises';
import { encodeUlaw } from '../core/sound/g711.ts';
import type { Clip } from '../core/sound/tones.ts';
import { readWav } from '../core/sound/wav.ts';
import type { Sound } from '../orders.ts';

interface Kept {
  readonly stamp: string;
  readonly ulaw: Promise<Uint8Array>;
}

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_KEPT = 200;

/** Sound files as µ-law, read and converted once; a file that changed is read again. */
export class Sounds {
  readonly #kept = new Map<string, Kept>();

  /** Rejects with a plain reason when the file is not there or no sound. */
  async file(path: string): Promise<Uint8Array> {
    const { size, mtimeMs } = await stat(path);
    if (size > MAX_FILE_BYTES) throw new Error(`${path} is larger than 64 MB`);
    const stamp = `${size} ${mtimeMs}`;
    const kept = this.#kept.get(path);
    if (kept?.stamp === stamp) return kept.ulaw;
    const ulaw = readUlaw(path);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(path, { stamp, ulaw });
    ulaw.catch(() => this.#kept.delete(path));
    return ulaw;
  }

  /** What a list of sounds is made of. */
  async clips(sounds: readonly Sound[]): Promise<readonly Clip[]> {
    return Promise.all(
      sounds.map(async (sound): Promise<Clip> => {
        if (sound.kind !== 'file') return sound;
        return { kind: 'samples', ulaw: await this.file(sound.path) };
      }),
    );
  }
}

async function readUlaw(path: string): Promise<Uint8Array> {
  const reading = readWav(await readFile(path));
  if (!reading.ok) throw new Error(`${path}: ${reading.error}`);
  return encodeUlaw(reading.samples);
}
