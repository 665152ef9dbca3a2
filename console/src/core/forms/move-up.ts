/** Swaps a row with the one above. The first stays. */
export function moveUp<R>(rows: readonly R[], at: number): readonly R[] {
  const [above, row] = [rows[at - 1], rows[at]];
  return above === undefined || row === undefined ? rows : rows.with(at - 1, row).with(at, above);
}
