/**
 * Where the small machines meet: the call, its call users and its legs. An event goes to the machine it concerns; what
 * that machine learned goes on to the others as events, until nothing is left to tell. None knows another's insides.
 *
 * It lasts as long as two parties talk, or one waits for another to come back. What each leg should hear is not decided
 * on the way: it follows from where an event led (`settle`).
 */
import { RESUME_WINDOW_MS, RING_ACKNOWLEDGE_MS } from '@offhook/contract/limits';
import { isParty } from '@offhook/contract/permissions';
import { type Call, type CallEvent, type CallOrder, phaseOf, transitionCall } from './call-lifecycle.ts';
import { type CallUser, type CallUserEvent, isRinging, transitionCallUser } from './call-user.ts';
import type { Notice, Order } from './effects.ts';
import { isFinal, type Leg, type LegEvent, type LegFact, transitionLeg } from './leg.ts';
import {
  coachedSid,
  countTalkers,
  isInvitation,
  isPresent,
  isSupervision,
  isToBeHeld,
  type Parties,
  partyLegs,
} from './parties.ts';

/** A create request that was answered is taken for ringing after this. */
const RINGS_AFTER_CREATE_MS = 1_000;
/** A phone that still says it is on no call this long after its leg ended has hung up. */
export const WORD_CHECK_MS = 2_000;

/** A transferring agent is let go when the target is in; should nobody tell of that, after this. */
const HAND_OVER_MS = 2_000;

export type Conversation = Parties;

export type ConversationEvent =
  | { readonly type: 'leg'; readonly legId: number; readonly event: LegEvent }
  /** The provider refused to make the leg, or the phone behind it cannot be reached. */
  | {
      readonly type: 'legRefused';
      readonly legId: number;
      readonly reason: string;
      readonly at: number;
    }
  /** The phone asked about its ring: it has it. */
  | { readonly type: 'acknowledged'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'ignored'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'hangUpAsked'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'ringTimedOut'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'acknowledgeTimedOut'; readonly callUserId: number; readonly at: number }
  /** The phone that had the call says it is on none. */
  | { readonly type: 'phoneOffCall'; readonly callUserId: number; readonly at: number }
  /** Another page of the agent is the phone now; its leg `legId` is about to be rung. */
  | {
      readonly type: 'phoneReturned';
      readonly callUserId: number;
      readonly legId: number;
      readonly at: number;
    }
  | {
      readonly type: 'resumeTimedOut';
      readonly callUserId: number;
      readonly vanishedAt: number;
      readonly at: number;
    }
  | { readonly type: 'holdAsked'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'unholdAsked'; readonly callUserId: number; readonly at: number }
  /** The agent chose whom to transfer to; `callUserIds` are rung for it, whoever was before is not any more. */
  | {
      readonly type: 'transferAsked';
      readonly callUserId: number;
      readonly callUserIds: readonly number[];
      readonly at: number;
    }
  /** The target of a transfer has been connected for a while. */
  | { readonly type: 'handOverDue'; readonly callUserId: number; readonly at: number }
  /** An agent opened a conference with others, and is rung for it like them. */
  | { readonly type: 'conferenceOpened'; readonly callUserId: number; readonly at: number }
  | {
      readonly type: 'nobodyLeft';
      readonly status: 'missed' | 'busy' | 'offline';
      readonly reason: string;
      readonly at: number;
    }
  /** An agent's phone is connected: the claim was won, or the agent is back (`claim.ts` decided). */
  | {
      readonly type: 'agentConnected';
      readonly callUserId: number;
      readonly legId: number;
      readonly sid: string;
      readonly phoneId: string | null;
      readonly at: number;
    };

export interface Step {
  readonly conversation: Conversation;
  readonly orders: readonly Order[];
}

/** One transition's working copy: what is known so far, and what was ordered. */
interface Draft {
  call: Call;
  callUsers: CallUser[];
  legs: Leg[];
  readonly orders: Order[];
}

