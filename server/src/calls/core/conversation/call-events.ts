import { isFinal } from '../../../platform/core/leg-status.ts';
import { english } from '../../../platform/core/sentences.ts';
import { type CallEvent, type CallTransition, phaseOf, transitionCall } from '../call-lifecycle.ts';
import { type CallUser, isRinging } from '../call-user.ts';
import { countTalkers, isConnected, isSupervision } from '../parties.ts';
import { applyCallUserEvent, type Draft, notifyAgent } from './draft.ts';

export function updateCallForParties(draft: Draft, at: number, reason: string | null = null): void {
  const { present, awaited } = countTalkers(draft);
  const phase = phaseOf(draft.call);
  switch (phase) {
    case 'connecting':
      if (draft.call.type === 'conference' && present > 1)
        applyCallEvent(draft, { type: 'agentsJoined', at });
      return;
    case 'talking':
    case 'reconnecting':
      if (present + awaited < 2) applyCallEvent(draft, { type: 'onePartyLeft', reason, at });
      else if (present < 2 === (phase === 'talking'))
        applyCallEvent(draft, { type: present < 2 ? 'partyDropped' : 'partyReturned', at });
      return;
    case 'offering':
    case 'voicemail':
    case 'parked':
    case 'ended':
      return;
  }
}

export function applyCallEvent(draft: Draft, event: CallEvent): void {
  const next = transitionCall(draft.call, event);
  if (next === 'ignored') {
    draft.ignored.push({ event: event.type, phase: phaseOf(draft.call) });
    return;
  }
  const { call, command, close } = next;
  draft.call = call;
  if (close !== null) closeLegs(draft, close, event.at);
  if (command === 'takeMessage')
    for (const { kind, status, id } of draft.legs) {
      if (kind !== 'agent' && !isFinal(status)) draft.commands.push({ kind: command, legId: id });
    }
  else if (command !== null) draft.commands.push({ kind: command });
}

function closeLegs(draft: Draft, how: NonNullable<CallTransition['close']>, at: number): void {
  const inCall = new Set(draft.callUsers.filter(({ status }) => status === 'accepted').map(({ id }) => id));
  const reason = draft.call.reasons.at(-1) ?? english({ id: 'callReason.callEnded' });
  withdrawAll(draft, draft.callUsers.filter(isRinging), null, reason, at);
  for (const callUser of draft.callUsers) applyCallUserEvent(draft, callUser.id, { type: 'ended', at });
  for (const leg of draft.legs) {
    if (isFinal(leg.status)) continue;
    // Legs that are still ringing were ended when their ring was withdrawn.
    if (leg.kind === 'agent' && (leg.callUserId === null || !inCall.has(leg.callUserId))) continue;
    if (how === 'withTone' && leg.kind === 'agent')
      draft.commands.push({ kind: 'toneAndEnd', legId: leg.id });
    else if (how === 'withUnavailableMessage' && leg.kind !== 'agent' && isConnected(leg))
      draft.commands.push({ kind: 'apologise', legId: leg.id });
    else draft.commands.push({ kind: 'endLeg', legId: leg.id });
  }
}

export function withdrawAll(
  draft: Draft,
  rings: readonly CallUser[],
  by: number | null,
  reason: string | null,
  at: number,
): void {
  for (const ring of rings) {
    applyCallUserEvent(draft, ring.id, { type: 'withdrawn', by, reason, at });
    withdraw(draft, ring, by);
    if (isSupervision(ring.type)) notifyAgent(draft, ring, 'endedBeforeJoining');
  }
}

export function withdraw(draft: Draft, callUser: CallUser, by: number | null): void {
  const leg = draft.legs.findLast(({ callUserId }) => callUserId === callUser.id);
  const liveLegId = leg && !isFinal(leg.status) ? leg.id : null;
  draft.commands.push({
    kind: 'withdraw',
    callUserId: callUser.id,
    userId: callUser.userId,
    legId: liveLegId,
    by,
  });
}
