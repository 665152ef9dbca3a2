/** How long each step of a lead's call took, in milliseconds; null: the call did not come so far. */
export interface Moments {
  /** All in ms since 1970. The lead came, or the call was promised. */
  readonly requestedAt: number | null;
  /** The moment for which it was promised; null: at once. */
  readonly plannedFor: number | null;
  readonly startedAt: number;
  /** The first agent was chosen. */
  readonly decidedAt: number | null;
  /** Of the agent who took it. */
  readonly rungAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly acceptedAt: number | null;
  /** The lead's connection was ordered, and answered. */
  readonly dialledAt: number | null;
  readonly answeredAt: number | null;
}

export interface Stopwatch {
  /** From the request to the call's row. */
  readonly intake: number | null;
  /** What it waited for its minute. */
  readonly schedule: number | null;
  /** Until the agent who took it was chosen: rings that nobody took before are in it. */
  readonly routing: number | null;
  /** Until that agent's phone had the ring. */
  readonly ring: number | null;
  readonly accept: number | null;
  readonly dial: number | null;
  readonly answer: number | null;
}

export function stopwatch(moments: Moments): Stopwatch {
  const { requestedAt, plannedFor, startedAt, rungAt, decidedAt, acceptedAt, dialledAt } = moments;
  const waited = plannedFor === null ? 0 : between(requestedAt, startedAt);
  return {
    intake: plannedFor === null ? between(requestedAt, startedAt) : 0,
    schedule: waited,
    routing: between(startedAt, rungAt ?? decidedAt),
    ring: between(rungAt, moments.acknowledgedAt),
    accept: between(moments.acknowledgedAt ?? rungAt, acceptedAt),
    dial: between(acceptedAt, dialledAt),
    answer: between(dialledAt, moments.answeredAt),
  };
}

/** Clocks of several processes differ by a little: nothing takes less than no time. */
function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, to - from);
}
