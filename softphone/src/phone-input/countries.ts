import { compareNames, formatCountry } from '@offhook/i18n/formats';
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/core/es6';
import { numbering } from './numbering.ts';

export const PREFERRED = ['US', 'CA', 'GB'] as const;

export interface Country {
  readonly code: string;
  readonly name: string;
  /** '+1' */
  readonly dialCode: string;
}

export interface CountryRules {
  readonly preferred: readonly string[];
  /** Empty: all. */
  readonly only: readonly string[];
  readonly excluded: readonly string[];
}

export interface CountryList {
  readonly countries: readonly Country[];
  readonly preferredCount: number;
}

/** Unknown codes are dropped. */
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

/** The first available candidate, else the first of the list; empty if there is none. */
export function initialCountry(
  { countries }: CountryList,
  candidates: readonly (string | null | undefined)[],
): string {
  const available = candidates.find((candidate) => countries.some(({ code }) => code === candidate));
  return available ?? countries[0]?.code ?? '';
}

function dialCodeOf(code: CountryCode): string {
  return `+${getCountryCallingCode(code, numbering)}`;
}
