import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { type Channel, type ChannelEffect, type ChannelEvent, channelStep, newChannel } from './channel.ts';

const RULES = { subscriptionCountEnabled: false };
const join = (userId: string): ChannelEvent => ({
  kind: 'joined',
  wantsReply: true,
  member: { userId, info: `{"of":"${userId}"}` },
  last: undefined,
  at: 0,
});
const leave = (userId: string): ChannelEvent => ({ kind: 'left', userId, at: 0 });
const JOIN: ChannelEvent = { kind: 'joined', member: null, wantsReply: true, last: undefined, at: 0 };
const LEAVE: ChannelEvent = { kind: 'left', userId: null, at: 0 };

function run(name: string, events: readonly ChannelEvent[], rules = RULES) {
  let state: Channel = newChannel(name);
  let effects: readonly ChannelEffect[] = [];
  for (const event of events) ({ state, effects } = channelStep(state, event, rules));
  return { state, effects };
}

function summarize(effect: ChannelEffect): string {
  switch (effect.kind) {
    case 'webhook':
      return `webhook ${effect.event.name}`;
    case 'reply':
    case 'sendToOthers':
    case 'sendToAll':
      return `${effect.kind} ${/"event":"([^"]*)"/.exec(effect.text)?.[1]}`;
    default:
      return effect.kind;
  }
}

const SUCCEEDED = 'reply pusher_internal:subscription_succeeded';
const ADDED = ['sendToOthers pusher_internal:member_added', 'webhook member_added'];
const REMOVED = ['sendToAll pusher_internal:member_removed', 'webhook member_removed'];

test.each<[string, string, readonly ChannelEvent[], readonly string[]]>([
  [
    'the first subscriber occupies the channel',
    'a',
    [JOIN],
    ['admit', 'webhook channel_occupied', SUCCEEDED],
  ],
  ["a second subscriber doesn't occupy the channel again", 'a', [JOIN, JOIN], ['admit', SUCCEEDED]],
  ['the channel stays occupied when one of two leaves', 'a', [JOIN, JOIN, LEAVE], []],
  ['the last subscriber to leave vacates the channel', 'a', [JOIN, LEAVE], ['webhook channel_vacated']],
  [
    'a new member is announced to the others',
    'presence-a',
    [join('ada'), join('bob')],
    ['admit', SUCCEEDED, ...ADDED],
  ],
  [
    "a second connection of a member isn't announced",
    'presence-a',
    [join('ada'), join('ada')],
    ['admit', SUCCEEDED],
  ],
  [
    "a member who still has a connection isn't announced as removed",
    'presence-a',
    [join('ada'), join('ada'), leave('ada')],
    [],
  ],
  [
    'a member without connections is announced as removed',
    'presence-a',
    [join('ada'), join('bob'), join('ada'), leave('ada'), leave('ada')],
    REMOVED,
  ],
  [
    'a cache channel sends its last event to a new subscriber',
    'cache-a',
    [{ kind: 'joined', member: null, wantsReply: true, last: { event: 'e', data: 'd' }, at: 0 }],
    ['admit', 'webhook channel_occupied', SUCCEEDED, 'reply e'],
  ],
  [
    'an empty cache channel sends cache_miss',
    'cache-a',
    [{ kind: 'joined', member: null, wantsReply: true, last: null, at: 0 }],
    ['admit', 'webhook channel_occupied', SUCCEEDED, 'reply pusher:cache_miss', 'webhook cache_miss'],
  ],
  ['a user channel sends no webhooks', '#server-to-user-a', [JOIN], ['admit', SUCCEEDED]],
])('%s', (_, name, events, expected) => {
  expect(run(name, events).effects.map(summarize)).toEqual(expected);
});

test('a new member gets the list of all members by ID', () => {
  const { effects } = run('presence-a', [join('__proto__'), join('7')]);
  const reply = effects.find((effect) => effect.kind === 'reply');
  const { data } = JSON.parse(reply?.text ?? '') as { data: string };
  expect(data).toBe(
    '{"presence":{"count":2,"ids":["__proto__","7"],"hash":{"__proto__":{"of":"__proto__"},"7":{"of":"7"}}}}',
  );
});

test('a full presence channel rejects new members and accepts more connections of its members', () => {
  const full = Array.from({ length: LIMITS.membersPerChannel }, (_, n) => join(String(n)));
  const rejected = run('presence-a', [...full, join('more')]);
  expect(rejected.effects.map(summarize)).toEqual(['reject']);
  expect(rejected.state.subscribers).toBe(LIMITS.membersPerChannel);
  expect(run('presence-a', [...full, join('5')]).effects.map(summarize)).toEqual(['admit', SUCCEEDED]);
});

test('counts are sent immediately up to 100 subscribers, then at most every 5 seconds', () => {
  const on = { subscriptionCountEnabled: true };
  const few = Array<ChannelEvent>(100).fill(JOIN);
  const counted = ['sendToAll pusher_internal:subscription_count', 'webhook subscription_count'];
  expect(run('a', few, on).effects.map(summarize)).toEqual(['admit', SUCCEEDED, ...counted]);
  const many = run('a', [...few, JOIN], on);
  expect(many.effects.map(summarize)).toEqual(['admit', SUCCEEDED]);
  expect(many.state.countDue).toBe(true);
  const early = channelStep(many.state, { kind: 'tick', at: 4_999 }, on);
  expect(early.effects).toEqual([]);
  const due = channelStep(early.state, { kind: 'tick', at: 5_000 }, on);
  expect(due.effects.map(summarize)).toEqual(counted);
  expect(channelStep(due.state, { kind: 'tick', at: 20_000 }, on).effects).toEqual([]);
  expect(run('presence-a', [join('ada')], on).effects.map(summarize)).not.toContain(counted[0]);
});

test('after any sequence of joins and leaves, the announced members are the connected ones', () => {
  const person = fc.constantFrom('ada', 'bob', 'cy');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), person), { maxLength: 40 }), (steps) => {
      let state = newChannel('presence-a');
      const connections = new Map<string, number>();
      const announced = new Set<string>();
      for (const [joins, userId] of steps) {
        const count = connections.get(userId) ?? 0;
        if (!joins && count === 0) continue;
        connections.set(userId, count + (joins ? 1 : -1));
        const step = channelStep(state, joins ? join(userId) : leave(userId), RULES);
        state = step.state;
        for (const effect of step.effects) {
          if (effect.kind !== 'webhook') continue;
          if (effect.event.name === 'member_added') announced.add(effect.event.user_id);
          if (effect.event.name === 'member_removed') announced.delete(effect.event.user_id);
        }
      }
      const connectedUsers = [...connections].filter(([, count]) => count > 0).map(([userId]) => userId);
      expect([...announced].sort()).toEqual(connectedUsers.sort());
      expect([...state.members.keys()].sort()).toEqual(connectedUsers);
      expect(state.subscribers).toBe([...connections.values()].reduce((sum, count) => sum + count, 0));
    }),
  );
});
