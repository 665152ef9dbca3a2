/** Words by which a person asks not to be texted or called again, as the networks know them. */
const STOP_WORDS: ReadonlySet<string> = new Set([
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'revoke',
  'optout',
  'opt out',
]);

/** Words by which they take that back. */
const START_WORDS: ReadonlySet<string> = new Set(['start', 'unstop', 'yes']);

/**
 * What the whole text asks for, when it is one of these words, whatever its case and the marks around it. HELP and INFO
 * are answered by the provider: they ask nothing of us.
 */
export function wishOf(text: string): 'stop' | 'start' | null {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (STOP_WORDS.has(words)) return 'stop';
  return START_WORDS.has(words) ? 'start' : null;
}
