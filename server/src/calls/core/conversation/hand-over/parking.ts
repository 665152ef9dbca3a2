/** The lead hears music until an agent picks up. After a time, the agent who parked the call is rung, then the team. */
import { isParty } from '@offhook/contract/accounts/permissions';
import { english } from '../../../../platform/core/sentences.ts';
import { phaseOf } from '../../call-lifecycle.ts';
import { type CallUser, isRinging } from '../../call-user.ts';
import { activeLeg, consultation, isConnected, type Parties, partyLegs } from '../../parties.ts';
import { applyCallEvent, withdraw, withdrawAll } from '../call-events.ts';
import { applyCallUserEvent, type Draft, endLegs, findCallUser } from '../draft.ts';
import { resumeRecording } from '../recording-pause.ts';

/** While an agent who picked up is being connected, the end of the wait is checked again after this time. */
const PICK_UP_GRACE_MS = 5_000;

/** Only the one agent who talks to the lead: others would lose their conversation. */
export function canPark(parties: Parties, callUser: CallUser): boolean {
  const { call, callUsers } = parties;
  const others = callUsers.filter(
    ({ id, status, type }) => id !== callUser.id && status === 'accepted' && isParty(type),
  );
  return (
    phaseOf(call) === 'talking' &&
    call.claimedBy === callUser.id &&
    callUser.status === 'accepted' &&
    others.length === 0 &&
    consultation(parties) === null &&
    partyLegs(parties).some(isConnected)
  );
}

export function park(
  draft: Draft,
  { callUserId, teamId, limitMs }: { callUserId: number; teamId: number | null; limitMs: number },
  at: number,
): void {
  const callUser = findCallUser(draft, callUserId);
  if (!callUser || !canPark(draft, callUser)) return;
  withdrawAll(draft, draft.callUsers.filter(isRinging), null, null, at);
  resumeRecording(draft, at);
  applyCallEvent(draft, { type: 'parked', by: { by: callUserId, userId: callUser.userId, teamId }, at });
  for (const one of draft.callUsers.filter(({ status }) => status === 'accepted')) {
    applyCallUserEvent(draft, one.id, { type: 'ended', at });
    endLegs(draft, one);
  }
  draft.commands.push({ kind: 'parkTimeout', since: at, dueAt: at + limitMs });
}

/** After this time, the provider is asked whether the phone has joined. Until then, it may still do so. */
const JOIN_LIMIT_MS = 15_000;

export function pickUp(draft: Draft, legId: number, at: number): void {
  applyCallEvent(draft, { type: 'pickedUp', at });
  draft.commands.push({ kind: 'joinLimit', legId, dueAt: at + JOIN_LIMIT_MS });
}

/** Without the provider's answer, a phone that has been in the call for some time counts as joined. */
export function mayHaveJoined({ acceptedAt }: CallUser, at: number): boolean {
  return acceptedAt !== null && at - acceptedAt > JOIN_LIMIT_MS;
}

/** The agent who parked the call, if this agent picked it up and isn't known to have joined; else undefined. */
export function parkerToReturnTo(parties: Parties, target: CallUser): CallUser | undefined {
  const { id, type, invitedBy, status, acceptedAt } = target;
  if (type !== 'transfer' || status !== 'accepted' || acceptedAt === null) return undefined;
  if (parties.call.claimedBy !== id) return undefined;
  if ((activeLeg(parties, target)?.joinedAt ?? null) !== null) return undefined;
  const parker = parties.callUsers.find((one) => one.id === invitedBy);
  // An agent who transfers a call is still in it when the colleague accepts.
  const hadParked = parker !== undefined && parker.endedAt !== null && parker.endedAt <= acceptedAt;
  return hadParked && partyLegs(parties).some(isConnected) ? parker : undefined;
}

export function parkAgain(
  draft: Draft,
  { callUserId, teamId, limitMs }: { callUserId: number; teamId: number | null; limitMs: number },
  at: number,
): void {
  const target = findCallUser(draft, callUserId);
  const parker = findCallUser(draft, target?.invitedBy ?? null);
  if (!target || !parker || draft.call.claimedBy !== callUserId || phaseOf(draft.call) === 'ended') return;
  const { id: by, userId } = parker;
  const reason = english({ id: 'callReason.phoneUnreachable' });
  applyCallUserEvent(draft, callUserId, { type: 'neverJoined', reason, at });
  withdraw(draft, target, null);
  applyCallEvent(draft, { type: 'handedOver', from: callUserId, callUserId: by, userId, at });
  applyCallEvent(draft, { type: 'parked', by: { by, userId, teamId }, at });
  draft.commands.push({ kind: 'parkTimeout', since: at, dueAt: at + limitMs });
}

export function expirePark(draft: Draft, since: number, at: number): void {
  const { parked } = draft.call;
  if (parked?.since !== since || parked.stage !== 'none') return;
  if (draft.callUsers.some(isRinging))
    draft.commands.push({ kind: 'parkTimeout', since, dueAt: at + PICK_UP_GRACE_MS });
  else applyCallEvent(draft, { type: 'parkRingsEnded', at });
}

/** The rings of the agent who parked the call, or of the team, have ended without an answer. */
export function ringOnForParked(draft: Draft, at: number): void {
  const { parked } = draft.call;
  if (parked === null || parked.stage === 'none') return;
  applyCallEvent(draft, { type: 'parkRingsEnded', at });
}

/** Everything that the phones of the team show. */
export function parkedState({ call: { parked }, callUsers }: Parties): string {
  if (parked === null) return '';
  const isRung = callUsers.some((one) => isRinging(one) && one.autoaccept);
  return [parked.by, parked.since, isRung].join(' ');
}
