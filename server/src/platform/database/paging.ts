export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** One more than was asked for tells whether there is a page after it. */
export function pageOf<T extends { readonly id: number }, V>(
  rows: readonly T[],
  limit: number,
  view: (row: T) => V,
): { success: true; data: V[]; next: number | null } {
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { success: true, data: shown.map((row) => view(row)), next };
}
