export interface PauseTimes {
  readonly pausedAt: number;
  /** null: until the call ended. */
  readonly resumedAt: number | null;
}

export interface RecordingTimes {
  /** When its start was reported. */
  readonly createdAt: number;
  readonly seconds: number | null;
  /** When the call ended; null: still running. */
  readonly endedAt: number | null;
}

export interface SilentPart {
  readonly from_seconds: number;
  readonly to_seconds: number;
}

/**
 * Where a recording is silent because an agent paused it. A pause is recorded as silence, so positions in the file are
 * times of the call. All times in ms since 1970.
 */
export function silentParts<P extends PauseTimes>(
  { createdAt, seconds, endedAt }: RecordingTimes,
  pauses: readonly P[],
): readonly (SilentPart & { readonly pause: P })[] {
  // If only the end of a recording was reported, the row is newer than the call.
  const isLate = endedAt !== null && createdAt >= endedAt;
  const startedAt = isLate ? endedAt - (seconds ?? 0) * 1_000 : createdAt;
  const length = seconds ?? Number.POSITIVE_INFINITY;
  return pauses.flatMap((pause) => {
    const until = pause.resumedAt ?? endedAt;
    if (until === null) return [];
    const from_seconds = Math.max(0, toSeconds(pause.pausedAt - startedAt));
    const to_seconds = Math.min(length, toSeconds(until - startedAt));
    return from_seconds < to_seconds ? [{ from_seconds, to_seconds, pause }] : [];
  });
}

const toSeconds = (ms: number): number => Math.round(ms / 100) / 10;
