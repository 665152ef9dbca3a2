/** Connections: made, answered, in the conversation, over; and an agent who is let in by one. */

import { isParty } from '@offhook/contract/permissions';
import { type FinalLegStatus, isFinal } from '../../../platform/core/leg-status.ts';
import { phaseOf } from '../call-lifecycle.ts';
import { isRinging } from '../call-user.ts';
import { type Leg, type LegEvent, type LegFact, transitionLeg } from '../leg.ts';
import { isInvitation, partyLegs } from '../parties.ts';
import { type Draft, notify, tellCallUser, userOf } from './draft.ts';
import { loseAgent } from './hanging-up.ts';
import { coachedSid } from './hearing.ts';
import { endOwnPhoneRing, endRing, expectAcknowledgement, markUnreachable, rivalsOf } from './rings.ts';
import { letGiverGo, takeOver } from './transfers.ts';
import { assess, tellCall, withdrawAll } from './whole-call.ts';

/** A create request that was answered is taken for ringing after this. */
const RINGS_AFTER_CREATE_MS = 1_000;

export function receiveLeg(draft: Draft, legId: number, event: LegEvent): void {
  const leg = draft.legs.find(({ id }) => id === legId);
  if (!leg) return;
  const { leg: next, facts } = transitionLeg(leg, event);
  draft.legs = draft.legs.map((other) => (other.id === legId ? next : other));
  if (event.type === 'created') legMade(draft, next, event.at);
  for (const fact of facts) learn(draft, next, fact);
}

/** The provider made it; in the meantime nobody may want it any more. */
function legMade(draft: Draft, leg: Leg, at: number): void {
  if (isFinal(leg.status)) return;
  if (!isWanted(draft, leg)) draft.orders.push({ kind: 'endLeg', legId: leg.id });
  else expectAcknowledgement(draft, leg, at + RINGS_AFTER_CREATE_MS);
}

function isWanted(draft: Draft, leg: Leg): boolean {
  if (phaseOf(draft.call) === 'ended') return false;
  if (leg.kind !== 'agent') return true;
  const callUser = userOf(draft, leg.callUserId);
  if (!callUser) return false;
  if (isRinging(callUser)) return true;
  if (callUser.status !== 'accepted') return false;
  return callUser.sid === leg.sid || callUser.vanishedAt !== null;
}

function learn(draft: Draft, leg: Leg, fact: LegFact): void {
  switch (fact.type) {
    case 'doubled':
      draft.orders.push({ kind: 'endSid', sid: fact.sid });
      return;
    case 'rang':
      expectAcknowledgement(draft, leg, fact.at);
      return;
    case 'answered':
      if (leg.kind === 'agent') return;
      tellCall(draft, { type: 'partyAnswered', at: fact.at });
      // Of one that is over already the end is told next, with its own time.
      if (isFinal(leg.status)) return;
      if (leg.kind === 'lead') draft.orders.push({ kind: 'announce', legId: leg.id });
      assess(draft, fact.at);
      return;
    case 'identified':
      draft.orders.push({ kind: 'callChanged' });
      return;
    case 'joined':
      if (leg.callUserId !== null) letGiverGo(draft, leg.callUserId, fact.at);
      return;
    case 'ended':
      if (leg.kind === 'agent') agentLegEnded(draft, leg, fact.status, fact.at);
      else partyLegEnded(draft, leg, fact);
      return;
    default:
      fact satisfies never;
  }
}

function agentLegEnded(draft: Draft, leg: Leg, status: FinalLegStatus, at: number): void {
  const callUser = userOf(draft, leg.callUserId);
  if (!callUser) return;
  if (isRinging(callUser) && callUser.ownNumber !== null) {
    endOwnPhoneRing(draft, callUser.id, status, at);
  } else if (isRinging(callUser)) {
    const isAcknowledged = callUser.acknowledgedAt !== null;
    if (status === 'busy' && isAcknowledged) {
      endRing(draft, callUser.id, { type: 'ignored', at });
      return;
    }
    const reason = isAcknowledged ? 'No answer' : 'The phone could not be reached';
    // Nobody ended it, and the phone never said that it rings: it is not there, whatever it reports.
    if (!isAcknowledged && status !== 'canceled') markUnreachable(draft, callUser, reason, at);
    endRing(draft, callUser.id, { type: 'missed', reason, at });
  } else if (callUser.status === 'accepted' && callUser.sid === leg.sid) {
    loseAgent(draft, callUser, leg, at);
  }
}

/** The lead's or the caller's connection is over. */
function partyLegEnded(draft: Draft, leg: Leg, fact: Extract<LegFact, { type: 'ended' }>): void {
  const { status, at } = fact;
  const phase = phaseOf(draft.call);
  if (phase === 'ended') {
    // Among more than two nobody can say afterwards whose leaving was the end.
    if (wereTwo(draft)) tellCall(draft, { type: 'partyEnded', status, at });
    return;
  }
  const isAwaited =
    phase === 'offering' ||
    phase === 'voicemail' ||
    (phase === 'connecting' && draft.call.type !== 'conference');
  if (isAwaited && partyLegs(draft).length === 0) {
    tellCall(draft, { type: 'partyEnded', status, at });
    return;
  }
  if (leg.answeredAt === null) notify(draft, userOf(draft, draft.call.claimedBy), 'leadMissed');
  assess(draft, at);
}

function wereTwo({ callUsers, legs }: Draft): boolean {
  const agents = callUsers.filter(({ type, acceptedAt }) => isParty(type) && acceptedAt !== null);
  return agents.length === 1 && legs.filter(({ kind }) => kind !== 'agent').length === 1;
}

export function refuseLeg(draft: Draft, legId: number, reason: string, at: number): void {
  const leg = draft.legs.find(({ id }) => id === legId);
  if (!leg || leg.sid !== null || isFinal(leg.status)) return;
  draft.call = { ...draft.call, reasons: [...draft.call.reasons, reason] };
  receiveLeg(draft, legId, { type: 'reported', sid: null, status: 'failed', at, seconds: null });
}

export interface AgentConnected {
  readonly callUserId: number;
  readonly legId: number;
  readonly sid: string;
  readonly phoneId: string | null;
  readonly at: number;
}

export function connectAgent(draft: Draft, event: AgentConnected): void {
  const { callUserId, legId, sid, phoneId, at } = event;
  const callUser = userOf(draft, callUserId);
  if (!callUser) return;
  const isFirst = isRinging(callUser);
  tellCallUser(draft, callUserId, { type: 'connected', sid, phoneId, at });
  receiveLeg(draft, legId, { type: 'reported', sid, status: 'in-progress', at, seconds: null });
  if (isFirst) {
    withdrawAll(draft, rivalsOf(draft, callUser), callUser.userId, null, at);
    if (callUser.type === 'transfer') takeOver(draft, callUser, at);
    else if (!isInvitation(callUser.type)) {
      const { userId } = callUser;
      tellCall(draft, { type: 'claimed', callUserId, userId, partyIn: partyLegs(draft).length > 0, at });
    }
  }
  // With this the answer to the provider says whom a whisper reaches: no word can reach anybody else before.
  draft.legs = draft.legs.map((leg) =>
    leg.id === legId ? { ...leg, coaches: coachedSid(draft, leg) } : leg,
  );
  assess(draft, at);
}
