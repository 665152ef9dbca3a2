/** Phone numbers with the full metadata of the world. */
import { formatNumber, type ParsedNumber, parseNumber } from '@offhook/contract/phone-number';
import metadata from 'libphonenumber-js/max/metadata';

/** What a person or a CRM wrote, read in a country; null when it is no valid number. */
export function readNumber(text: string, country: string): ParsedNumber | null {
  return parseNumber(text, country, metadata);
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

/** For logs: only the last two digits. */
export function masked(e164: string): string {
  return `${'*'.repeat(Math.max(0, e164.length - 2))}${e164.slice(-2)}`;
}
