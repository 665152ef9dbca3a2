/** Phone numbers in the browser, with the small metadata. Heavy: only ever loaded with `import()`. */
import { formatTyping, parseNumber } from '@offhook/contract/phone-number';
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';

/** + and digits, or null when the text is no valid number of any country. */
export function toE164(text: string, country: string): string | null {
  return parseNumber(text, country, metadata)?.e164 ?? null;
}

export function format(text: string, country: string): string {
  return formatTyping(text, country, metadata);
}

/** '+1' for 'US'; empty for what is no country. */
export function dialCode(country: string): string {
  return isSupportedCountry(country as CountryCode, metadata)
    ? `+${getCountryCallingCode(country as CountryCode, metadata)}`
    : '';
}
