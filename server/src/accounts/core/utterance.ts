/** What a team has for callers to hear: words that are spoken to them, or a sound that is played. */
export type Utterance =
  | {
      readonly kind: 'words';
      readonly text: string;
      /** Such as es-MX; null: the provider's own. */
      readonly language: string | null;
    }
  | { readonly kind: 'sound'; readonly url: string };

/** Longer is more than anybody listens to; the provider takes 4,000 characters in all. */
const MOST_CHARACTERS = 1_000;

/** Why callers could not be let hear it; null: they can. */
export function utteranceFault(text: string): string | null {
  if (text.length > MOST_CHARACTERS) return `is longer than ${MOST_CHARACTERS} characters`;
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim());
  if (isAddress && (utteranceOf(text, null)?.kind !== 'sound' || !URL.canParse(text.trim())))
    return 'must be words, or the https address of a sound';
  return null;
}

/** A text that is nothing but an https address is that of a sound. Nothing to hear: null. */
export function utteranceOf(
  text: string | null | undefined,
  language: string | null | undefined,
): Utterance | null {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return null;
  if (/^https:\/\/\S+$/i.test(trimmed)) return { kind: 'sound', url: trimmed };
  return { kind: 'words', text: trimmed, language: language || null };
}
