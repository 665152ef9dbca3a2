// The metadata is an argument: the phone loads the small set (`libphonenumber-js/min`), the server the full one.
//
// The parser's limits: 2 to 17 national digits, calling codes up to 3, text up to 250 characters, extensions up to
// 20 digits after 'ext=', 15 after two commas, 9 after an x, 6 before a #.
import {
  type CountryCode,
  formatIncompletePhoneNumber,
  isSupportedCountry,
  type MetadataJson,
  ParseError,
  type PhoneNumber,
  parsePhoneNumberWithError,
  validatePhoneNumberLength,
} from 'libphonenumber-js/core/es6';
import { isEmergencyNumber } from './emergency.ts';
import { asciiDigits, EXTENSION } from './extension.ts';
import type { NumberProblem } from './number-problems.ts';

export interface ParsedNumber {
  /** + and digits. */
  readonly phoneNumber: string;
  /** National in the home country, otherwise international. */
  readonly formatted: string;
  readonly country: string | null;
  readonly extension: string | null;
}

export type ReadNumber =
  | { readonly ok: true; readonly number: ParsedNumber }
  | { readonly ok: false; readonly problem: NumberProblem };

export interface ReadOptions {
  /** Two letters, or empty. Its numbers may omit the country code, and are formatted without it. */
  readonly homeCountry: string;
  /** Allowed countries; absent or empty for all. */
  readonly only?: readonly string[];
  readonly excluded?: readonly string[];
  /** An extension that will be dialed must be valid; otherwise an invalid one is ignored. */
  readonly dialsExtension?: boolean;
}

export function readNumber(text: string, options: ReadOptions, metadata: MetadataJson): ReadNumber {
  const { homeCountry, only = [], excluded = [] } = options;
  if (text.trim() === '') return { ok: false, problem: 'missing' };
  if (isEmergencyNumber(text, homeCountry, metadata)) return { ok: false, problem: 'emergency' };
  const parsed = parse(text, homeCountry, metadata);
  const extension = typeof parsed === 'string' ? null : asciiDigits(parsed.ext ?? '') || null;
  if (options.dialsExtension) {
    const problem = extensionProblem(text, extension, homeCountry, metadata);
    if (problem !== null) return { ok: false, problem };
  }
  if (typeof parsed === 'string') return { ok: false, problem: parsed };
  if (!parsed.isValid()) return { ok: false, problem: invalidReason(parsed, metadata) };
  const country = parsed.country ?? null;
  const isListed = only.length === 0 || (country !== null && only.includes(country));
  if (!isListed || (country !== null && excluded.includes(country))) {
    return { ok: false, problem: 'excludedCountry' };
  }
  return {
    ok: true,
    number: {
      phoneNumber: parsed.number,
      formatted: country === homeCountry ? parsed.formatNational() : parsed.formatInternational(),
      country,
      extension,
    },
  };
}

/** Null unless the text is a valid number in some country. */
export function parseNumber(text: string, homeCountry: string, metadata: MetadataJson): ParsedNumber | null {
  const read = readNumber(text, { homeCountry }, metadata);
  return read.ok ? read.number : null;
}

/** Text that isn't + and digits is returned unchanged. */
export function formatNumber(phoneNumber: string, homeCountry: string, metadata: MetadataJson): string {
  return parseNumber(phoneNumber, homeCountry, metadata)?.formatted ?? phoneNumber;
}

export function formatTyping(text: string, country: string, metadata: MetadataJson): string {
  return formatIncompletePhoneNumber(text, country as CountryCode, metadata);
}

function extensionProblem(
  text: string,
  read: string | null,
  homeCountry: string,
  metadata: MetadataJson,
): NumberProblem | null {
  const [, number, sign, rest] = EXTENSION.exec(text) ?? [];
  if (number === undefined || sign === undefined || rest === undefined) return null;
  const main = parse(number, homeCountry, metadata);
  // A problem with the number itself takes precedence.
  if (typeof main === 'string' || !main.isValid()) return null;
  // A closing parenthesis or bracket and a final # aren't part of the extension.
  const digits = asciiDigits(rest.replace(/[\s#)\]]+$/u, ''));
  if (digits === '' && !/[a-z#]/i.test(sign)) return null;
  if (digits === read) return null;
  return /^\d+$/.test(digits) ? 'extensionTooLong' : 'extensionNotDigits';
}

function parse(text: string, homeCountry: string, metadata: MetadataJson): PhoneNumber | NumberProblem {
  if (homeCountry !== '' && !isSupportedCountry(homeCountry as CountryCode, metadata)) {
    return 'unknownCountry';
  }
  try {
    const options = homeCountry === '' ? {} : { defaultCountry: homeCountry as CountryCode };
    return parsePhoneNumberWithError(text, options, metadata);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    switch (error.message) {
      case 'TOO_SHORT':
        return 'tooShort';
      case 'TOO_LONG':
        return 'tooLong';
      case 'INVALID_COUNTRY':
        return /^[^\d]*[+＋]/.test(text) ? 'unknownCallingCode' : 'invalidCountry';
      default:
        return 'notANumber';
    }
  }
}

function invalidReason(parsed: PhoneNumber, metadata: MetadataJson): NumberProblem {
  const length = validatePhoneNumberLength(parsed.number, metadata);
  if (length === 'TOO_SHORT') return 'tooShort';
  return length === 'TOO_LONG' ? 'tooLong' : 'notValid';
}
