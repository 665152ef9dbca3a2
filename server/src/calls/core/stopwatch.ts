/** Times in ms since 1970; null when the call didn't get that far. */
export interface CallTimes {
  /** When the lead arrived, or the call was scheduled. */
  readonly requestedAt: number | null;
  /** null when the call started immediately. */
  readonly scheduledFor: number | null;
  readonly startedAt: number;
  readonly decidedAt: number | null;
  readonly rungAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly acceptedAt: number | null;
  readonly dialedAt: number | null;
  readonly answeredAt: number | null;
}

export interface Stopwatch {
  readonly intake: number | null;
  readonly schedule: number | null;
  /** Until the accepting agent was chosen, including earlier rings that were missed. */
  readonly routing: number | null;
  readonly ring: number | null;
  readonly accept: number | null;
  readonly dial: number | null;
  readonly answer: number | null;
}

export function toStopwatch(times: CallTimes): Stopwatch {
  const { requestedAt, scheduledFor, startedAt, rungAt, decidedAt, acceptedAt, dialedAt } = times;
  const waited = scheduledFor === null ? 0 : elapsed(requestedAt, startedAt);
  return {
    intake: scheduledFor === null ? elapsed(requestedAt, startedAt) : 0,
    schedule: waited,
    routing: elapsed(startedAt, rungAt ?? decidedAt),
    ring: elapsed(rungAt, times.acknowledgedAt),
    accept: elapsed(times.acknowledgedAt ?? rungAt, acceptedAt),
    dial: elapsed(acceptedAt, dialedAt),
    answer: elapsed(dialedAt, times.answeredAt),
  };
}

/** Clocks of different processes can differ slightly, so durations are never negative. */
function elapsed(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, to - from);
}
