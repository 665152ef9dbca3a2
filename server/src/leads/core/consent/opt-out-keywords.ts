/** The carriers' standard keywords. */
const STOP_KEYWORDS: ReadonlySet<string> = new Set([
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

const START_KEYWORDS: ReadonlySet<string> = new Set(['start', 'unstop', 'yes']);

/** Matches the whole text, ignoring case and punctuation. The provider answers HELP and INFO itself. */
export function readOptOutKeyword(text: string): 'stop' | 'start' | null {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (STOP_KEYWORDS.has(words)) return 'stop';
  return START_KEYWORDS.has(words) ? 'start' : null;
}
