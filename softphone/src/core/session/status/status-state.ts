/** The agent's status, which is stored on the server. Null until loaded, and if the server doesn't have any. */
import type { OwnStatus } from '@offhook/contract/agent/agent-status';

export interface StatusState extends OwnStatus {
  /** By this device's clock. */
  readonly since: number;
  readonly loadedAt: number;
  readonly askedAt: number;
}

const CLOCK_TOLERANCE_MS = 2_000;

/**
 * Later responses for the same status keep its start, so that the timer doesn't jump. The response to an earlier
 * request may arrive last, and changes nothing.
 */
export function statusLoaded(
  before: StatusState | null,
  status: OwnStatus,
  { at, askedAt }: { readonly at: number; readonly askedAt: number },
): StatusState {
  if (before !== null && askedAt < before.askedAt) return before;
  const since = at - status.seconds * 1_000;
  const isSame = before?.revision === status.revision && Math.abs(before.since - since) < CLOCK_TOLERANCE_MS;
  return { ...status, since: isSame ? before.since : since, loadedAt: at, askedAt };
}
