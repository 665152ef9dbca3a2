import type { Sound } from '../media/orders.ts';

export interface Speech {
  /** Empty when there is nothing to say. */
  say(text: string, voice: 'man' | 'woman'): Promise<readonly Sound[]>;
}
