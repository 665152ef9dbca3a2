import type { Sound } from '../media/protocol.ts';

/** Makes a text audible. */
export interface Speech {
  /** Empty when there is nothing to say. */
  say(text: string, voice: 'man' | 'woman'): Promise<readonly Sound[]>;
}
