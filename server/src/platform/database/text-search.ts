import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { searchedDigits } from '../core/search/searched-digits.ts';
import { likePattern } from './paging.ts';

/** Part of the texts, or of the number in any notation. */
export function hasTextOrNumber(texts: SQL, number: SQLWrapper, search: string): SQL | undefined {
  if (search === '') return undefined;
  return or(
    sql`${texts} ilike ${likePattern(search)}`,
    ...searchedDigits(search).map((part) => sql`${number} like ${likePattern(part)}`),
  );
}
