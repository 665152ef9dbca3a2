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
import { kindOf } from './channel-name.ts';
import type { Member } from './member.ts';

/**
 * One channel. A person is a member from the first connection to the last:
 *
 *     vacant ──first joined──▶ occupied ──last left──▶ vacant
 *     absent ──first connection / member_added──▶ present ──last connection / member_removed──▶ absent
 */
export interface Channel {
  name: string;
  subscribers: number;
  members: ReadonlyMap<string, PresentMember>;
  /** When the count was last told, and whether it has changed since. */
  countToldAt: number;
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
  /** Whether the client awaits an answer. */
  asked: boolean;
  /** For a cache channel what it remembers, null when nothing; undefined for any other channel. */
  last: LastEvent | null | undefined;
  at: number;
}

export type ChannelEvent =
  | Joined
  | { kind: 'left'; userId: string | null; at: number }
  | { kind: 'tick'; at: number };

export type ChannelEffect =
  | { kind: 'refuse'; failure: SubscriptionFailure }
  | { kind: 'admit' }
  /** To the connection that caused the event. */
  | { kind: 'reply'; text: string }
  | { kind: 'tellOthers'; text: string }
  | { kind: 'tellAll'; text: string }
  | { kind: 'webhook'; event: WebhookEvent };

export interface ChannelRules {
  subscriptionCountOn: boolean;
}

interface Step {
  state: Channel;
  effects: readonly ChannelEffect[];
}

export function newChannel(name: string): Channel {
  return { name, subscribers: 0, members: new Map(), countToldAt: Number.NEGATIVE_INFINITY, countDue: false };
}

export function channelStep(channel: Channel, event: ChannelEvent, rules: ChannelRules): Step {
  const { state, effects } = step(channel, event, rules);
  // What the one-way channel of a user does is nobody's business.
  const silent = kindOf(channel.name) === 'user';
  return { state, effects: silent ? effects.filter((effect) => effect.kind !== 'webhook') : effects };
}

function step(state: Channel, event: ChannelEvent, rules: ChannelRules): Step {
  switch (event.kind) {
    case 'joined':
      return join(state, event, rules);
    case 'left':
      return leave(state, event.userId, event.at, rules);
    case 'tick':
      return state.countDue ? tellCount({ state, effects: [] }, event.at, rules) : { state, effects: [] };
    default:
      return event satisfies never;
  }
}

function join(channel: Channel, { member, asked, last, at }: Joined, rules: ChannelRules): Step {
  const { name } = channel;
  const known = member === null ? undefined : channel.members.get(member.userId);
  if (member !== null && known === undefined && channel.members.size >= LIMITS.membersPerChannel) {
    const error = `The channel has its maximum of ${LIMITS.membersPerChannel} members`;
    return {
      state: channel,
      effects: [{ kind: 'refuse', failure: { type: 'LimitReached', error, status: 4004 } }],
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
  if (state.subscribers === 1) effects.push(hook({ name: 'channel_occupied', channel: name }));
  if (asked) {
    const text =
      member === null ? subscriptionSucceeded(name) : presenceSucceeded(name, [...members.values()]);
    effects.push({ kind: 'reply', text });
  }
  if (last) effects.push({ kind: 'reply', text: publishedEvent(name, last.event, last.data) });
  if (last === null) {
    effects.push({ kind: 'reply', text: cacheMiss(name) });
    effects.push(hook({ name: 'cache_miss', channel: name }));
  }
  if (member !== null && known === undefined) {
    effects.push({ kind: 'tellOthers', text: memberAdded(name, member) });
    effects.push(hook({ name: 'member_added', channel: name, user_id: member.userId }));
  }
  return tellCount({ state, effects }, at, rules);
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
    effects.push({ kind: 'tellAll', text: memberRemoved(name, member.userId) });
    effects.push(hook({ name: 'member_removed', channel: name, user_id: member.userId }));
  }
  const state = { ...channel, members, subscribers: channel.subscribers - 1 };
  if (state.subscribers === 0) effects.push(hook({ name: 'channel_vacated', channel: name }));
  return tellCount({ state, effects }, at, rules);
}

/** At once in small channels; in large ones at most every LIMITS.countIntervalMs, so that n joins are not n² messages. */
function tellCount({ state, effects }: Step, at: number, rules: ChannelRules): Step {
  const kind = kindOf(state.name);
  if (!rules.subscriptionCountOn || kind === 'presence' || kind === 'user') return { state, effects };
  if (state.subscribers > LIMITS.countAtOnce && at - state.countToldAt < LIMITS.countIntervalMs) {
    return { state: { ...state, countDue: true }, effects };
  }
  const { name, subscribers } = state;
  return {
    state: { ...state, countToldAt: at, countDue: false },
    effects: [
      ...effects,
      { kind: 'tellAll', text: subscriptionCount(name, subscribers) },
      hook({ name: 'subscription_count', channel: name, subscription_count: subscribers }),
    ],
  };
}

function hook(event: WebhookEvent): ChannelEffect {
  return { kind: 'webhook', event };
}
