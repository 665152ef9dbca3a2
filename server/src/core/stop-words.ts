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

/** The whole text is such a word, whatever its case and the marks around it. */
export function asksToStop(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return STOP_WORDS.has(words);
}