/** Pure: the conversation after an event, and what that event orders. */
export function step(conversation: Conversation, event: ConversationEvent): Step {
  const draft: Draft = {
    call: conversation.call,
    callUsers: [...conversation.callUsers],
    legs: [...conversation.legs],
    orders: [],
  };
  receive(draft, event);
  settle(draft);
  const { call, callUsers, legs, orders } = draft;
  const before = conversation.call;
  if (call.status !== before.status || call.agentId !== before.agentId || call.heldBy !== before.heldBy)
    orders.push({ kind: 'callChanged' });
  return { conversation: { call, callUsers, legs }, orders };
}

function receive(draft: Draft, event: ConversationEvent): void {
  const { at } = 'at' in event ? event : event.event;
  switch (event.type) {
    case 'leg':
      receiveLeg(draft, event.legId, event.event);
      return;
    case 'legRefused':
      refuseLeg(draft, event.legId, event.reason, at);
      return;
    case 'acknowledged':
      tellCallUser(draft, event.callUserId, { type: 'acknowledged', at });
      return;
    case 'ignored':
      endRing(draft, event.callUserId, { type: 'ignored', at });
      return;
    case 'hangUpAsked':
    case 'phoneOffCall':
      hangUp(draft, event.callUserId, at);
      return;
    case 'ringTimedOut':
      endRing(draft, event.callUserId, { type: 'missed', reason: 'No answer', at });
      return;
    case 'acknowledgeTimedOut':
      passOver(draft, event.callUserId, at);
      return;
    case 'phoneReturned':
      ringAgain(draft, event.callUserId, event.legId, at);
      return;
    case 'resumeTimedOut':
      stopWaiting(draft, event.callUserId, event.vanishedAt, at);
      return;
    case 'nobodyLeft':
      tellCall(draft, { type: 'nobodyLeft', status: event.status, reason: event.reason, at });
      return;
    case 'agentConnected':
      connectAgent(draft, event);
      return;
    case 'holdAsked':
      if (userOf(draft, event.callUserId)?.status === 'accepted')
        tellCall(draft, { type: 'held', by: event.callUserId, at });
      return;
    case 'unholdAsked':
      if (userOf(draft, event.callUserId)?.status === 'accepted')
        tellCall(draft, { type: 'held', by: null, at });
      return;
    case 'transferAsked':
      dropOtherTransfers(draft, event.callUserId, event.callUserIds, at);
      return;
    case 'handOverDue':
      letGiverGo(draft, event.callUserId, at);
      return;
    case 'conferenceOpened': {
      const { callUserId } = event;
      const userId = userOf(draft, callUserId)?.userId;
      if (userId !== undefined) tellCall(draft, { type: 'opened', callUserId, userId, at });
      return;
    }
    default:
      event satisfies never;
  }
}

function userOf(draft: Draft, callUserId: number | null): CallUser | undefined {
  return draft.callUsers.find(({ id }) => id === callUserId);
}

// ── legs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function receiveLeg(draft: Draft, legId: number, event: LegEvent): void {
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
      if (!isFinal(leg.status)) assess(draft, fact.at);
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

function expectAcknowledgement(draft: Draft, leg: Leg, ringsAt: number): void {
  const callUser = userOf(draft, leg.callUserId);
  if (!callUser || !isRinging(callUser) || callUser.acknowledgedAt !== null) return;
  if (callUser.type === 'outbound') return;
  draft.orders.push({
    kind: 'acknowledgeTimeout',
    callUserId: callUser.id,
    legId: leg.id,
    dueAt: ringsAt + RING_ACKNOWLEDGE_MS,
  });
}

