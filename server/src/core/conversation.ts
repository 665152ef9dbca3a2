/**
 * Where the small machines meet: the call, its call users and its legs. An event goes to the machine it concerns; what
 * that machine learned goes on to the others as events, until nothing is left to tell. None knows another's insides.
 */
import { RESUME_WINDOW_MS, RING_ACKNOWLEDGE_MS } from '@offhook/contract/limits';
import { type Call, type CallEvent, type CallOrder, phaseOf, transitionCall } from './call-lifecycle.ts';
import { type CallUser, type CallUserEvent, isRinging, transitionCallUser } from './call-user.ts';
import type { Order } from './effects.ts';
import { isFinal, type Leg, type LegEvent, type LegFact, transitionLeg } from './leg.ts';

/** A create request that was answered is taken for ringing after this. */
const RINGS_AFTER_CREATE_MS = 1_000;
/** A phone that still says it is on no call this long after its leg ended has hung up. */
export const WORD_CHECK_MS = 2_000;

export interface Conversation {
  readonly call: Call;
  readonly callUsers: readonly CallUser[];
  readonly legs: readonly Leg[];
}

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
  | { readonly type: 'resumeTimedOut'; readonly vanishedAt: number; readonly at: number }
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
  const { call, callUsers, legs, orders } = draft;
  if (call.status !== conversation.call.status) orders.push({ kind: 'callChanged' });
  return { conversation: { call, callUsers, legs }, orders };
}

function receive(draft: Draft, event: ConversationEvent): void {
  switch (event.type) {
    case 'leg':
      receiveLeg(draft, event.legId, event.event);
      return;
    case 'legRefused':
      refuseLeg(draft, event.legId, event.reason, event.at);
      return;
    case 'acknowledged':
      tellCallUser(draft, event.callUserId, { type: 'acknowledged', at: event.at });
      return;
    case 'ignored':
      endRing(draft, event.callUserId, { type: 'ignored', at: event.at });
      return;
    case 'hangUpAsked':
    case 'phoneOffCall':
      hangUp(draft, event.callUserId, event.at);
      return;
    case 'ringTimedOut':
      endRing(draft, event.callUserId, { type: 'missed', reason: 'No answer', at: event.at });
      return;
    case 'acknowledgeTimedOut':
      passOver(draft, event.callUserId, event.at);
      return;
    case 'phoneReturned':
      ringAgain(draft, event.callUserId, event.legId, event.at);
      return;
    case 'resumeTimedOut':
      tellCall(draft, { type: 'windowOver', vanishedAt: event.vanishedAt, at: event.at });
      return;
    case 'nobodyLeft':
      tellCall(draft, {
        type: 'nobodyLeft',
        status: event.status,
        reason: event.reason,
        at: event.at,
      });
      return;
    case 'agentConnected':
      connectAgent(draft, event);
      return;
    default:
      event satisfies never;
  }
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
  const callUser = callUserOf(draft, leg);
  if (!callUser) return false;
  if (isRinging(callUser)) return true;
  if (callUser.status !== 'accepted') return false;
  return callUser.sid === leg.sid || phaseOf(draft.call) === 'vanished';
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
      if (leg.kind !== 'agent') tellCall(draft, { type: 'partyAnswered', at: fact.at });
      return;
    case 'ended':
      if (leg.kind === 'agent') agentLegEnded(draft, leg, fact.status, fact.at);
      else tellCall(draft, { type: 'partyEnded', status: fact.status, at: fact.at });
      return;
    default:
      fact satisfies never;
  }
}

function expectAcknowledgement(draft: Draft, leg: Leg, ringsAt: number): void {
  const callUser = callUserOf(draft, leg);
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
  const callUser = callUserOf(draft, leg);
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
    tellCall(draft, { type: 'agentGone', at });
  }
}

function refuseLeg(draft: Draft, legId: number, reason: string, at: number): void {
  const leg = draft.legs.find(({ id }) => id === legId);
  if (!leg || leg.sid !== null || isFinal(leg.status)) return;
  draft.call = { ...draft.call, reasons: [...draft.call.reasons, reason] };
  receiveLeg(draft, legId, { type: 'reported', sid: null, status: 'failed', at, seconds: null });
}

// ── call users ──────────────────────────────────────────────────────────────────────────────────────────────────────

function callUserOf(draft: Draft, leg: Leg): CallUser | undefined {
  return draft.callUsers.find(({ id }) => id === leg.callUserId);
}

function tellCallUser(draft: Draft, callUserId: number, event: CallUserEvent): void {
  draft.callUsers = draft.callUsers.map((callUser) => {
    if (callUser.id !== callUserId) return callUser;
    const next = transitionCallUser(callUser, event);
    if (next.status !== callUser.status) draft.orders.push({ kind: 'agentChanged', userId: callUser.userId });
    return next;
  });
}

