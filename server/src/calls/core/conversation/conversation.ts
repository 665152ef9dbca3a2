/**
 * Where the small machines meet: the call, its call users and its legs. An event goes to the machine it concerns; what
 * that machine learned goes on to the others as events, until nothing is left to tell. None knows another's insides.
 *
 * It lasts as long as two parties talk, or one waits for another to come back. What each leg should hear is not decided
 * on the way: it follows from where an event led (`settle`).
 */

import type { Order } from '../effects.ts';
import type { LegEvent } from '../leg.ts';
import type { Parties } from '../parties.ts';
import { type Draft, type Ignored, tellCallUser, userOf } from './draft.ts';
import { closePhone, hangUp } from './hanging-up.ts';
import { hold, settle } from './hearing.ts';
import { ringAgain, stopWaiting } from './leaving.ts';
import { type AgentConnected, connectAgent, receiveLeg, refuseLeg } from './legs.ts';
import { endRing, passOver, removeOffered, ringForCaller } from './rings.ts';
import { dropOtherTransfers, letGiverGo } from './transfers.ts';
import { tellCall } from './whole-call.ts';

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
  /** The agent, rung on a phone of their own, had the lead removed. */
  | { readonly type: 'leadRemoved'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'hangUpAsked'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'ringTimedOut'; readonly callUserId: number; readonly at: number }
  | { readonly type: 'acknowledgeTimedOut'; readonly callUserId: number; readonly at: number }
  /** The phone that had the call says it is on none. */
  | { readonly type: 'phoneOffCall'; readonly callUserId: number; readonly at: number }
  /** The page by which the agent is reached is the phone no more: its session ended, or another page took over. */
  | { readonly type: 'phoneClosed'; readonly callUserId: number; readonly at: number }
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
      /** A caller may leave a message. */
      readonly takesMessage?: boolean;
      readonly at: number;
    }
  /** A caller has heard the welcome, should there be one: the agents may be rung. */
  | { readonly type: 'callerReady'; readonly at: number }
  /** The caller left a message of so many seconds. It may be told when they are long gone. */
  | { readonly type: 'messageLeft'; readonly seconds: number; readonly at: number }
  /** An agent's phone is connected: the claim was won, or the agent is back (`claim.ts` decided). */
  | ({ readonly type: 'agentConnected' } & AgentConnected);

export interface Step {
  readonly conversation: Conversation;
  readonly orders: readonly Order[];
  readonly ignored: readonly Ignored[];
}

/** Pure: the conversation after an event, and what that event orders. */
export function step(conversation: Conversation, event: ConversationEvent): Step {
  const draft: Draft = {
    call: conversation.call,
    callUsers: [...conversation.callUsers],
    legs: [...conversation.legs],
    orders: [],
    ignored: [],
  };
  receive(draft, event);
  settle(draft);
  const { call, callUsers, legs, orders, ignored } = draft;
  const before = conversation.call;
  if (
    call.status !== before.status ||
    call.agentId !== before.agentId ||
    call.heldBy !== before.heldBy ||
    call.voicemailSeconds !== before.voicemailSeconds
  )
    orders.push({ kind: 'callChanged' });
  return { conversation: { call, callUsers, legs }, orders, ignored };
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
    case 'leadRemoved':
      removeOffered(draft, event.callUserId, at);
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
    case 'phoneClosed':
      closePhone(draft, event.callUserId, at);
      return;
    case 'phoneReturned':
      ringAgain(draft, event.callUserId, event.legId, at);
      return;
    case 'resumeTimedOut':
      stopWaiting(draft, event.callUserId, event.vanishedAt, at);
      return;
    case 'nobodyLeft':
      tellCall(draft, event);
      return;
    case 'callerReady':
      ringForCaller(draft, at);
      return;
    case 'messageLeft':
      tellCall(draft, event);
      return;
    case 'agentConnected':
      connectAgent(draft, event);
      return;
    case 'holdAsked':
    case 'unholdAsked':
      hold(draft, event.callUserId, event.type === 'holdAsked', at);
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
