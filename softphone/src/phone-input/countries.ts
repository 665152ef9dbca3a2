/** Which countries can be chosen, in which order, and which one is at the start. */
import { compareNames, formatCountry } from '@offhook/i18n/formats';
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/core';
import { numbering } from './numbering.ts';

/** Where a form says nothing else. */
export const PREFERRED = ['US', 'CA', 'GB'] as const;

export interface Country {
  /** Two letters. */
  readonly code: string;
  readonly name: string;
  /** '+1' */
  readonly dialCode: string;
}

export interface CountryRules {
  /** They stand first, in this order. */
  readonly preferred: readonly string[];
  /** Empty: all. */
  readonly only: readonly string[];
  readonly excluded: readonly string[];
}

export interface CountryList {
  readonly countries: readonly Country[];
  /** How many of them, from the first on, are the preferred ones. */
  readonly preferredCount: number;
}

/** The preferred ones first, then the others by name. A code that is no country is left out. */
export function countryList({ preferred, only, excluded }: CountryRules): CountryList {
  const offered = getCountries(numbering)
    .filter((code) => (only.length === 0 || only.includes(code)) && !excluded.includes(code))
    .map((code) => ({ code, name: formatCountry(code), dialCode: dialCodeOf(code) }))
    .sort((a, b) => compareNames(a.name, b.name));
  const first = preferred.flatMap((code) => offered.find((country) => country.code === code) ?? []);
  return {
    countries: [...first, ...offered.filter((country) => !first.includes(country))],
    preferredCount: first.length,
  };
}

/**
 * The first that can be chosen: the user's own, then the one that was looked up, then the first preferred one, then
 * the first of the list. Empty when there is nothing to choose from.
 */
export function startCountry(
  { countries }: CountryList,
  wishes: readonly (string | null | undefined)[],
): string {
  const wished = wishes.find((wish) => countries.some(({ code }) => code === wish));
  return wished ?? countries[0]?.code ?? '';
}

function dialCodeOf(code: CountryCode): string {
  return `+${getCountryCallingCode(code, numbering)}`;
}
