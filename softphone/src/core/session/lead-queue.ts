/** The leads that wait for the agent, from the last presence response. */
import type { LeadQueue, PhoneEvent } from '../events.ts';
import type { ScreenState } from '../screen/screen-state.ts';
import { canBePhone, isAway, type SessionState } from './session.ts';

export interface ShownQueue extends LeadQueue {
  /** Until the next lead; 0 while it connects; null if the time isn't known. */
  readonly secondsLeft: number | null;
}

/** A due lead rings within this time, or waits for something else. */
const CONNECTING_S = 10;

export function leadQueue(
  before: ShownQueue | null,
  event: PhoneEvent,
  { session, screen }: { readonly session: SessionState; readonly screen: ScreenState },
): ShownQueue | null {
  if (!canBePhone(session) || isAway(session)) return null;
  const isWaiting = screen.view.name === 'waiting';
  switch (event.type) {
    case 'presenceResponded':
      // In other views, the last numbers are kept for the return.
      if (event.queue === null) return isWaiting ? null : before;
      return { ...event.queue, secondsLeft: secondsLeft(event.queue, event.queue.at) };
    case 'clockTicked': {
      if (before === null || !isWaiting) return before;
      const left = secondsLeft(before, event.at);
      return left === before.secondsLeft ? before : { ...before, secondsLeft: left };
    }
    default:
      return before;
  }
}

function secondsLeft({ waiting, nextDueAt }: LeadQueue, now: number): number | null {
  if (nextDueAt === null || waiting === 0) return null;
  const seconds = Math.ceil((nextDueAt - now) / 1_000);
  return seconds <= -CONNECTING_S ? null : Math.max(0, seconds);
}