function agentLegEnded(draft: Draft, leg: Leg, status: string, at: number): void {
  const callUser = userOf(draft, leg.callUserId);
  if (!callUser) return;
  if (isRinging(callUser)) {
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
  const isAwaited = phase === 'offering' || (phase === 'connecting' && draft.call.type !== 'conference');
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

function refuseLeg(draft: Draft, legId: number, reason: string, at: number): void {
  const leg = draft.legs.find(({ id }) => id === legId);
  if (!leg || leg.sid !== null || isFinal(leg.status)) return;
  draft.call = { ...draft.call, reasons: [...draft.call.reasons, reason] };
  receiveLeg(draft, legId, { type: 'reported', sid: null, status: 'failed', at, seconds: null });
}

function endLegsOf(draft: Draft, callUser: CallUser): void {
  for (const leg of draft.legs)
    if (leg.callUserId === callUser.id && !isFinal(leg.status))
      draft.orders.push({ kind: 'endLeg', legId: leg.id });
}

// ── rings ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function tellCallUser(draft: Draft, callUserId: number, event: CallUserEvent): void {
  draft.callUsers = draft.callUsers.map((callUser) => {
    if (callUser.id !== callUserId) return callUser;
    const next = transitionCallUser(callUser, event);
    if (next.status !== callUser.status) draft.orders.push({ kind: 'agentChanged', userId: callUser.userId });
    return next;
  });
}

/** Who is rung for the same: only one of them can have it. */
function rivalsOf(draft: Draft, callUser: CallUser): readonly CallUser[] {
  return draft.callUsers.filter((other) => {
    if (other.id === callUser.id || !isRinging(other)) return false;
    if (!isInvitation(callUser.type)) return !isInvitation(other.type);
    const { type, invitedBy } = callUser;
    return type === 'transfer' && other.type === type && other.invitedBy === invitedBy;
  });
}

/** One agent's ring is over; the phone is told and the leg ended. The last one's end is told to whom it concerns. */
function endRing(draft: Draft, callUserId: number, event: CallUserEvent): void {
  const callUser = userOf(draft, callUserId);
  if (!callUser || !isRinging(callUser)) return;
  tellCallUser(draft, callUserId, event);
  withdraw(draft, callUser, null);
  if (rivalsOf(draft, callUser).length > 0) return;
  const { type, at } = { type: callUser.type, at: event.at };
  if (type === 'outbound') {
    const reason = 'The phone did not connect';
    tellCall(draft, { type: 'nobodyLeft', status: 'canceled', reason, at });
  } else if (type === 'transfer') {
    notify(draft, userOf(draft, callUser.invitedBy), 'transferMissed');
  } else if (type === 'conference') {
    conferenceRingEnded(draft, callUser, event.type === 'ignored' ? 'ignored' : 'no-answer', at);
  } else if (!isSupervision(type)) {
    tellCall(draft, { type: 'ringsOver', at });
  }
}

function conferenceRingEnded(
  draft: Draft,
  callUser: CallUser,
  status: 'no-answer' | 'ignored',
  at: number,
): void {
  if (callUser.id === draft.call.claimedBy) {
    const reason = 'The phone did not connect';
    tellCall(draft, { type: 'nobodyLeft', status: 'canceled', reason, at });
    return;
  }
  const others = draft.callUsers.filter(
    (one) => one.id !== draft.call.claimedBy && (isRinging(one) || one.status === 'accepted'),
  );
  if (phaseOf(draft.call) === 'connecting' && draft.call.type === 'conference') {
    if (others.length === 0 && partyLegs(draft).length === 0)
      tellCall(draft, { type: 'agentMissed', status, at });
  } else notify(draft, userOf(draft, callUser.invitedBy), 'conferenceMissed');
}

function withdraw(draft: Draft, callUser: CallUser, by: number | null): void {
  const leg = draft.legs.findLast(({ callUserId }) => callUserId === callUser.id);
  const alive = leg && !isFinal(leg.status) ? leg.id : null;
  draft.orders.push({
    kind: 'withdraw',
    callUserId: callUser.id,
    userId: callUser.userId,
    legId: alive,
    by,
  });
}

function withdrawAll(
  draft: Draft,
  rings: readonly CallUser[],
  by: number | null,
  reason: string | null,
  at: number,
): void {
  for (const ring of rings) {
    tellCallUser(draft, ring.id, { type: 'withdrawn', by, reason, at });
    withdraw(draft, ring, by);
  }
}

function passOver(draft: Draft, callUserId: number, at: number): void {
  const callUser = userOf(draft, callUserId);
  if (!callUser || !isRinging(callUser) || callUser.acknowledgedAt !== null) return;
  const reason = 'The phone did not answer in time';
  markUnreachable(draft, callUser, reason, at);
  endRing(draft, callUserId, { type: 'missed', reason, at });
}

function markUnreachable(draft: Draft, callUser: CallUser, reason: string, at: number): void {
  draft.orders.push({ kind: 'markUnreachable', userId: callUser.userId, reason, at });
}

function notify(draft: Draft, callUser: CallUser | undefined, notice: Notice): void {
  if (callUser?.status === 'accepted') draft.orders.push({ kind: 'notify', userId: callUser.userId, notice });
}

function dropOtherTransfers(draft: Draft, by: number, keep: readonly number[], at: number): void {
  const dropped = draft.callUsers.filter(
    (one) => isRinging(one) && one.type === 'transfer' && one.invitedBy === by && !keep.includes(one.id),
  );
  withdrawAll(draft, dropped, null, 'Somebody else was chosen', at);
}

// ── coming ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function connectAgent(draft: Draft, event: Extract<ConversationEvent, { type: 'agentConnected' }>): void {
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

/** The call is the target's now; the agent who gave it away talks on until the target is in. */
function takeOver(draft: Draft, target: CallUser, at: number): void {
  const { id, userId, invitedBy } = target;
  if (invitedBy !== null)
    tellCall(draft, { type: 'handedOver', from: invitedBy, callUserId: id, userId, at });
  tellCall(draft, { type: 'held', by: null, at });
  draft.orders.push({ kind: 'handOver', callUserId: id, dueAt: at + HAND_OVER_MS });
}

function letGiverGo(draft: Draft, callUserId: number, at: number): void {
  const target = userOf(draft, callUserId);
  if (target?.type !== 'transfer' || !isPresent(target)) return;
  const giver = userOf(draft, target.invitedBy);
  if (giver?.status === 'accepted') leave(draft, giver, at, null);
}

/** A page that comes back gets a leg of its own; the old one, should it still be there, goes. */
function ringAgain(draft: Draft, callUserId: number, legId: number, at: number): void {
  const callUser = userOf(draft, callUserId);
  const phase = phaseOf(draft.call);
  if (callUser?.status !== 'accepted' || (phase !== 'talking' && phase !== 'vanished')) return;
  vanish(draft, callUser, at);
  for (const leg of draft.legs)
    if (leg.callUserId === callUserId && leg.id !== legId && !isFinal(leg.status))
      draft.orders.push({ kind: 'endLeg', legId: leg.id });
  draft.orders.push({ kind: 'ring', legId, callUserId, userId: callUser.userId });
}

// ── going ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function hangUp(draft: Draft, callUserId: number, at: number): void {
  const callUser = userOf(draft, callUserId);
  if (!callUser) return;
  if (isRinging(callUser) && callUser.type === 'outbound') {
    endRing(draft, callUserId, { type: 'missed', reason: 'Hung up before the phone connected', at });
  } else if (isRinging(callUser) && isInvitation(callUser.type)) {
    endRing(draft, callUserId, { type: 'ignored', at });
  } else if (callUser.status === 'accepted') {
    tellCallUser(draft, callUserId, { type: 'hungUp', at });
    if (callUserId === draft.call.claimedBy) tellCall(draft, { type: 'agentGone', at });
    leave(draft, callUser, at, null);
  }
}

