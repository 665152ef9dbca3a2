import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Sound } from '../media/commands.ts';
import { makePrivateFolder } from '../store/private-folder.ts';
import { PRIVATE_FILE } from '../store/private-modes.ts';
import { exists } from './audio-cache.ts';
import { type SpeechVoice, speechVoice } from './core/speech-voice.ts';
import { isEspeakInstalled, synthesizeWithEspeak } from './espeak.ts';
import { type SynthesisRequest, synthesizeWithFlite } from './flite.ts';
import type { Speech, SpeechRequest } from './speech.ts';

/** Speech files to keep; older ones are removed at startup. */
const MAX_FILES = 500;
/** Texts that may wait for synthesis; any others get the fallback tone. */
const MAX_PENDING = 20;
const FALLBACK_TONE: Sound = { kind: 'tone', frequencies: [350], onMs: 600, offMs: 200 };

type Synthesize = (request: SynthesisRequest) => Promise<void>;

export interface SpeechPrograms {
  readonly flite: Synthesize;
  readonly 'espeak-ng': Synthesize;
  isEspeakInstalled(): Promise<boolean>;
}

const PROGRAMS: SpeechPrograms = {
  flite: synthesizeWithFlite,
  'espeak-ng': synthesizeWithEspeak,
  isEspeakInstalled,
};

/** Synthesized speech, cached on disk. */
export class CachedSpeech implements Speech {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #programs: SpeechPrograms;
  readonly #pending = new Map<string, Promise<boolean>>();
  #hasEspeak: Promise<boolean> | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: string, log: Logger, programs: SpeechPrograms = PROGRAMS) {
    this.#folder = join(folder, 'speech');
    this.#log = log;
    this.#programs = programs;
    makePrivateFolder(this.#folder);
    removeOldestFiles(this.#folder);
  }

  async say({ text, voice, language }: SpeechRequest): Promise<readonly Sound[]> {
    const cleaned = text.replace(/[^\P{C}]/gu, ' ').trim();
    if (cleaned === '') return [];
    const speaker = speechVoice({ language, voice }, language === 'es' && (await this.#findEspeak()));
    const name = createHash('sha256').update(`${speaker.name} ${cleaned}`).digest('hex').slice(0, 32);
    const path = join(this.#folder, `${name}.wav`);
    const ready = (await exists(path)) || (await this.#synthesize(name, cleaned, speaker));
    return ready ? [{ kind: 'file', path }] : [FALLBACK_TONE];
  }

  #findEspeak(): Promise<boolean> {
    this.#hasEspeak ??= this.#programs.isEspeakInstalled().then((isInstalled) => {
      if (!isInstalled)
        this.#log.warn(
          'espeak-ng is not installed, so an English voice reads Spanish prompts: install espeak-ng',
        );
      return isInstalled;
    });
    return this.#hasEspeak;
  }

  /** Runs one synthesis at a time, to limit CPU use. */
  #synthesize(name: string, text: string, speaker: SpeechVoice): Promise<boolean> {
    const pending = this.#pending.get(name);
    if (pending) return pending;
    if (this.#pending.size >= MAX_PENDING) return Promise.resolve(false);
    const synthesis = this.#queue
      .then(() =>
        this.#programs[speaker.program]({
          text,
          voice: speaker.name,
          folder: this.#folder,
          file: `${name}.part`,
        }),
      )
      // Neither program can set file modes.
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
