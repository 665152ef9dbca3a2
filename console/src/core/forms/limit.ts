/** A limit that somebody typed. null: there is none; undefined: it is no whole number from 1 to `most`. */
export function parseLimit(text: string, max: number): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = /^\d+$/.test(trimmed) ? Number(trimmed) : 0;
  return value >= 1 && value <= max ? value : undefined;
}

/** The same as a text. */
export const formatLimit = (limit: number | null): string => (limit === null ? '' : String(limit));
