import { ApiError } from './errors.ts';
import type { Form } from './form.ts';

const dayMs = 86_400_000;

/**
 * The provider's three fields of a date in a list's query: `Name` is that day, `Name<` that day or before, `Name>` that
 * day or after (GMT). With a time of day it is that moment.
 * @returns whether a date passes; one that is not there passes only when nothing was asked
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
