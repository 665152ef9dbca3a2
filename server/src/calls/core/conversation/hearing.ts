/** What each one hears follows from where an event led. */
import { isFinal } from '../../../platform/core/leg-status.ts';
import { phaseOf } from '../call-lifecycle.ts';
import type { Order } from '../effects.ts';
import type { Leg } from '../leg.ts';
import { coachedSid, isPresent, isToBeHeld } from '../parties.ts';
import { type Draft, userOf } from './draft.ts';

/** Orders what differs between how each leg is connected and how it should be. */
export function settle(draft: Draft): void {
  if (phaseOf(draft.call) === 'ended') return;
  for (const { id } of draft.legs) {
    const leg = draft.legs.find((one) => one.id === id);
    if (!leg || isFinal(leg.status)) continue;
    const held = isToBeHeld(draft, leg);
    if (held !== leg.held) changeLeg(draft, leg, { held }, { kind: 'hold', legId: id });
  }
  for (const leg of draft.legs) {
    const owner = userOf(draft, leg.callUserId);
    if (owner?.type !== 'whisper' || !isPresent(owner) || owner.sid !== leg.sid || isFinal(leg.status))
      continue;
    const coaches = coachedSid(draft, leg);
    if (coaches !== leg.coaches) changeLeg(draft, leg, { coaches }, { kind: 'coach', legId: leg.id });
  }
}

function changeLeg(
  draft: Draft,
  leg: Leg,
  changes: Partial<Pick<Leg, 'held' | 'coaches'>>,
  order: Order,
): void {
  draft.legs = draft.legs.map((other) => (other.id === leg.id ? { ...other, ...changes } : other));
  draft.orders.push(order);
}
