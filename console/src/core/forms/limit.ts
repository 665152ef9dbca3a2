/** null: blank, so no limit; undefined: not a whole number from 1 to `max`. */
export function parseLimit(text: string, max: number): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = /^\d+$/.test(trimmed) ? Number(trimmed) : 0;
  return value >= 1 && value <= max ? value : undefined;
}

export const formatLimit = (limit: number | null): string => (limit === null ? '' : String(limit));
