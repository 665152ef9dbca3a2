/** Detects emergency numbers, which we never dial: our calls give responders no location and no callback number. */
import { type MetadataJson, parseIncompletePhoneNumber } from 'libphonenumber-js/core/es6';
import { PHONE_TEXT_MAX_LENGTH } from '../limits.ts';
import { EMERGENCY_NUMBERS } from './emergency-numbers.ts';

/** Recognized by networks in most countries. */
const EVERYWHERE = ['911', '112', '999'];

let byCountry: ReadonlyMap<string, readonly string[]> | undefined;

function numbersOf(country: string): readonly string[] {
  byCountry ??= new Map(
    EMERGENCY_NUMBERS.trim()
      .split('\n')
      .map((line) => {
        const [region = '', ...numbers] = line.split(' ');
        return [region, numbers];
      }),
  );
  return [...EVERYWHERE, ...(byCountry.get(country) ?? [])];
}

/** Checks `EVERYWHERE` and the home country's numbers or, after a calling code, those of the countries that use it. */
export function isEmergencyNumber(text: string, homeCountry: string, metadata: MetadataJson): boolean {
  const [main = ''] = text.split(/ext|x|#|;|,/i);
  const dialed = parseIncompletePhoneNumber(main.slice(0, PHONE_TEXT_MAX_LENGTH));
  const isOneOf = (country: string, digits: string) =>
    numbersOf(country).some(
      (known) =>
        known.length === digits.length &&
        [...known].every((digit, at) => digit === 'x' || digit === digits[at]),
    );
  if (!dialed.startsWith('+')) return isOneOf(homeCountry, dialed);
  const digits = dialed.slice(1);
  if (EVERYWHERE.includes(digits)) return true;
  const codes = metadata.country_calling_codes as Readonly<Record<string, readonly string[]>>;
  return [1, 2, 3].some((length) =>
    (codes[digits.slice(0, length)] ?? []).some((country) => isOneOf(country, digits.slice(length))),
  );
}
