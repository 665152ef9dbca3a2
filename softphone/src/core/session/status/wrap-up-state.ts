/** The wrap-up that the team has chosen. The server keeps it, so that reloads and other devices show it too. */
import type { WrapUp } from '@offhook/contract/agent/wrap-up';

export interface WrapUpState {
  readonly callId: number;
  /** By this device's clock; null: until the agent is done. */
  readonly endsAt: number | null;
}

const CLOCK_TOLERANCE_MS = 2_000;

/** @param endedCallId of a wrap-up that the agent has ended, perhaps before the server knew */
export function wrapUpResponded(
  before: WrapUpState | null,
  wrapUp: WrapUp | null,
  at: number,
  endedCallId: number | null,
): WrapUpState | null {
  if (wrapUp === null || wrapUp.call_id === endedCallId) return null;
  const { call_id: callId, seconds_left: seconds } = wrapUp;
  const endsAt = seconds === null ? null : at + seconds * 1_000;
  const isSame =
    before?.callId === callId &&
    (before.endsAt === endsAt ||
      (before.endsAt !== null && endsAt !== null && Math.abs(before.endsAt - endsAt) < CLOCK_TOLERANCE_MS));
  return isSame ? before : { callId, endsAt };
}
