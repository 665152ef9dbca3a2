/** Derives who is on hold, and who hears a whisper, from the state of the conversation. */
import { isFinal } from '../../../platform/core/leg-status.ts';
import { phaseOf } from '../call-lifecycle.ts';
import type { Command } from '../effects.ts';
import type { Leg } from '../leg.ts';
import {
  activeLeg,
  consultation,
  handlingAgent,
  isConnected,
  isPresent,
  isSupervision,
  type Parties,
} from '../parties.ts';
import { applyCallEvent } from './call-events.ts';
import { type Draft, findCallUser } from './draft.ts';

/** Any agent may end a hold. A second one leaves the first: its agent is the one who isn't held. */
export function setHold(draft: Draft, callUserId: number, isHeld: boolean, at: number): void {
  if (findCallUser(draft, callUserId)?.status !== 'accepted' || consultation(draft) !== null) return;
  if (isHeld && draft.call.heldBy !== null) return;
  applyCallEvent(draft, { type: 'held', by: isHeld ? callUserId : null, at });
}

export function updateParticipants(draft: Draft): void {
  if (phaseOf(draft.call) === 'ended') return;
  for (const { id } of draft.legs) {
    const leg = draft.legs.find((other) => other.id === id);
    if (!leg || isFinal(leg.status)) continue;
    const held = shouldBeHeld(draft, leg);
    if (held !== leg.held) changeLeg(draft, leg, { held }, { kind: 'hold', legId: id });
  }
  for (const leg of draft.legs) {
    const owner = findCallUser(draft, leg.callUserId);
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
  command: Command,
): void {
  draft.legs = draft.legs.map((other) => (other.id === leg.id ? { ...other, ...changes } : other));
  draft.commands.push(command);
}

/**
 * During a hold, everyone but the agent who put the call on hold hears music. So does everyone left by an agent
 * who may return.
 * Supervisors are never held.
 */
export function shouldBeHeld(parties: Parties, leg: Leg): boolean {
  const { call, callUsers } = parties;
  if (!isConnected(leg)) return false;
  if (leg.kind === 'agent') {
    const owner = callUsers.find(({ id }) => id === leg.callUserId);
    if (!owner || !isPresent(owner) || owner.sid !== leg.sid || isSupervision(owner.type)) return false;
    if (owner.id === call.heldBy) return false;
  }
  switch (phaseOf(call)) {
    case 'reconnecting':
    case 'parked':
      return true;
    case 'connecting':
    case 'talking':
      return isConsulted(parties, leg) ?? call.heldBy !== null;
    case 'offering':
    case 'voicemail':
    case 'ended':
      return false;
  }
}

/** The two agents hear each other, all others hear music. Null: no consultation. */
function isConsulted(parties: Parties, leg: Leg): boolean | null {
  const consulting = consultation(parties);
  if (consulting === null) return null;
  const { agent, colleague } = consulting;
  const talks = leg.callUserId === agent.id || leg.callUserId === colleague.id;
  return !talks || !isPresent(agent) || !isPresent(colleague);
}

export function coachedSid(parties: Parties, leg: Leg): string | null {
  const owner = parties.callUsers.find(({ id }) => id === leg.callUserId);
  if (owner?.type !== 'whisper' || !isPresent(owner) || owner.sid !== leg.sid) return null;
  const handler = handlingAgent(parties);
  if (!handler || !isPresent(handler)) return null;
  const handlerLeg = activeLeg(parties, handler);
  return handlerLeg && isConnected(handlerLeg) && !handlerLeg.held ? handlerLeg.sid : null;
}

/** A listening supervisor is muted. A whispering one is heard only by the coached agent. */
export function conferenceRole(
  { callUsers, legs }: Parties,
  callUserId: number,
  legId: number,
): { readonly muted: boolean; readonly coach: string | null } {
  const type = callUsers.find(({ id }) => id === callUserId)?.type;
  const coach = legs.find(({ id }) => id === legId)?.coaches ?? null;
  return { muted: type === 'listen' || (type === 'whisper' && coach === null), coach };
}
