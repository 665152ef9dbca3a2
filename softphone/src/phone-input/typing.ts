import { PHONE_INPUT_MAX_LENGTH } from '@offhook/contract/limits';
import { splitExtension } from '@offhook/contract/phone-numbers/extension';
import { formatTyping } from '@offhook/contract/phone-numbers/phone-number';
import { AsYouType, type CountryCode } from 'libphonenumber-js/core/es6';
import { numbering } from './numbering.ts';

/** auto: as typed. international: always with a plus. national: without, once the number is complete. */
export type Mode = 'auto' | 'international' | 'national';

/** An unknown mode is international. */
export function modeOf(option: string | undefined): Mode {
  if (option === undefined) return 'auto';
  return option === 'auto' || option === 'national' ? option : 'international';
}

export interface Typed {
  readonly text: string;
  /** Two letters, or empty. */
  readonly country: string;
}

/**
 * @param atEnd the caret is at the end; formatting elsewhere would make it jump
 * @param countries those that the typed number may switch to
 */
export function applyTyping(
  before: Typed,
  after: string,
  atEnd: boolean,
  mode: Mode,
  countries: readonly string[],
): Typed {
  const country = countryOf(after, before.country, countries);
  const grew = after.length > before.text.length && atEnd;
  // Formatting silently drops non-digits: extensions, numbers spelled as words, other text.
  const isNumber = !/\p{Letter}/u.test(after) && splitExtension(after)[1] === '';
  const formatted = grew && isNumber ? format(after, country, mode) : after;
  return { text: formatted.length <= PHONE_INPUT_MAX_LENGTH ? formatted : after, country };
}

/** A plus determines the country; if several share the calling code, the chosen one stays. */
export function countryOf(text: string, chosen: string, countries: readonly string[]): string {
  if (!isInternational(text)) return chosen;
  const reader = read(text, '');
  const sharing = countriesOf(reader.getCallingCode());
  const exact = reader.getCountry();
  const fits = exact ? [exact] : sharing.includes(chosen) ? [chosen] : sharing;
  return fits.find((code) => countries.includes(code)) ?? chosen;
}

/** Replaces the calling code, if there is one. */
export function changeCountry(country: string, dialCode: string, text: string): Typed {
  const [number, extension] = splitExtension(text);
  return { text: withDialCode(country, dialCode, number) + extension, country };
}

function withDialCode(country: string, dialCode: string, text: string): string {
  if (!isInternational(text)) return format(text, country, 'national');
  const reader = read(text, '');
  const callingCode = reader.getCallingCode();
  const digits = reader.getNumberValue() ?? '';
  const national = callingCode === undefined ? '' : digits.slice(`+${callingCode}`.length);
  return national === '' ? dialCode : format(dialCode + national, country, 'auto');
}

export function isInternational(text: string): boolean {
  return text.trimStart().startsWith('+');
}

function format(text: string, country: string, mode: Mode): string {
  const asWritten = formatTyping(text, country, numbering);
  if (mode === 'auto' || isInternational(text) === (mode === 'international')) return asWritten;
  const number = read(text, country).getNumber();
  if (mode === 'international') return number ? formatTyping(number.number, country, numbering) : asWritten;
  // An incomplete number may still turn into another country's.
  return number?.isValid() ? number.formatNational() : asWritten;
}

function read(text: string, country: string): AsYouType {
  const reader = new AsYouType(country === '' ? undefined : (country as CountryCode), numbering);
  reader.input(text);
  return reader;
}

/** The main country comes first. */
function countriesOf(callingCode: string | undefined): readonly string[] {
  const byCode: Readonly<Record<string, readonly string[]>> = numbering.country_calling_codes;
  return (callingCode !== undefined && byCode[callingCode]) || [];
}
