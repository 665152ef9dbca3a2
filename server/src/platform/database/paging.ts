export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** One more than was asked for tells whether there is a page after it. */
export function pageOf<T extends { readonly id: number }>(
  rows: readonly T[],
  limit: number,
): { rows: readonly T[]; next: number | null } {
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
