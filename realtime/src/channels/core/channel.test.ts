import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { type Channel, type ChannelEffect, type ChannelEvent, channelStep, newChannel } from './channel.ts';

const RULES = { subscriptionCountOn: false };
const join = (userId: string): ChannelEvent => ({
  kind: 'joined',
  asked: true,
  member: { userId, info: `{"of":"${userId}"}` },
  last: undefined,
  at: 0,
});
const leave = (userId: string): ChannelEvent => ({ kind: 'left', userId, at: 0 });
const JOIN: ChannelEvent = { kind: 'joined', member: null, asked: true, last: undefined, at: 0 };
const LEAVE: ChannelEvent = { kind: 'left', userId: null, at: 0 };

function run(name: string, events: readonly ChannelEvent[], rules = RULES) {
  let state: Channel = newChannel(name);
  let effects: readonly ChannelEffect[] = [];
  for (const event of events) ({ state, effects } = channelStep(state, event, rules));
  return { state, effects };
}

/** An effect in a word or two: to whom, what. */
function told(effect: ChannelEffect): string {
  switch (effect.kind) {
    case 'webhook':
      return `webhook ${effect.event.name}`;
    case 'reply':
    case 'tellOthers':
    case 'tellAll':
      return `${effect.kind} ${/"event":"([^"]*)"/.exec(effect.text)?.[1]}`;
    default:
      return effect.kind;
  }
}

const SUCCEEDED = 'reply pusher_internal:subscription_succeeded';
const ADDED = ['tellOthers pusher_internal:member_added', 'webhook member_added'];
const REMOVED = ['tellAll pusher_internal:member_removed', 'webhook member_removed'];

test.each<[string, string, readonly ChannelEvent[], readonly string[]]>([
  ['the first to come occupies the channel', 'a', [JOIN], ['admit', 'webhook channel_occupied', SUCCEEDED]],
  ['the second only joins', 'a', [JOIN, JOIN], ['admit', SUCCEEDED]],
  ['one of two leaves', 'a', [JOIN, JOIN, LEAVE], []],
  ['the last to leave vacates it', 'a', [JOIN, LEAVE], ['webhook channel_vacated']],
  ['a person comes', 'presence-a', [join('ada'), join('bob')], ['admit', SUCCEEDED, ...ADDED]],
  ['the same person again', 'presence-a', [join('ada'), join('ada')], ['admit', SUCCEEDED]],
  ['with one connection less', 'presence-a', [join('ada'), join('ada'), leave('ada')], []],
  ['and gone', 'presence-a', [join('ada'), join('bob'), join('ada'), leave('ada'), leave('ada')], REMOVED],
  [
    'a cache channel with an event gives it',
    'cache-a',
    [{ kind: 'joined', member: null, asked: true, last: { event: 'e', data: 'd' }, at: 0 }],
    ['admit', 'webhook channel_occupied', SUCCEEDED, 'reply e'],
  ],
  [
    'without one it says so',
    'cache-a',
    [{ kind: 'joined', member: null, asked: true, last: null, at: 0 }],
    ['admit', 'webhook channel_occupied', SUCCEEDED, 'reply pusher:cache_miss', 'webhook cache_miss'],
  ],
  ["a user's channel is silent", '#server-to-user-a', [JOIN], ['admit', SUCCEEDED]],
])('%s', (_, name, events, expected) => {
  expect(run(name, events).effects.map(told)).toEqual(expected);
});

test('who joins is told of all members, by their ids', () => {
  const { effects } = run('presence-a', [join('__proto__'), join('7')]);
  const reply = effects.find((effect) => effect.kind === 'reply');
  const { data } = JSON.parse(reply?.text ?? '') as { data: string };
  expect(data).toBe(
    '{"presence":{"count":2,"ids":["__proto__","7"],"hash":{"__proto__":{"of":"__proto__"},"7":{"of":"7"}}}}',
  );
});

test('a full presence channel takes no new person, but those who are in again', () => {
  const full = Array.from({ length: LIMITS.membersPerChannel }, (_, n) => join(String(n)));
  const refused = run('presence-a', [...full, join('more')]);
  expect(refused.effects.map(told)).toEqual(['refuse']);
  expect(refused.state.subscribers).toBe(LIMITS.membersPerChannel);
  expect(run('presence-a', [...full, join('5')]).effects.map(told)).toEqual(['admit', SUCCEEDED]);
});

test('counts are told at once while few listen, then at most every five seconds', () => {
  const on = { subscriptionCountOn: true };
  const few = Array<ChannelEvent>(100).fill(JOIN);
  const counted = ['tellAll pusher_internal:subscription_count', 'webhook subscription_count'];
  expect(run('a', few, on).effects.map(told)).toEqual(['admit', SUCCEEDED, ...counted]);
  const many = run('a', [...few, JOIN], on);
  expect(many.effects.map(told)).toEqual(['admit', SUCCEEDED]);
  expect(many.state.countDue).toBe(true);
  const early = channelStep(many.state, { kind: 'tick', at: 4_999 }, on);
  expect(early.effects).toEqual([]);
  const due = channelStep(early.state, { kind: 'tick', at: 5_000 }, on);
  expect(due.effects.map(told)).toEqual(counted);
  expect(channelStep(due.state, { kind: 'tick', at: 20_000 }, on).effects).toEqual([]);
  expect(run('presence-a', [join('ada')], on).effects.map(told)).not.toContain(counted[0]);
});

test('however people come and go, those told of are those who are there', () => {
  const person = fc.constantFrom('ada', 'bob', 'cy');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), person), { maxLength: 40 }), (moves) => {
      let state = newChannel('presence-a');
      const connections = new Map<string, number>();
      const present = new Set<string>();
      for (const [comes, who] of moves) {
        const count = connections.get(who) ?? 0;
        if (!comes && count === 0) continue;
        connections.set(who, count + (comes ? 1 : -1));
        const step = channelStep(state, comes ? join(who) : leave(who), RULES);
        state = step.state;
        for (const effect of step.effects) {
          if (effect.kind !== 'webhook') continue;
          if (effect.event.name === 'member_added') present.add(effect.event.user_id);
          if (effect.event.name === 'member_removed') present.delete(effect.event.user_id);
        }
      }
      const there = [...connections].filter(([, count]) => count > 0).map(([who]) => who);
      expect([...present].sort()).toEqual(there.sort());
      expect([...state.members.keys()].sort()).toEqual(there);
      expect(state.subscribers).toBe([...connections.values()].reduce((sum, count) => sum + count, 0));
    }),
  );
});
