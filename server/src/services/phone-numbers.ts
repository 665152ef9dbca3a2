/** Phone numbers with the full metadata of the world. */
import { NUMBER_PROBLEMS } from '@offhook/contract/number-problems';
import {
  formatNumber,
  type ParsedNumber,
  parseNumber,
  readNumber as read,
} from '@offhook/contract/phone-number';
import parsePhoneNumber from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import type { NumberForms } from '../core/crm/contact.ts';
import { Refusal } from '../refusal.ts';

/** What a person or a CRM wrote, read in a country; null when it is no valid number. */
export function readNumber(text: string, country: string): ParsedNumber | null {
  return parseNumber(text, country, metadata);
}

/** The same for a number that a request needs. @throws Refusal invalidPhoneNumber, with the sentence for its reason */
export function requireNumber(text: string, country: string): ParsedNumber {
  const found = read(text, { homeCountry: country }, metadata);
  if (!found.ok) throw new Refusal('invalidPhoneNumber', NUMBER_PROBLEMS[found.problem]);
  return found.number;
}

const MOST_KEPT = 5_000;
const kept = new Map<string, string>();

/** A number in + and digits form, written for people of a country. */
export function formattedNumber(e164: string, country: string): string {
  const key = `${country} ${e164}`;
  let formatted = kept.get(key);
  if (formatted === undefined) {
    formatted = formatNumber(e164, country, metadata);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, formatted);
  }
  return formatted;
}

/** The number in the ways in which other systems may keep it. */
export function numberForms(e164: string): NumberForms {
  const parsed = parsePhoneNumber(e164, metadata);
  if (parsed === undefined) return { e164, national: e164.slice(1), written: [e164] };
  const national = parsed.nationalNumber;
  const written = [e164, parsed.formatNational(), parsed.formatInternational(), e164.slice(1), national];
  return { e164, national, written: [...new Set(written)] };
}

/** For logs: only the last two digits. */
export function masked(e164: string): string {
  return `${'*'.repeat(Math.max(0, e164.length - 2))}${e164.slice(-2)}`;
}
