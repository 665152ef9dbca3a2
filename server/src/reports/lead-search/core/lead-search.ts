/** What a text that an agent typed searches for. */
import { LEAD_SEARCH_MIN_LENGTH } from '@offhook/contract/leads/lead-search';
import { nameWords } from '../../../platform/core/search/name-words.ts';
import { isNumber, MIN_DIGITS, searchedDigits } from '../../../platform/core/search/searched-digits.ts';

export interface LeadSearch {
  /** A tsquery for `leadSearchTerms`. */
  readonly terms: string;
  /** The number must contain one of each. */
  readonly digits: readonly (readonly string[])[];
}

/** Null: too short, it would find nearly all leads. */
export function leadSearch(accountId: number, search: string): LeadSearch | null {
  const words = isNumber(search) ? [] : nameWords(search);
  const names = words.filter((word) => !isPartOfNumber(word));
  const digits = isNumber(search)
    ? [searchedDigits(search)]
    : words.filter(isPartOfNumber).map((one) => [one]);
  if (digits.some((one) => one.length === 0)) return null;
  if (digits.length === 0 && names.every((name) => name.length < LEAD_SEARCH_MIN_LENGTH)) return null;
  const terms = [
    `'@${accountId}'`,
    ...names.map((name) => `'${name}':*`),
    ...digits.map((parts) => `(${parts.map(threeDigits).join(' | ')})`),
  ];
  return { terms: terms.join(' & '), digits };
}

/** A tsquery for `leadContactTerms`. Null: too short, or a number. */
export function contactSearch(accountId: number, search: string): string | null {
  const words = isNumber(search) ? [] : nameWords(search);
  if (words.every((word) => word.length < LEAD_SEARCH_MIN_LENGTH)) return null;
  return [`'@${accountId}'`, ...words.map((word) => `'${word}':*`)].join(' & ');
}

const isPartOfNumber = (word: string) => /^\d+$/.test(word) && word.length >= MIN_DIGITS;

function threeDigits(digits: string): string {
  const starts = Array.from({ length: digits.length - MIN_DIGITS + 1 }, (_, start) => start);
  return [...new Set(starts.map((start) => `'#${digits.slice(start, start + MIN_DIGITS)}'`))].join(' & ');
}
