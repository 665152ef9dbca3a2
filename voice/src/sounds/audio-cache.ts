import { createHash } from 'node:crypto';
import { rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../store/private-folder.ts';
import { PRIVATE_FILE } from '../store/private-modes.ts';
import { type TwimlError, twimlError } from '../twiml/core/attributes.ts';
import { WebRequestError, webRequest } from '../webhooks/request.ts';
import { isMp3, mp3ToWav } from './mp3.ts';

const MAX_AGE_MS = 10 * 60_000;
const MAX_FILES = 500;

/** Caches audio files (WAV or MP3) that TwiML refers to by URL. */
export class AudioCache {
  /** A telephone-quality WAV of 4 minutes takes 4 MB. */
  readonly maxBytes = 8 * 1024 * 1024;
  readonly #folder: string;
  readonly #files = new Map<string, { readonly path: string; readonly at: number }>();

  readonly #stopping: AbortSignal;

  /** @param stopping ends downloads */
  constructor(folder: string, stopping: AbortSignal) {
    this.#folder = folder;
    this.#stopping = stopping;
    makePrivateFolder(folder);
  }

  async fetchFile(url: string): Promise<{ readonly path: string } | TwimlError> {
    const known = this.#files.get(url);
    if (known && performance.now() - known.at < MAX_AGE_MS && (await exists(known.path))) return known;
    const fetched = await this.#fetch(url);
    return 'code' in fetched && known ? known : fetched;
  }

  async #fetch(url: string): Promise<{ readonly path: string } | TwimlError> {
    try {
      const response = await webRequest({
        url,
        method: 'GET',
        headers: { accept: 'audio/*', 'user-agent': 'TwilioProxy/1.1' },
        body: null,
        connectMs: 5_000,
        readMs: 10_000,
        maxBytes: this.maxBytes,
        signal: this.#stopping,
      });
      if (response.status !== 200) return twimlError(11200, `HTTP status ${response.status}`);
      const path = await this.store(url, response.body);
      return path === null ? twimlError(13420, 'Play: neither WAV nor MP3') : { path };
    } catch (error) {
      if (!(error instanceof WebRequestError)) throw error;
      return twimlError(error.kind === 'ct' ? 11205 : 11200, error.message);
    }
  }

  async store(url: string, file: Buffer): Promise<string | null> {
    const body = isMp3(file) ? await mp3ToWav(file) : file;
    if (body?.toString('latin1', 0, 4) !== 'RIFF' || body.toString('latin1', 8, 12) !== 'WAVE') return null;
    const path = join(this.#folder, `${createHash('sha256').update(body).digest('hex').slice(0, 32)}.wav`);
    if (!(await exists(path))) {
      const partial = `${path}.${process.hrtime.bigint()}.part`;
      await writeFile(partial, body, { mode: PRIVATE_FILE });
      await rename(partial, path);
    }
    const oldest = this.#files.keys().next();
    if (this.#files.size >= MAX_FILES && !oldest.done) this.#files.delete(oldest.value);
    this.#files.set(url, { path, at: performance.now() });
    return path;
  }
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
