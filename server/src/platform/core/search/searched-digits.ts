/** The digits of a number that someone typed, or pasted as the product writes it. */

/** Shorter digits are in nearly every number. */
export const MIN_DIGITS = 3;

/** Any of these may be in the number; empty if the text is no part of a number. */
export function searchedDigits(search: string): readonly string[] {
  if (!isNumber(search)) return [];
  const digits = search.replace(/\D/g, '');
  // As typed in most countries: 020 for +44 20, 0044 for +44.
  const withoutPrefix = digits.replace(/^0{1,2}/, '');
  return [...new Set([digits, withoutPrefix])].filter((part) => part.length >= MIN_DIGITS);
}

export const isNumber = (search: string) => /^[\d\s()+.-]+$/.test(search);
