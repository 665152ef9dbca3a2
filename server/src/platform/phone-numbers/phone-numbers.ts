import { isEmergencyNumber } from '@offhook/contract/phone-numbers/emergency';
import { SPECIAL_NUMBERS, type SpecialNumber } from '@offhook/contract/phone-numbers/number-kinds';
import {
  formatNumber,
  type ParsedNumber,
  parseNumber,
  readNumber as readWithReason,
} from '@offhook/contract/phone-numbers/phone-number';
import parsePhoneNumber from 'libphonenumber-js/core/es6';
import metadata from 'libphonenumber-js/max/metadata';
import type { NumberFormats } from '../core/number-formats.ts';
import { ApiError, type ApiErrorCode } from '../http/api-error.ts';

export function readNumber(text: string, country: string): ParsedNumber | null {
  return parseNumber(text, country, metadata);
}

export interface NumberRules {
  readonly countries: readonly string[];
  readonly special: readonly SpecialNumber[];
}

export function toNumberRules(account: {
  readonly calling_countries: readonly string[];
  readonly special_numbers: readonly SpecialNumber[];
}): NumberRules {
  return { countries: account.calling_countries, special: account.special_numbers };
}

/** For numbers that we don't dial: the account's own and those on the do-not-call list. */
export const ANY_NUMBER: NumberRules = { countries: [], special: SPECIAL_NUMBERS };

/**
 * Every number that will be dialed must be parsed with this. Throws ApiError emergencyNumber, invalidPhoneNumber with
 * the specific sentence, or a result of `findNumberError`. An extension that won't be dialed is ignored.
 */
export function readNumberToCall(
  text: string,
  country: string,
  rules: NumberRules,
  { dialsExtension = false } = {},
): ParsedNumber {
  const read = readWithReason(text, { homeCountry: country, dialsExtension }, metadata);
  if (!read.ok) {
    if (read.problem === 'emergency') throw new ApiError('emergencyNumber');
    throw new ApiError('invalidPhoneNumber', { id: `number.${read.problem}` });
  }
  const code = findNumberError(read.number.phoneNumber, rules);
  if (code !== null) throw new ApiError(code);
  return read.number;
}

/** +870, +881; and international networks with similar prices: +882, +883. */
const SATELLITE_CODES = new Set(['870', '881', '882', '883']);
const INTERNATIONAL_PREMIUM = '979';
const ERRORS_BY_KIND = {
  premium: 'premiumNumber',
  shared_cost: 'sharedCostNumber',
  satellite: 'satelliteNumber',
} as const satisfies Record<SpecialNumber, ApiErrorCode>;

/** null if the account may call and text it. An inbound call's caller ID may not be a number. */
export function findNumberError(
  phoneNumber: string,
  { countries, special }: NumberRules,
): 'emergencyNumber' | 'countryNotAllowed' | (typeof ERRORS_BY_KIND)[SpecialNumber] | null {
  if (isEmergencyNumber(phoneNumber, '', metadata)) return 'emergencyNumber';
  const parsed = parsePhoneNumber(phoneNumber, metadata);
  if (parsed === undefined) return null;
  const kind = specialKind(parsed.countryCallingCode, parsed.getType());
  if (kind !== null && !special.includes(kind)) return ERRORS_BY_KIND[kind];
  const { country } = parsed;
  if (countries.length === 0 || (country === undefined && kind !== null)) return null;
  return country !== undefined && countries.includes(country) ? null : 'countryNotAllowed';
}

function specialKind(callingCode: string, type: string | undefined): SpecialNumber | null {
  if (callingCode === INTERNATIONAL_PREMIUM || type === 'PREMIUM_RATE') return 'premium';
  if (SATELLITE_CODES.has(callingCode)) return 'satellite';
  return type === 'SHARED_COST' || type === 'PERSONAL_NUMBER' ? 'shared_cost' : null;
}

const MAX_CACHED = 5_000;
const cache = new Map<string, string>();

export function formatPhoneNumber(phoneNumber: string, country: string): string {
  const key = `${country} ${phoneNumber}`;
  let formatted = cache.get(key);
  if (formatted === undefined) {
    formatted = formatNumber(phoneNumber, country, metadata);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, formatted);
  }
  return formatted;
}

export function toNumberFormats(phoneNumber: string): NumberFormats {
  const parsed = parsePhoneNumber(phoneNumber, metadata);
  if (parsed === undefined) return { phoneNumber, national: phoneNumber.slice(1), written: [phoneNumber] };
  const national = parsed.nationalNumber;
  const written = [
    phoneNumber,
    parsed.formatNational(),
    parsed.formatInternational(),
    phoneNumber.slice(1),
    national,
  ];
  return { phoneNumber, national, written: [...new Set(written)] };
}

export function maskNumber(phoneNumber: string): string {
  return `${'*'.repeat(Math.max(0, phoneNumber.length - 2))}${phoneNumber.slice(-2)}`;
}
