/**
 * Phone numbers at both ends. The metadata is an argument, because the phone carries the small set
 * (`libphonenumber-js/min`) and the server the full one (`libphonenumber-js/max`).
 */
import {
  type CountryCode,
  formatIncompletePhoneNumber,
  type MetadataJson,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/core';

export interface ParsedNumber {
  /** + and digits. */
  readonly e164: string;
  /** National format for the home country, international for all others. */
  readonly formatted: string;
  readonly country: string | null;
}

/**
 * Reads what a person or a CRM wrote. `null` when it is no valid number of any country.
 * @param text at most 250 characters are looked at; longer text is refused
 * @param homeCountry two letters; national numbers are read in it, and formatted without country code
 */
export function parseNumber(text: string, homeCountry: string, metadata: MetadataJson): ParsedNumber | null {
  if (text.length > 250) return null;
  const number = parsePhoneNumberFromString(text, { defaultCountry: homeCountry as CountryCode }, metadata);
  if (!number?.isValid()) return null;
  return {
    e164: number.number,
    formatted: number.country === homeCountry ? number.formatNational() : number.formatInternational(),
    country: number.country ?? null,
  };
}

/** Formats a number in + and digits form for people of a country; a text that is no number comes back as it is. */
export function formatNumber(e164: string, homeCountry: string, metadata: MetadataJson): string {
  return parseNumber(e164, homeCountry, metadata)?.formatted ?? e164;
}

/** Formats while somebody types. */
export function formatTyping(text: string, country: string, metadata: MetadataJson): string {
  return formatIncompletePhoneNumber(text, country as CountryCode, metadata);
}
