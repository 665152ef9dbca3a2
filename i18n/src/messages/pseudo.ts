/** A pseudo-language for layout tests: longer than any real one, and right to left. */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Catalog } from './translate.ts';

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  d: 'ď',
  e: 'é',
  g: 'ğ',
  i: 'í',
  k: 'ķ',
  l: 'ľ',
  n: 'ñ',
  o: 'ö',
  r: 'ř',
  s: 'š',
  t: 'ť',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  C: 'Ç',
  D: 'Ď',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  T: 'Ť',
  U: 'Ü',
};

/** Right-to-left embedding and its end, so that punctuation is placed as in Arabic or Hebrew. */
const EMBED = '\u202b';
const END = '\u202c';

/** The type of a `MessageFormatElement` that is literal text. */
const LITERAL = 0;

/** @param messages parsed by the build; unparsed texts with values stay as they are */
export function pseudoCatalog(messages: Catalog): Catalog {
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, pseudoMessage(message)]));
}

function pseudoMessage(message: Catalog[string]): Catalog[string] {
  if (typeof message !== 'string') return embedElements(pseudoElements(message));
  return /[{<]/.test(message) ? message : embed(accent(message));
}

function pseudoElements(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === LITERAL) return { ...element, value: accent(element.value) };
    if ('children' in element) return { ...element, children: pseudoElements(element.children) };
    if (!('options' in element)) return element;
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: pseudoElements(option.value) },
    ]);
    return { ...element, options: Object.fromEntries(options) };
  });
}

/** Embeds the whole message: a space at the edge of an embedding would be lost between text and value. */
function embedElements(elements: MessageFormatElement[]): MessageFormatElement[] {
  if (!hasLetters(elements)) return elements;
  const literal = (value: string) => ({ type: LITERAL, value }) as MessageFormatElement;
  return [literal(EMBED), ...elements, literal(END)];
}

function hasLetters(elements: readonly MessageFormatElement[]): boolean {
  return elements.some((element) => {
    if (element.type === LITERAL) return isText(element.value);
    if ('children' in element) return hasLetters(element.children);
    return 'options' in element && Object.values(element.options).some(({ value }) => hasLetters(value));
  });
}

/** Includes accented letters. */
const isText = (text: string) => /\p{L}/u.test(text);
const embed = (text: string) => (isText(text) ? `${EMBED}${text}${END}` : text);

/** Adds accents and doubles vowels, which makes the text about 40% longer. */
function accent(text: string): string {
  const longer = text.replace(/[aeiou]/g, (vowel) => vowel + vowel);
  return [...longer].map((letter) => ACCENTED[letter] ?? letter).join('');
}
