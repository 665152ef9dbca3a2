import { LIMITS } from '../../core/limits.ts';
import type { SubscriptionFailure } from '../../sockets/core/failures.ts';
import {
  cacheMiss,
  memberAdded,
  memberRemoved,
  presenceSucceeded,
  publishedEvent,
  subscriptionCount,
  subscriptionSucceeded,
} from '../../sockets/core/server-message.ts';
import type { WebhookEvent } from '../../webhooks/core/webhook-event.ts';
import { channelKind } from './channel-name.ts';
import type { Member } from './member.ts';

/**
 * One channel. A user is a member from their first connection to their last:
 *
 *     vacant ──first joined──▶ occupied ──last left──▶ vacant
 *     absent ──first connection / member_added──▶ present ──last connection / member_removed──▶ absent
 */
export interface Channel {
  name: string;
  subscribers: number;
  members: ReadonlyMap<string, PresentMember>;
  countSentAt: number;
  countDue: boolean;
}

interface PresentMember extends Member {
  connections: number;
}

export interface LastEvent {
  event: string;
  data: string;
}

interface Joined {
  kind: 'joined';
  member: Member | null;
  wantsReply: boolean;
  /** A cache channel's last event, null if it has none; undefined for other channels. */
  last: LastEvent | null | undefined;
  at: number;
}

export type ChannelEvent =
  | Joined
  | { kind: 'left'; userId: string | null; at: number }
  | { kind: 'tick'; at: number };

export type ChannelEffect =
  | { kind: 'reject'; failure: SubscriptionFailure }
  | { kind: 'admit' }
  | { kind: 'reply'; text: string }
  | { kind: 'sendToOthers'; text: string }
  | { kind: 'sendToAll'; text: string }
  | { kind: 'webhook'; event: WebhookEvent };

export interface ChannelRules {
  subscriptionCountEnabled: boolean;
}

interface Step {
  state: Channel;
  effects: readonly ChannelEffect[];
}

export function newChannel(name: string): Channel {
  return { name, subscribers: 0, members: new Map(), countSentAt: Number.NEGATIVE_INFINITY, countDue: false };
}

export function channelStep(channel: Channel, event: ChannelEvent, rules: ChannelRules): Step {
  const { state, effects } = step(channel, event, rules);
  // User channels are internal: no webhooks about them.
  const silent = channelKind(channel.name) === 'user';
  return { state, effects: silent ? effects.filter((effect) => effect.kind !== 'webhook') : effects };
}

function step(state: Channel, event: ChannelEvent, rules: ChannelRules): Step {
  switch (event.kind) {
    case 'joined':
      return join(state, event, rules);
    case 'left':
      return leave(state, event.userId, event.at, rules);
    case 'tick':
      return state.countDue ? sendCount({ state, effects: [] }, event.at, rules) : { state, effects: [] };
    default:
      return event satisfies never;
  }
}

function join(channel: Channel, { member, wantsReply, last, at }: Joined, rules: ChannelRules): Step {
  const { name } = channel;
  const known = member === null ? undefined : channel.members.get(member.userId);
  if (member !== null && known === undefined && channel.members.size >= LIMITS.membersPerChannel) {
    const error = `The channel has reached its maximum of ${LIMITS.membersPerChannel} members`;
    return {
      state: channel,
      effects: [{ kind: 'reject', failure: { type: 'LimitReached', error, status: 4004 } }],
    };
  }
  const members =
    member === null
      ? channel.members
      : new Map(channel.members).set(member.userId, {
          ...(known ?? member),
          connections: (known?.connections ?? 0) + 1,
        });
  const state = { ...channel, members, subscribers: channel.subscribers + 1 };
  const effects: ChannelEffect[] = [{ kind: 'admit' }];
  if (state.subscribers === 1) effects.push(webhook({ name: 'channel_occupied', channel: name }));
  if (wantsReply) {
    const text =
      member === null ? subscriptionSucceeded(name) : presenceSucceeded(name, [...members.values()]);
    effects.push({ kind: 'reply', text });
  }
  if (last) effects.push({ kind: 'reply', text: publishedEvent(name, last.event, last.data) });
  if (last === null) {
    effects.push({ kind: 'reply', text: cacheMiss(name) });
    effects.push(webhook({ name: 'cache_miss', channel: name }));
  }
  if (member !== null && known === undefined) {
    effects.push({ kind: 'sendToOthers', text: memberAdded(name, member) });
    effects.push(webhook({ name: 'member_added', channel: name, user_id: member.userId }));
  }
  return sendCount({ state, effects }, at, rules);
}

function leave(channel: Channel, userId: string | null, at: number, rules: ChannelRules): Step {
  const { name } = channel;
  const effects: ChannelEffect[] = [];
  const members = new Map(channel.members);
  const member = userId === null ? undefined : members.get(userId);
  if (member && member.connections > 1) {
    members.set(member.userId, { ...member, connections: member.connections - 1 });
  } else if (member) {
    members.delete(member.userId);
    effects.push({ kind: 'sendToAll', text: memberRemoved(name, member.userId) });
    effects.push(webhook({ name: 'member_removed', channel: name, user_id: member.userId }));
  }
  const state = { ...channel, members, subscribers: channel.subscribers - 1 };
  if (state.subscribers === 0) effects.push(webhook({ name: 'channel_vacated', channel: name }));
  return sendCount({ state, effects }, at, rules);
}

/** Immediate in small channels; throttled in large ones, so that n joins don't send n² messages. */
function sendCount({ state, effects }: Step, at: number, rules: ChannelRules): Step {
  const kind = channelKind(state.name);
  if (!rules.subscriptionCountEnabled || kind === 'presence' || kind === 'user') return { state, effects };
  if (
    state.subscribers > LIMITS.immediateCountSubscribers &&
    at - state.countSentAt < LIMITS.countIntervalMs
  ) {
    return { state: { ...state, countDue: true }, effects };
  }
  const { name, subscribers } = state;
  return {
    state: { ...state, countSentAt: at, countDue: false },
    effects: [
      ...effects,
      { kind: 'sendToAll', text: subscriptionCount(name, subscribers) },
      webhook({ name: 'subscription_count', channel: name, subscription_count: subscribers }),
    ],
  };
}

function webhook(event: WebhookEvent): ChannelEffect {
  return { kind: 'webhook', event };
}
