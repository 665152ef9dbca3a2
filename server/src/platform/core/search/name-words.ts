/** The words that a name is searched by. PostgreSQL indexes names by the same patterns. */

export const ACCENTS = '[\\u0300-\\u036f]';
/** Spaces and punctuation. */
export const BETWEEN_WORDS = '[\\u0001-/:-@[-`{-~\\u2013-\\u201d]+';

/** Without accents. The case is left to PostgreSQL, whose locale may know fewer letters. */
export function nameWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(new RegExp(ACCENTS, 'gu'), '');
  return plain.split(new RegExp(BETWEEN_WORDS, 'u')).filter((word) => word !== '');
}
