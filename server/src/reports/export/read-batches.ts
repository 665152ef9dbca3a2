/** @param readAfter the next rows in order, after the given one @returns the last batch isn't full, and may be empty */
export async function* readBatches<R>(
  readAfter: (last: R | undefined) => PromiseLike<readonly R[]>,
  batchSize: number,
): AsyncGenerator<readonly R[], void> {
  for (let last: R | undefined; ; ) {
    const rows = await readAfter(last);
    yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}
