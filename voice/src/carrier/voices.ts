import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Persona } from '../media/commands.ts';
import type { Voice } from './behavior.ts';

const MENU_PAUSE_MS = 10_000;
const MENU_ROUNDS = 3;

export class Voices {
  readonly #folder: string;
  readonly #files: readonly string[];

  constructor(folder: string) {
    this.#folder = folder;
    this.#files = readdirSync(folder)
      .filter((name) => name.endsWith('.wav'))
      .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  }

  toPersona(voice: Voice): Persona {
    switch (voice.kind) {
      case 'talker':
        return {
          kind: 'talker',
          lines: this.#lines(voice.lines),
          pauseMs: voice.pauseMs,
          once: voice.once,
          maxUnanswered: voice.maxUnanswered,
        };
      case 'menu':
        return {
          kind: 'talker',
          lines: this.#lines(voice.lines),
          pauseMs: MENU_PAUSE_MS,
          maxUnanswered: MENU_ROUNDS,
        };
      case 'voicemail':
        return { kind: 'voicemail', greeting: this.#lines(voice.greeting)[0] ?? '' };
      case 'echo':
      case 'silent':
        return { kind: voice.kind };
      default:
        return voice satisfies never;
    }
  }

  #lines(prefix: string): readonly string[] {
    const pattern = new RegExp(`^${prefix}(-\\w+)?\\.wav$`);
    return this.#files.filter((name) => pattern.test(name)).map((name) => join(this.#folder, name));
  }
}
