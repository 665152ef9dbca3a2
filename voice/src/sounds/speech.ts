import type { Sound } from '../media/commands.ts';
import type { Say } from '../twiml/core/verbs.ts';

export type SpeechRequest = Pick<Say, 'text' | 'voice' | 'language'>;

export interface Speech {
  /** Empty if there's nothing to say. */
  say(request: SpeechRequest): Promise<readonly Sound[]>;
}
