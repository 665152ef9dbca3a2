import type { Logger } from 'pino';
import type { Greeting, PlayableGreeting } from '../../accounts/core/greeting.ts';
import type { WebhookUrls } from '../../platform/telephony/webhook-urls.ts';
import type { Greetings } from '../../recordings/greetings/greetings.ts';

export interface GreetingDeps {
  readonly greetings: Pick<Greetings, 'find'>;
  readonly urls: WebhookUrls;
  readonly log: Logger;
}

/**
 * What callers hear: a file that can't be played would be silence, so the text beside it is spoken. Asks the storage:
 * not for use in a transaction. @returns null if the file is missing and has no text
 */
export async function findPlayable(
  { greetings, urls, log }: GreetingDeps,
  greeting: Greeting,
): Promise<PlayableGreeting | null> {
  if (greeting.kind !== 'file') return greeting;
  const state = await greetings.find(greeting.id);
  if (state === 'present') return { kind: 'audio', url: urls.greeting(greeting.id) };
  log.warn(
    { file: state, hasText: greeting.instead !== null },
    'greeting can’t be played, its text is spoken',
  );
  return greeting.instead;
}
