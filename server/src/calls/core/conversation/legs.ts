import { isParty } from '@offhook/contract/accounts/permissions';
import { type FinalLegStatus, isFinal } from '../../../platform/core/leg-status.ts';
import { english } from '../../../platform/core/sentences.ts';
import { phaseOf } from '../call-lifecycle.ts';
import { isRinging } from '../call-user.ts';
import { type Leg, type LegEvent, type LegFact, transitionLeg } from '../leg.ts';
import { isInvitation, partyLegs } from '../parties.ts';
import { applyCallEvent, updateCallForParties, withdrawAll } from './call-events.ts';
import { applyCallUserEvent, type Draft, findCallUser, notifyInCall } from './draft.ts';
import { startConsultation } from './hand-over/consultations.ts';
import { acceptTransfer, releaseTransferrer } from './hand-over/transfers.ts';
import { handleAgentLegLost } from './hang-up.ts';
import { coachedSid } from './hold-and-whisper.ts';
import {
  competingRings,
  endExternalPhoneRing,
  endRing,
  expectAcknowledgement,
  markUnreachable,
} from './rings.ts';

/** Used if the provider sends no ringing report. */
const ASSUMED_RINGING_AFTER_MS = 1_000;

export function applyLegEvent(draft: Draft, legId: number, event: LegEvent): void {
  const leg = draft.legs.find(({ id }) => id === legId);
  if (!leg) return;
  const { leg: next, facts } = transitionLeg(leg, event);
  draft.legs = draft.legs.map((other) => (other.id === legId ? next : other));
  if (event.type === 'created') handleLegCreated(draft, next, event.at);
  else if (leg.sid === null && event.type === 'reported') handleLegFound(draft, next, event);
  for (const fact of facts) applyLegFact(draft, next, fact);
}

/** The leg may no longer be needed by the time the provider confirms it. */
function handleLegCreated(draft: Draft, leg: Leg, at: number): void {
  if (isFinal(leg.status)) return;
  if (!isStillNeeded(draft, leg)) draft.commands.push({ kind: 'endLeg', legId: leg.id });
  else expectAcknowledgement(draft, leg, at + ASSUMED_RINGING_AFTER_MS);
}

/** A call whose response was lost is known by its first report, perhaps after its leg was given up. */
function handleLegFound(draft: Draft, leg: Leg, { status }: Extract<LegEvent, { type: 'reported' }>): void {
  if (leg.sid === null || isFinal(status) || isStillNeeded(draft, leg)) return;
  draft.commands.push({ kind: 'endSid', sid: leg.sid });
}

function isStillNeeded(draft: Draft, leg: Leg): boolean {
  if (phaseOf(draft.call) === 'ended') return false;
  if (leg.kind !== 'agent') return true;
  const callUser = findCallUser(draft, leg.callUserId);
  if (!callUser) return false;
  if (isRinging(callUser)) return true;
  if (callUser.status !== 'accepted') return false;
  return callUser.sid === leg.sid || callUser.disconnectedAt !== null;
}

function applyLegFact(draft: Draft, leg: Leg, fact: LegFact): void {
  switch (fact.type) {
    case 'duplicated':
      draft.commands.push({ kind: 'endSid', sid: fact.sid });
      return;
    case 'rang':
      expectAcknowledgement(draft, leg, fact.at);
      return;
    case 'answered':
      if (leg.kind === 'agent') return;
      applyCallEvent(draft, { type: 'partyAnswered', at: fact.at });
      // If the leg has already ended, its end is applied next, with its own time.
      if (isFinal(leg.status)) return;
      if (leg.kind === 'lead') draft.commands.push({ kind: 'announce', legId: leg.id });
      updateCallForParties(draft, fact.at);
      return;
    case 'identified':
      draft.commands.push({ kind: 'callChanged' });
      return;
    case 'joined':
      if (leg.callUserId !== null) releaseTransferrer(draft, leg.callUserId, fact.at);
      return;
    case 'ended':
      if (leg.kind === 'agent') handleAgentLegEnded(draft, leg, fact.status, fact.at);
      else handlePartyLegEnded(draft, leg, fact);
      return;
    default:
      fact satisfies never;
  }
}

