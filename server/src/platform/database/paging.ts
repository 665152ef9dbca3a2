export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

export function toPage<T extends { readonly id: number }, V>(
  rows: readonly T[],
  limit: number,
  view: (row: T) => V,
): { success: true; data: V[]; next: number | null } {
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { success: true, data: shown.map((row) => view(row)), next };
}