/** An agent's leg ended without a word. */
function loseAgent(draft: Draft, callUser: CallUser, leg: Leg, at: number): void {
  const giver = userOf(draft, callUser.invitedBy);
  if (callUser.type === 'transfer' && leg.joinedAt === null && giver?.status === 'accepted') {
    // The target never got in: the agent who gave the call away has it still.
    const { id: callUserId, userId } = giver;
    tellCallUser(draft, callUser.id, { type: 'over', at });
    tellCall(draft, { type: 'handedOver', from: callUser.id, callUserId, userId, at });
    notify(draft, giver, 'transferMissed');
    assess(draft, at);
    return;
  }
  if (callUser.id === draft.call.claimedBy) tellCall(draft, { type: 'agentGone', at });
  vanish(draft, callUser, at);
}

function vanish(draft: Draft, callUser: CallUser, at: number): void {
  const { id: callUserId } = callUser;
  if (phaseOf(draft.call) === 'ended' || !isPresent(callUser)) return;
  tellCallUser(draft, callUserId, { type: 'vanished', at });
  draft.orders.push(
    { kind: 'wordCheck', callUserId, dueAt: at + WORD_CHECK_MS },
    { kind: 'resumeTimeout', callUserId, vanishedAt: at, dueAt: at + RESUME_WINDOW_MS },
  );
  assess(draft, at);
}