function handleAgentLegEnded(draft: Draft, leg: Leg, status: FinalLegStatus, at: number): void {
  const callUser = findCallUser(draft, leg.callUserId);
  if (!callUser) return;
  if (isRinging(callUser) && callUser.externalNumber !== null) {
    endExternalPhoneRing(draft, callUser.id, status, at);
  } else if (isRinging(callUser)) {
    const isAcknowledged = callUser.acknowledgedAt !== null;
    if (status === 'busy' && isAcknowledged) {
      endRing(draft, callUser.id, { type: 'ignored', at });
      return;
    }
    const reason = isAcknowledged
      ? english({ id: 'callReason.noAnswer' })
      : english({ id: 'callReason.phoneUnreachable' });
    // The phone can't be reached, whatever its presence says: its leg was neither canceled nor acknowledged.
    if (!isAcknowledged && status !== 'canceled') markUnreachable(draft, callUser, reason, at);
    endRing(draft, callUser.id, { type: 'missed', reason, at });
  } else if (callUser.status === 'accepted' && callUser.sid === leg.sid) {
    handleAgentLegLost(draft, callUser, leg, at);
  }
}

function handlePartyLegEnded(draft: Draft, leg: Leg, fact: Extract<LegFact, { type: 'ended' }>): void {
  const { status, at } = fact;
  const phase = phaseOf(draft.call);
  if (phase === 'ended') {
    // With more than two parties it's unknown whose leaving ended the call.
    if (hadTwoParties(draft)) applyCallEvent(draft, { type: 'partyEnded', status, at });
    return;
  }
  const isAwaited =
    phase === 'offering' ||
    phase === 'voicemail' ||
    phase === 'parked' ||
    (phase === 'connecting' && draft.call.type !== 'conference');
  if (isAwaited && partyLegs(draft).length === 0) {
    applyCallEvent(draft, { type: 'partyEnded', status, at });
    return;
  }
  if (leg.answeredAt === null) notifyInCall(draft, findCallUser(draft, draft.call.claimedBy), 'leadMissed');
  updateCallForParties(draft, at);
}

function hadTwoParties({ callUsers, legs }: Draft): boolean {
  const agents = callUsers.filter(({ type, acceptedAt }) => isParty(type) && acceptedAt !== null);
  return agents.length === 1 && legs.filter(({ kind }) => kind !== 'agent').length === 1;
}

export function failLegCreation(draft: Draft, legId: number, reason: string, at: number): void {
  const leg = draft.legs.find(({ id }) => id === legId);
  if (!leg || leg.sid !== null || isFinal(leg.status)) return;
  draft.call = { ...draft.call, reasons: [...draft.call.reasons, reason] };
  applyLegEvent(draft, legId, { type: 'reported', sid: null, status: 'failed', at, seconds: null });
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
  const callUser = findCallUser(draft, callUserId);
  if (!callUser) return;
  const isFirst = isRinging(callUser);
  applyCallUserEvent(draft, callUserId, { type: 'connected', sid, phoneId, at });
  applyLegEvent(draft, legId, { type: 'reported', sid, status: 'in-progress', at, seconds: null });
  if (isFirst) {
    withdrawAll(draft, competingRings(draft, callUser), callUser.userId, null, at);
    if (callUser.consults) startConsultation(draft, at);
    else if (callUser.type === 'transfer') acceptTransfer(draft, callUser, legId, at);
    else if (!isInvitation(callUser.type)) {
      const { userId } = callUser;
      applyCallEvent(draft, {
        type: 'claimed',
        callUserId,
        userId,
        hasParty: partyLegs(draft).length > 0,
        at,
      });
    }
  }
  // The response to the provider sets the whisper's target, so no other participant hears it even briefly.
  draft.legs = draft.legs.map((leg) =>
    leg.id === legId ? { ...leg, coaches: coachedSid(draft, leg) } : leg,
  );
  updateCallForParties(draft, at);
}
