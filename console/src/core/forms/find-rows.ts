import { searchMatcher } from '../board/board-rows.ts';

/** Matches all words of the search, and digits against the row's numbers, however they are written. */
export function findRows<R>(rows: readonly R[], textOf: (row: R) => string, search: string): readonly R[] {
  const matches = searchMatcher(search);
  return rows.filter((row) => {
    const text = textOf(row);
    return matches(text, text);
  });
}
