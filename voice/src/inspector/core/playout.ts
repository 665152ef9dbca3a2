/** Times are in seconds of the audio clock. */
export const FRAME_SECONDS = 0.02;
export const SAMPLE_RATE = 8_000;

/** Waits this long at the start and after a gap, so that late frames arrive in time. */
const LEAD_SECONDS = 0.12;

/** After a stall, frames arrive at once. Those that would be heard later than this are left out. */
const MAX_AHEAD_SECONDS = 0.5;

export interface Slot {
  /** When to play the frame; null to leave it out. */
  readonly startAt: number | null;
  /** When the next frame is due. */
  readonly nextAt: number;
}

/** @param nextAt of the previous slot; 0 at the start */
export function nextSlot(nextAt: number, now: number): Slot {
  if (nextAt - now > MAX_AHEAD_SECONDS) return { startAt: null, nextAt };
  // On a sample, so that frames join without a click.
  const startAt = nextAt >= now ? nextAt : Math.ceil((now + LEAD_SECONDS) * SAMPLE_RATE) / SAMPLE_RATE;
  return { startAt, nextAt: startAt + FRAME_SECONDS };
}
