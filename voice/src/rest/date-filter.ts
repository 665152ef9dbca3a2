import { ApiError } from './errors.ts';
import type { Form } from './form.ts';

const dayMs = 86_400_000;

/**
 * The provider's date filters: `Name` matches that day, `Name<` that day or earlier, `Name>` that day or later (GMT).
 * A value with a time of day matches that second.
 * @returns a predicate, which accepts null only if there's no filter
 */
export function dateFilter(query: Form, name: string): (at: number | null) => boolean {
  const on = bounds(query.text(name), name);
  const before = bounds(query.text(`${name}<`), name);
  const after = bounds(query.text(`${name}>`), name);
  if (!on && !before && !after) return () => true;
  return (at) =>
    at !== null &&
    (!on || (at >= on.first && at <= on.last)) &&
    (!before || at <= before.last) &&
    (!after || at >= after.first);
}

function bounds(text: string | null, name: string): { readonly first: number; readonly last: number } | null {
  if (text === null || text === '') return null;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const first = Date.parse(day ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(first)) throw new ApiError(20001, `${name} must be YYYY-MM-DD`);
  return { first, last: day ? first + dayMs - 1 : first + 999 };
}
