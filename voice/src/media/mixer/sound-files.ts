import { readFile, stat } from 'node:fs/promises';
import type { Sound } from '../commands.ts';
import { encodeUlaw } from '../core/audio/g711.ts';
import type { Clip } from '../core/audio/tones.ts';
import { parseWav } from '../core/audio/wav.ts';

interface CachedSound {
  readonly stamp: string;
  readonly ulaw: Promise<Uint8Array>;
}

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_CACHED = 200;

export class SoundFiles {
  readonly #cache = new Map<string, CachedSound>();

  async load(path: string): Promise<Uint8Array> {
    const { size, mtimeMs } = await stat(path);
    if (size > MAX_FILE_BYTES) throw new Error(`${path} is larger than 64 MB`);
    const stamp = `${size} ${mtimeMs}`;
    const cached = this.#cache.get(path);
    if (cached?.stamp === stamp) return cached.ulaw;
    const ulaw = readUlaw(path);
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(path, { stamp, ulaw });
    ulaw.catch(() => this.#cache.delete(path));
    return ulaw;
  }

  async toClips(sounds: readonly Sound[]): Promise<readonly Clip[]> {
    return Promise.all(
      sounds.map(async (sound): Promise<Clip> => {
        if (sound.kind !== 'file') return sound;
        return { kind: 'samples', ulaw: await this.load(sound.path) };
      }),
    );
  }
}

async function readUlaw(path: string): Promise<Uint8Array> {
  const parsed = parseWav(await readFile(path));
  if (!parsed.ok) throw new Error(`${path}: ${parsed.error}`);
  return encodeUlaw(parsed.samples);
}
