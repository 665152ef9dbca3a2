/** Texts and times as the database can keep them; whatever is sent is read by these types. */
import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts';

/** The refusals of `errors.ts` that the types of requests stand for. */
export const BAD_TEXT = 'badText';
export const BAD_MOMENT = 'badMoment';
export const UNKNOWN_CRM = 'unknownCrm';

/** PostgreSQL stores no U+0000, and UTF-8 has no form for half of a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes('\u0000') && !/\p{Cs}/u.test(value);
}

export const storedText = z.string().check(z.refine(isStorable, BAD_TEXT));
/** Trimmed, and at most `max` characters long. */
export const text = (max: number) => storedText.check(z.trim(), z.maxLength(max));

/** A password that is being set, by its owner or by an administrator. */
export const newPassword = storedText.check(
  z.minLength(PASSWORD_MIN_LENGTH),
  z.maxLength(PASSWORD_MAX_LENGTH),
);

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 11, 31);

/** ISO 8601 with an offset. The database has no year 0, and an offset may lead out of the year 9999. */
export const momentText = z.iso
  .datetime({ offset: true, error: BAD_MOMENT })
  .check(z.refine((value) => Date.parse(value) >= EARLIEST && Date.parse(value) <= LATEST, BAD_MOMENT));
