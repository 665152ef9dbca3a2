/** String types that the database can store; all input is parsed with them. */
import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts';

/** Codes of `errors.ts` that these schemas report. */
export const BAD_TEXT = 'badText';
export const BAD_MOMENT = 'badMoment';
export const UNKNOWN_CRM = 'unknownCrm';

/** PostgreSQL can't store U+0000, and UTF-8 can't encode half of a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes('\u0000') && !/\p{Cs}/u.test(value);
}

export const storedText = z.string().check(z.refine(isStorable, BAD_TEXT));
export const text = (max: number) => storedText.check(z.trim(), z.maxLength(max));

export const timeZone = text(64).check(z.refine(isTimeZone));

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // An offset such as +02:00 has no daylight saving time.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

export const newPassword = storedText.check(
  z.minLength(PASSWORD_MIN_LENGTH),
  z.maxLength(PASSWORD_MAX_LENGTH),
);

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 11, 31);

/** ISO 8601 with an offset, within the database's years 1 to 9999. */
export const timestampText = z.iso
  .datetime({ offset: true, error: BAD_MOMENT })
  .check(z.refine((value) => Date.parse(value) >= EARLIEST && Date.parse(value) <= LATEST, BAD_MOMENT));
