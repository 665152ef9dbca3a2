export interface Summary {
  readonly count: number;
  readonly min: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { count: sorted.length, min: at(0), p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

/** Alternates the two measurements, so that a temporary slowdown affects both. */
export async function alternate<T>(
  repetitions: number,
  ours: () => Promise<T>,
  baseline: () => Promise<T>,
): Promise<{ ours: T[]; baseline: T[] }> {
  const result: { ours: T[]; baseline: T[] } = { ours: [], baseline: [] };
  for (let i = 0; i < repetitions; i += 1) {
    result.ours.push(await ours());
    result.baseline.push(await baseline());
  }
  return result;
}