function stopWaiting(draft: Draft, callUserId: number, vanishedAt: number, at: number): void {
  const callUser = userOf(draft, callUserId);
  if (callUser?.status === 'accepted' && callUser.vanishedAt === vanishedAt)
    leave(draft, callUser, at, 'The agent did not come back');
}

/** One agent is done; the others go on if they are enough. */
function leave(draft: Draft, callUser: CallUser, at: number, reason: string | null): void {
  if (phaseOf(draft.call) === 'ended') return;
  tellCallUser(draft, callUser.id, { type: 'over', at });
  endLegsOf(draft, callUser);
  if (draft.call.heldBy === callUser.id) tellCall(draft, { type: 'held', by: null, at });
  const offered = draft.callUsers.filter(
    (one) => isRinging(one) && one.type === 'transfer' && one.invitedBy === callUser.id,
  );
  withdrawAll(draft, offered, null, 'The call ended', at);
  assess(draft, at, reason);
  if (phaseOf(draft.call) !== 'ended' && draft.call.claimedBy === callUser.id) passOn(draft, at);
}

/** Whoever had it is gone, and the conversation goes on: an agent in it is the next, a supervisor the last. */
function passOn(draft: Draft, at: number): void {
  const from = draft.call.claimedBy;
  const others = draft.callUsers.filter((one) => one.status === 'accepted' && isParty(one.type));
  const next = others.find(({ type }) => !isSupervision(type)) ?? others[0];
  if (next && from !== null)
    tellCall(draft, { type: 'handedOver', from, callUserId: next.id, userId: null, at });
}

// ── the call ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Looks whether enough of them are there. */
function assess(draft: Draft, at: number, reason: string | null = null): void {
  const { present, awaited } = countTalkers(draft);
  switch (phaseOf(draft.call)) {
    case 'connecting':
      if (draft.call.type === 'conference' && present > 1) tellCall(draft, { type: 'agentsIn', at });
      return;
    case 'talking':
    case 'vanished':
      if (present + awaited < 2) tellCall(draft, { type: 'oneLeft', reason, at });
      else tellCall(draft, { type: present < 2 ? 'leftAlone' : 'together', at });
      return;
    case 'offering':
    case 'ended':
      return;
  }
}

function tellCall(draft: Draft, event: CallEvent): void {
  const { call, orders } = transitionCall(draft.call, event);
  draft.call = call;
  for (const order of orders) carryOut(draft, order, event.at);
}

function carryOut(draft: Draft, order: CallOrder, at: number): void {
  switch (order) {
    case 'dialLead':
    case 'offerNext':
      draft.orders.push({ kind: order });
      return;
    case 'close':
    case 'closeWithTone':
    case 'closeWithApology':
      close(draft, order, at);
      return;
    default:
      order satisfies never;
  }
}

function close(draft: Draft, how: 'close' | 'closeWithTone' | 'closeWithApology', at: number): void {
  const inCall = new Set(draft.callUsers.filter((one) => one.status === 'accepted').map(({ id }) => id));
  const reason = draft.call.reasons.at(-1) ?? 'The call ended';
  withdrawAll(draft, draft.callUsers.filter(isRinging), null, reason, at);
  for (const callUser of draft.callUsers) tellCallUser(draft, callUser.id, { type: 'over', at });
  for (const leg of draft.legs) {
    if (isFinal(leg.status)) continue;
    // The end of a ring was ordered with its withdrawal.
    if (leg.kind === 'agent' && (leg.callUserId === null || !inCall.has(leg.callUserId))) continue;
    if (how === 'closeWithTone' && leg.kind === 'agent')
      draft.orders.push({ kind: 'toneAndEnd', legId: leg.id });
    else if (how === 'closeWithApology' && leg.kind === 'caller')
      draft.orders.push({ kind: 'apologise', legId: leg.id });
    else draft.orders.push({ kind: 'endLeg', legId: leg.id });
  }
}

// ── what each one hears ─────────────────────────────────────────────────────────────────────────────────────────────

/** Orders what differs between how each leg is connected and how it should be. */
function settle(draft: Draft): void {
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
