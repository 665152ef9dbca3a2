import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMp3, wavOfMp3 } from './mp3.ts';
import { WebFailure, webRequest } from './request.ts';

/** How long a fetched sound is used without asking again. */
const freshMs = 10 * 60_000;
const mostFiles = 500;

/** Sounds that TwiML names by URL, kept as WAV files for the media process. WAV and MP3 are served. */
export class AudioCache {
  /** A telephone-quality WAV of four minutes is 4 MB. */
  readonly mostBytes = 8 * 1024 * 1024;
  readonly #folder: string;
  readonly #files = new Map<string, { readonly path: string; readonly at: number }>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** The file of that sound, fetched when it is not here or old. `null` when it cannot be had or is neither. */
  async file(url: string): Promise<string | null> {
    const known = this.#files.get(url);
    if (known && Date.now() - known.at < freshMs && (await exists(known.path))) return known.path;
    try {
      const answer = await webRequest({
        url,
        method: 'GET',
        headers: { accept: 'audio/*', 'user-agent': 'TwilioProxy/1.1' },
        body: null,
        connectMs: 5_000,
        readMs: 10_000,
        mostBytes: this.mostBytes,
      });
      return answer.status === 200 ? await this.keep(url, answer.body) : (known?.path ?? null);
    } catch (error) {
      if (error instanceof WebFailure) return known?.path ?? null;
      throw error;
    }
  }

  /** Stores a sound that has already been fetched. */
  async keep(url: string, file: Buffer): Promise<string | null> {
    const body = isMp3(file) ? await wavOfMp3(file) : file;
    if (body?.toString('latin1', 0, 4) !== 'RIFF' || body.toString('latin1', 8, 12) !== 'WAVE') return null;
    const path = join(this.#folder, `${createHash('sha256').update(body).digest('hex').slice(0, 32)}.wav`);
    if (!(await exists(path))) {
      const partial = `${path}.${process.hrtime.bigint()}.part`;
      await writeFile(partial, body);
      await rename(partial, path);
    }
    const oldest = this.#files.keys().next();
    if (this.#files.size >= mostFiles && !oldest.done) this.#files.delete(oldest.value);
    this.#files.set(url, { path, at: Date.now() });
    return path;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
