import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Sound } from '../media/orders.ts';
import { makePrivateFolder } from '../store/private-folder.ts';
import { PRIVATE_FILE } from '../store/private-modes.ts';
import { exists } from './audio-cache.ts';
import type { Speech } from './speech.ts';
import { synthesize } from './synthesis.ts';

/** Speech files to keep; older ones are removed at startup. */
const MAX_FILES = 500;
/** Texts waiting for synthesis; further ones get the fallback tone. */
const MAX_PENDING = 20;
const FALLBACK_TONE: Sound = { kind: 'tone', frequencies: [350], on: 600, off: 200 };

/** English only; cached on disk. */
export class Flite implements Speech {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #pending = new Map<string, Promise<boolean>>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: string, log: Logger) {
    this.#folder = join(folder, 'speech');
    this.#log = log;
    makePrivateFolder(this.#folder);
    removeOldestFiles(this.#folder);
  }

  async say(text: string, voice: 'man' | 'woman'): Promise<readonly Sound[]> {
    const cleaned = text.replace(/[^\P{C}]/gu, ' ').trim();
    if (cleaned === '') return [];
    const name = createHash('sha256').update(`${voice} ${cleaned}`).digest('hex').slice(0, 32);
    const path = join(this.#folder, `${name}.wav`);
    const ready = (await exists(path)) || (await this.#synthesize(name, cleaned, voice));
    return ready ? [{ kind: 'file', path }] : [FALLBACK_TONE];
  }

  /** One synthesis at a time, to limit CPU use. */
  #synthesize(name: string, text: string, voice: 'man' | 'woman'): Promise<boolean> {
    const pending = this.#pending.get(name);
    if (pending) return pending;
    if (this.#pending.size >= MAX_PENDING) return Promise.resolve(false);
    const synthesis = this.#queue
      .then(() =>
        synthesize({
          text,
          voice: voice === 'man' ? 'rms' : 'slt',
          folder: this.#folder,
          file: `${name}.part`,
        }),
      )
      // Flite cannot set file modes.
      .then(() => chmod(join(this.#folder, `${name}.part`), PRIVATE_FILE))
      .then(() => rename(join(this.#folder, `${name}.part`), join(this.#folder, `${name}.wav`)))
      .then(
        () => true,
        (error: unknown) => {
          this.#log.warn({ err: String(error) }, 'speech synthesis failed');
          return false;
        },
      )
      .finally(() => this.#pending.delete(name));
    this.#pending.set(name, synthesis);
    this.#queue = synthesis;
    return synthesis;
  }
}

function removeOldestFiles(folder: string): void {
  const files = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at);
  for (const { path } of files.slice(MAX_FILES)) rmSync(path, { force: true });
}
