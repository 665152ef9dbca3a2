/** Text to speak. */
export interface SpokenText {
  readonly kind: 'text';
  readonly text: string;
  /** BCP 47, such as es-MX; null uses the provider's default. */
  readonly language: string | null;
}

export type PlayableGreeting = SpokenText | { readonly kind: 'audio'; readonly url: string };

/** `file`: an id of `greeting_files`. `instead`: what stands beside it, spoken if the file is missing. */
export type Greeting =
  | PlayableGreeting
  | { readonly kind: 'file'; readonly id: string; readonly instead: PlayableGreeting | null };

export interface GreetingColumns {
  readonly text: string | null | undefined;
  readonly file: string | null | undefined;
  readonly language: string | null | undefined;
}

/** The provider accepts 4,000 characters in total. */
const MAX_CHARACTERS = 1_000;

export function findGreetingProblem(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return `is longer than ${MAX_CHARACTERS} characters`;
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim());
  if (isUrl && (parseGreeting(text, null)?.kind !== 'audio' || !URL.canParse(text.trim())))
    return 'must be text or the https URL of an audio file';
  return null;
}

/** Text that consists only of an https URL is the address of an audio file. */
export function parseGreeting(
  text: string | null | undefined,
  language: string | null | undefined,
): PlayableGreeting | null {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return null;
  if (/^https:\/\/\S+$/i.test(trimmed)) return { kind: 'audio', url: trimmed };
  return { kind: 'text', text: trimmed, language: language || null };
}

/** A file plays in place of the text. */
export function chooseGreeting({ text, file, language }: GreetingColumns): Greeting | null {
  const spoken = parseGreeting(text, language);
  return file ? { kind: 'file', id: file, instead: spoken } : spoken;
}
