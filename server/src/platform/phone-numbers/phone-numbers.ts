/** Phone numbers with the full metadata of the world. */

import { isEmergencyNumber } from '@offhook/contract/phone-numbers/emergency';
import { SPECIAL_NUMBERS, type SpecialNumber } from '@offhook/contract/phone-numbers/number-kinds';
import { NUMBER_PROBLEMS } from '@offhook/contract/phone-numbers/number-problems';
import {
  formatNumber,
  type ParsedNumber,
  parseNumber,
  readNumber as readWithReason,
} from '@offhook/contract/phone-numbers/phone-number';
import parsePhoneNumber from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import type { NumberForms } from '../core/number-forms.ts';
import { Refusal, type RefusalCode } from '../http/refusal.ts';

/** What a person or a CRM wrote, read in a country; null when it is no valid number. */
export function readNumber(text: string, country: string): ParsedNumber | null {
  return parseNumber(text, country, metadata);
}

/** What an account may call and text. */
export interface NumberRules {
  /** Two letters each; empty: all countries. */
  readonly countries: readonly string[];
  /** Costly kinds that are allowed all the same. */
  readonly special: readonly SpecialNumber[];
}

/** @param account the columns of its row */
export function numberRulesOf(account: {
  readonly calling_countries: readonly string[];
  readonly special_numbers: readonly SpecialNumber[];
}): NumberRules {
  return { countries: account.calling_countries, special: account.special_numbers };
}

/** For numbers that are not dialled: those of the account itself, and of people who must not be called. */
export const ANY_NUMBER: NumberRules = { countries: [], special: SPECIAL_NUMBERS };

/**
 * What is dialled must be read by this.
 * @param dialsExtension whether the extension is dialled too; otherwise it is ignored
 * @throws Refusal emergencyNumber, invalidPhoneNumber with the sentence for its reason, or that of `numberRefusal`
 */
export function readNumberToCall(
  text: string,
  country: string,
  rules: NumberRules,
  { dialsExtension = false } = {},
): ParsedNumber {
  const read = readWithReason(text, { homeCountry: country, dialsExtension }, metadata);
  if (!read.ok) {
    if (read.problem === 'emergency') throw new Refusal('emergencyNumber');
    throw new Refusal('invalidPhoneNumber', NUMBER_PROBLEMS[read.problem]);
  }
  const refusal = numberRefusal(read.number.phoneNumber, rules);
  if (refusal !== null) throw new Refusal(refusal);
  return read.number;
}

/** Networks of satellites (+870, +881), and international networks that are sold at the same prices (+882, +883). */
const SATELLITE_CODES = new Set(['870', '881', '882', '883']);
const INTERNATIONAL_PREMIUM = '979';
const REFUSALS_OF_KIND = {
  premium: 'premiumNumber',
  shared_cost: 'sharedCostNumber',
  satellite: 'satelliteNumber',
} as const satisfies Record<SpecialNumber, RefusalCode>;

/**
 * Why an account may not call or text a number; `null`: nothing is wrong with the number.
 * @param phoneNumber what a lead has: of an inbound call also a text that is no number
 */
export function numberRefusal(
  phoneNumber: string,
  { countries, special }: NumberRules,
): 'emergencyNumber' | 'countryNotAllowed' | (typeof REFUSALS_OF_KIND)[SpecialNumber] | null {
  if (isEmergencyNumber(phoneNumber, '', metadata)) return 'emergencyNumber';
  const parsed = parsePhoneNumber(phoneNumber, metadata);
  if (parsed === undefined) return null;
  const kind = specialKind(parsed.countryCallingCode, parsed.getType());
  if (kind !== null && !special.includes(kind)) return REFUSALS_OF_KIND[kind];
  const { country } = parsed;
  // A satellite has no country: its kind has been judged.
  if (countries.length === 0 || (country === undefined && kind !== null)) return null;
  return country !== undefined && countries.includes(country) ? null : 'countryNotAllowed';
}

function specialKind(callingCode: string, type: string | undefined): SpecialNumber | null {
  if (callingCode === INTERNATIONAL_PREMIUM || type === 'PREMIUM_RATE') return 'premium';
  if (SATELLITE_CODES.has(callingCode)) return 'satellite';
  return type === 'SHARED_COST' || type === 'PERSONAL_NUMBER' ? 'shared_cost' : null;
}

const MOST_KEPT = 5_000;
const kept = new Map<string, string>();

/** A number in + and digits form, written for people of a country. */
export function formattedNumber(phoneNumber: string, country: string): string {
  const key = `${country} ${phoneNumber}`;
  let formatted = kept.get(key);
  if (formatted === undefined) {
    formatted = formatNumber(phoneNumber, country, metadata);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, formatted);
  }
  return formatted;
}

/** The number in the ways in which other systems may keep it. */
export function numberForms(phoneNumber: string): NumberForms {
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

/** For logs: only the last two digits. */
export function masked(phoneNumber: string): string {
  return `${'*'.repeat(Math.max(0, phoneNumber.length - 2))}${phoneNumber.slice(-2)}`;
}