/** One agent's ring is over; the phone is told and the leg ended. The last one's end asks for the next to ring. */
function endRing(draft: Draft, callUserId: number, event: CallUserEvent): void {
  const callUser = draft.callUsers.find(({ id }) => id === callUserId);
  if (!callUser || !isRinging(callUser)) return;
  tellCallUser(draft, callUserId, event);
  withdraw(draft, callUser, event.type === 'withdrawn' ? event.by : null);
  if (draft.callUsers.some(isRinging)) return;
  if (callUser.type === 'outbound') {
    const reason = 'The phone did not connect';
    tellCall(draft, { type: 'nobodyLeft', status: 'canceled', reason, at: event.at });
  } else {
    tellCall(draft, { type: 'ringsOver', at: event.at });
  }
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

function passOver(draft: Draft, callUserId: number, at: number): void {
  const callUser = draft.callUsers.find(({ id }) => id === callUserId);
  if (!callUser || !isRinging(callUser) || callUser.acknowledgedAt !== null) return;
  const reason = 'The phone did not answer in time';
  markUnreachable(draft, callUser, reason, at);
  endRing(draft, callUserId, { type: 'missed', reason, at });
}

function markUnreachable(draft: Draft, callUser: CallUser, reason: string, at: number): void {
  draft.orders.push({ kind: 'markUnreachable', userId: callUser.userId, reason, at });
}

function hangUp(draft: Draft, callUserId: number, at: number): void {
  const callUser = draft.callUsers.find(({ id }) => id === callUserId);
  if (!callUser) return;
  if (isRinging(callUser) && callUser.type === 'outbound') {
    endRing(draft, callUserId, { type: 'missed', reason: 'Hung up before the phone connected', at });
  } else if (callUser.status === 'accepted') {
    tellCallUser(draft, callUserId, { type: 'hungUp', at });
    tellCall(draft, { type: 'hungUp', at });
  }
}

/** A page that comes back gets a leg of its own; the old one, should it still be there, goes. */
function ringAgain(draft: Draft, callUserId: number, legId: number, at: number): void {
  const callUser = draft.callUsers.find(({ id }) => id === callUserId);
  const phase = phaseOf(draft.call);
  if (callUser?.status !== 'accepted' || (phase !== 'talking' && phase !== 'vanished')) return;
  tellCall(draft, { type: 'agentGone', at });
  for (const leg of draft.legs)
    if (leg.callUserId === callUserId && leg.id !== legId && !isFinal(leg.status))
      draft.orders.push({ kind: 'endLeg', legId: leg.id });
  draft.orders.push({ kind: 'ring', legId, callUserId, userId: callUser.userId });
}

function connectAgent(draft: Draft, event: Extract<ConversationEvent, { type: 'agentConnected' }>): void {
  const { callUserId, legId, sid, phoneId, at } = event;
  const callUser = draft.callUsers.find(({ id }) => id === callUserId);
  if (!callUser) return;
  const isClaim = isRinging(callUser);
  tellCallUser(draft, callUserId, { type: 'connected', sid, phoneId, at });
  receiveLeg(draft, legId, { type: 'reported', sid, status: 'in-progress', at, seconds: null });
  if (!isClaim) {
    tellCall(draft, { type: 'agentBack', at });
    return;
  }
  for (const other of draft.callUsers) {
    if (other.id === callUserId || !isRinging(other)) continue;
    tellCallUser(draft, other.id, { type: 'withdrawn', by: callUser.userId, reason: null, at });
    withdraw(draft, other, callUser.userId);
  }
  const { userId } = callUser;
  tellCall(draft, { type: 'claimed', callUserId, userId, partyIn: partyOf(draft) !== undefined, at });
}

// ── the call ────────────────────────────────────────────────────────────────────────────────────────────────────────

function partyOf(draft: Draft): Leg | undefined {
  return draft.legs.find((leg) => leg.kind !== 'agent' && !isFinal(leg.status));
}

function tellCall(draft: Draft, event: CallEvent): void {
  const { call, orders } = transitionCall(draft.call, event);
  draft.call = call;
  for (const order of orders) carryOut(draft, order, event.at);
}

function carryOut(draft: Draft, order: CallOrder, at: number): void {
  const party = partyOf(draft);
  switch (order) {
    case 'dialLead':
    case 'offerNext':
      draft.orders.push({ kind: order });
      return;
    case 'musicToParty':
      if (party) draft.orders.push({ kind: 'music', legId: party.id });
      return;
    case 'partyBack':
      if (party) draft.orders.push({ kind: 'musicOff', legId: party.id });
      return;
    case 'awaitAgent':
      if (draft.call.claimedBy !== null)
        draft.orders.push({
          kind: 'wordCheck',
          callUserId: draft.call.claimedBy,
          dueAt: at + WORD_CHECK_MS,
        });
      draft.orders.push({ kind: 'resumeTimeout', vanishedAt: at, dueAt: at + RESUME_WINDOW_MS });
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
  for (const callUser of draft.callUsers) {
    if (isRinging(callUser)) {
      const reason = draft.call.reasons.at(-1) ?? 'The call ended';
      tellCallUser(draft, callUser.id, { type: 'withdrawn', by: null, reason, at });
      withdraw(draft, callUser, null);
    } else tellCallUser(draft, callUser.id, { type: 'over', at });
  }
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
