/**
 * What each one hears, and who hears them: who waits with music while a call is held, whom a whisper reaches, who is
 * muted. It follows from where an event led.
 */
import { isFinal } from '../../../platform/core/leg-status.ts';
import { phaseOf } from '../call-lifecycle.ts';
import type { Order } from '../effects.ts';
import type { Leg } from '../leg.ts';
import { handlerOf, isConnected, isPresent, isSupervision, legOf, type Parties } from '../parties.ts';
import { type Draft, userOf } from './draft.ts';
import { tellCall } from './whole-call.ts';

/** Whoever is in the conversation may hold it, and end the hold of another. */
export function hold(draft: Draft, callUserId: number, isHeld: boolean, at: number): void {
  if (userOf(draft, callUserId)?.status !== 'accepted') return;
  tellCall(draft, { type: 'held', by: isHeld ? callUserId : null, at });
}

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

/**
 * Whether a leg waits with music: everyone but the agent who holds, and everyone who was left alone by an agent that
 * may come back. A supervisor never does.
 */
export function isToBeHeld(parties: Parties, leg: Leg): boolean {
  const { call, callUsers } = parties;
  if (!isConnected(leg)) return false;
  if (leg.kind === 'agent') {
    const owner = callUsers.find(({ id }) => id === leg.callUserId);
    if (!owner || !isPresent(owner) || owner.sid !== leg.sid || isSupervision(owner.type)) return false;
    if (owner.id === call.heldBy) return false;
  }
  switch (phaseOf(call)) {
    case 'vanished':
      return true;
    case 'connecting':
    case 'talking':
      return call.heldBy !== null;
    case 'offering':
    case 'voicemail':
    case 'ended':
      return false;
  }
}

/** Whom a whispering supervisor's words should reach now: the handling agent's connection. null: nobody is there. */
export function coachedSid(parties: Parties, leg: Leg): string | null {
  const owner = parties.callUsers.find(({ id }) => id === leg.callUserId);
  if (owner?.type !== 'whisper' || !isPresent(owner) || owner.sid !== leg.sid) return null;
  const handler = handlerOf(parties);
  if (!handler || !isPresent(handler)) return null;
  const handlers = legOf(parties, handler);
  return handlers && isConnected(handlers) && !handlers.held ? handlers.sid : null;
}

/** A listening supervisor is heard by nobody, a whispering one by the coached agent or nobody. */
export function seatOf(
  { callUsers, legs }: Parties,
  callUserId: number,
  legId: number,
): { readonly muted: boolean; readonly coach: string | null } {
  const type = callUsers.find(({ id }) => id === callUserId)?.type;
  const coach = legs.find(({ id }) => id === legId)?.coaches ?? null;
  return { muted: type === 'listen' || (type === 'whisper' && coach === null), coach };
}
