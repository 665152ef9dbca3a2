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

/** A longer difference means that the clocks differ, or that an earlier report was lost. */
const MAX_REPORT_DELAY_MS = 10_000;

/**
 * The start of a recording, from a report that may be late. Its time has whole seconds.
 * @param reportedAt by the provider's clock
 */
export function recordingStart(reportedAt: number | null, now: number): number {
  if (reportedAt === null || reportedAt > now || now - reportedAt > MAX_REPORT_DELAY_MS) return now;
  return now - reportedAt < 1_000 ? now : reportedAt + 500;
}

const toSeconds = (ms: number): number => Math.round(ms / 100) / 10;
