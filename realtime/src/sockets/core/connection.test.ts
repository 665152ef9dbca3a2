import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { type ClientMessage, parseClientMessage } from './client-message.ts';
import {
  type Connection,
  type ConnectionEffect,
  type ConnectionRules,
  connectionStep,
  newConnection,
} from './connection.ts';

/** A fake signature that contains the signed text. */
const RULES: ConnectionRules = {
  key: 'key',
  verify: (text, signature) => signature === `signed ${text}`,
  clientEventsEnabled: true,
  activityTimeoutMs: 1_000,
  pongTimeoutMs: 300,
  signinTimeoutMs: null,
};
const NEW = newConnection('1.1', 0);
const ADA = '{"id":"ada","user_info":{"n":1}}';

function run(events: readonly (ClientMessage | number)[], from: Connection = NEW, rules = RULES) {
  let state = from;
  let effects: readonly ConnectionEffect[] = [];
  let at = 0;
  for (const event of events) {
    if (typeof event === 'number') at = event;
    const step = connectionStep(
      state,
      typeof event === 'number' ? { kind: 'tick', at } : { kind: 'message', message: event, at },
      rules,
    );
    ({ state, effects } = step);
    for (const effect of effects) {
      if (effect.kind !== 'join') continue;
      const userId = effect.member?.userId ?? null;
      state = connectionStep(state, { kind: 'joined', channel: effect.channel, userId }, rules).state;
    }
  }
  return { state, effects };
}

const subscribe = (channel: string, text: string, channelData: string | null = null): ClientMessage => ({
  kind: 'subscribe',
  channel,
  auth: `key:signed ${text}`,
  channelData,
});
const signed = (channel: string) => subscribe(channel, `1.1:${channel}`);
const SUBSCRIBE_AS_5 = subscribe('presence-a', '1.1:presence-a:{"user_id":5}', '{"user_id":5}');
const signin = (userData: string): ClientMessage => ({
  kind: 'signin',
  auth: `key:signed 1.1::user::${userData}`,
  userData,
});
const enter = (channel: string): ClientMessage => ({
  kind: 'subscribe',
  channel,
  auth: '',
  channelData: null,
});
const joined = (channel: string) => ({ kind: 'join', channel, member: null, wantsReply: true });
const rejected = [{ kind: 'reject', channel: expect.any(String), failure: expect.any(Object) }];
const failed = [{ kind: 'fail', failure: expect.any(Object) }];
const sent = (event: string) => [{ kind: 'send', text: expect.stringContaining(`"event":"${event}"`) }];

test.each<[string, readonly (ClientMessage | number)[], unknown]>([
  ['no ping is sent before the activity timeout', [999], []],
  ['a ping is sent after the activity timeout', [1_000], sent('pusher:ping')],
  ['the ping is sent once', [1_000, 1_299], []],
  [
    'a connection without a pong is closed',
    [1_000, 1_300],
    [{ kind: 'close', failure: { code: 4201, message: expect.any(String) } }],
  ],
  ['any message counts as a pong', [1_000, { kind: 'ping' }, 1_300], []],
  ['a message restarts the activity timeout', [1_000, { kind: 'pong' }, 1_999], []],
  [
    'the next ping is sent after another activity timeout',
    [1_000, { kind: 'pong' }, 2_000],
    sent('pusher:ping'),
  ],
  ['a public channel needs no auth', [enter('a')], [joined('a')]],
  ['a private channel needs a signature over the socket ID', [signed('private-a')], [joined('private-a')]],
  ['a signature over another socket ID is rejected', [subscribe('private-a', '2.2:private-a')], rejected],
  [
    'a presence channel needs a signature over the member',
    [SUBSCRIBE_AS_5],
    [{ kind: 'join', channel: 'presence-a', member: { userId: '5', info: null }, wantsReply: true }],
  ],
  ['a member without an ID is rejected', [subscribe('presence-a', '1.1:presence-a:{}', '{}')], rejected],
  ['a presence channel without channel_data is rejected', [signed('presence-a')], rejected],
  [
    'a signed-in user needs no channel_data',
    [signin(ADA), signed('presence-a')],
    [{ kind: 'join', channel: 'presence-a', member: { userId: 'ada', info: '{"n":1}' }, wantsReply: true }],
  ],
  [
    'user_info of more than 1 kB is rejected',
    [
      ((data) => subscribe('presence-a', `1.1:presence-a:${data}`, data))(
        `{"user_id":"a","user_info":"${'x'.repeat(1_023)}"}`,
      ),
    ],
    rejected,
  ],
  [
    "signing in joins the user's channel",
    [signin(ADA)],
    [
      { kind: 'signIn', userId: 'ada' },
      ...sent('pusher:signin_success'),
      { kind: 'join', channel: '#server-to-user-ada', member: null, wantsReply: false },
    ],
  ],
  [
    'signing in again joins no channel',
    [signin(ADA), signin(ADA)],
    [{ kind: 'signIn', userId: 'ada' }, ...sent('pusher:signin_success')],
  ],
  [
    'a sign-in as another user closes the connection',
    [signin(ADA), signin('{"id":"bob"}')],
    [{ kind: 'close', failure: expect.objectContaining({ code: 4009 }) }],
  ],
  [
    "subscribing to the user's own channel is confirmed",
    [signin(ADA), enter('#server-to-user-ada')],
    sent('pusher_internal:subscription_succeeded'),
  ],
  [
    "the user's own channel can be left and joined again",
    [signin(ADA), { kind: 'unsubscribe', channel: '#server-to-user-ada' }, enter('#server-to-user-ada')],
    [joined('#server-to-user-ada')],
  ],
  ["another user's channel is rejected", [signin(ADA), enter('#server-to-user-bob')], rejected],
  [
    'leaving a presence channel reports the member',
    [SUBSCRIBE_AS_5, { kind: 'unsubscribe', channel: 'presence-a' }],
    [{ kind: 'leave', channel: 'presence-a', userId: '5' }],
  ],
  [
    'a client event on a presence channel names its sender',
    [SUBSCRIBE_AS_5, { kind: 'clientEvent', event: 'client-a', channel: 'presence-a', data: '[1]' }],
    [
      {
        kind: 'forward',
        channel: 'presence-a',
        event: 'client-a',
        data: '[1]',
        userId: '5',
        text: '{"event":"client-a","channel":"presence-a","data":[1],"user_id":"5"}',
      },
    ],
  ],
])('%s', (_, events, expected) => {
  expect(run(events).effects).toEqual(expected);
});

test.each([
  ['a number', '{"id":5}'],
  ['an object', '{"id":{}}'],
  ['missing', '{}'],
  ['empty', '{"id":""}'],
  ['longer than 128 characters', `{"id":"${'x'.repeat(129)}"}`],
  ['invalid in a channel name', '{"id":"a\\nb"}'],
])('a sign-in whose ID is %s closes the connection with 4009', (_, userData) => {
  const failure = { code: 4009, message: expect.stringMatching(/^Invalid user_data: expected an id/) };
  expect(run([signin(userData)]).effects).toEqual([{ kind: 'close', failure }]);
});

test('a connection may send ten client events per second', () => {
  const event: ClientMessage = { kind: 'clientEvent', event: 'client-a', channel: 'private-a', data: null };
  const before = run([signed('private-a'), ...Array<ClientMessage>(10).fill(event)]);
  expect(before.effects).toMatchObject([{ kind: 'forward' }]);
  expect(run([event], before.state).effects).toEqual(failed);
  expect(run([1_000, event], before.state).effects).toMatchObject([{ kind: 'forward' }]);
});

test("a connection's channels are limited", () => {
  const many = Array.from({ length: LIMITS.channelsPerConnection }, (_, n) => subscribe(`c${n}`, ''));
  const full = run(many);
  expect(full.effects).toMatchObject([{ kind: 'join' }]);
  expect(run([subscribe('more', '')], full.state).effects).toEqual(rejected);
});

test('clients without a signature can join public channels only', () => {
  const name = fc.constantFrom(
    'a',
    'private-a',
    'presence-a',
    'private-encrypted-a',
    '#server-to-user-a',
    'cache-a',
  );
  const clientMessage = fc.record({
    event: fc.constantFrom('pusher:subscribe', 'pusher:unsubscribe', 'client-a', 'pusher:ping'),
    channel: name,
    data: fc.record(
      {
        channel: name,
        auth: fc.oneof(
          fc.string(),
          fc.string().map((s) => `key:${s}`),
        ),
        channel_data: fc.json(),
      },
      { requiredKeys: ['channel'] },
    ),
  });
  fc.assert(
    fc.property(fc.array(clientMessage, { maxLength: 20 }), (messages) => {
      const { state } = run(messages.map((message) => parseClientMessage(JSON.stringify(message))));
      expect([...state.channels.keys()].filter((channel) => !['a', 'cache-a'].includes(channel))).toEqual([]);
    }),
  );
});

test.each<[string, readonly (ClientMessage | number)[], boolean]>([
  ["a connection that doesn't sign in is closed", [999, 1_000], true],
  ["other messages don't prevent the close", [signed('private-a'), 500, { kind: 'ping' }, 1_000], true],
  ["a connection isn't closed before the timeout", [999], false],
  ["a connection isn't closed after signing in", [signin(ADA), 1_000], false],
])('with a sign-in timeout, %s', (_, steps, isClosed) => {
  const SIGN_IN_RULES = { ...RULES, activityTimeoutMs: 60_000, signinTimeoutMs: 1_000 };
  const { effects } = run(steps, NEW, SIGN_IN_RULES);
  expect(effects.some((effect) => effect.kind === 'close' && effect.failure.code === 4009)).toBe(isClosed);
});

test.each<[string, readonly (ClientMessage | number)[], unknown]>([
  ['a private channel is joined only after the sign-in', [signed('private-a')], []],
  [
    'the sign-in joins pending private channels',
    [signed('private-a'), signed('private-b'), signin(ADA)],
    expect.arrayContaining([joined('private-a'), joined('private-b')]),
  ],
  ['a public channel is joined immediately', [enter('a')], [joined('a')]],
  ['a wrong signature is rejected immediately', [subscribe('private-a', '1.1:private-b')], rejected],
  [
    'a second subscription to a pending channel is rejected',
    [signed('private-a'), signed('private-a')],
    failed,
  ],
  [
    'a pending channel can be unsubscribed',
    [signed('private-a'), { kind: 'unsubscribe', channel: 'private-a' }, signin(ADA)],
    expect.not.arrayContaining([joined('private-a')]),
  ],
  [
    'client events to a pending channel are rejected',
    [signed('private-a'), { kind: 'clientEvent', event: 'client-a', channel: 'private-a', data: '[1]' }],
    failed,
  ],
  [
    'pending channels count toward the limit',
    Array.from({ length: LIMITS.channelsPerConnection + 1 }, (_, n) => signed(`private-${n}`)),
    rejected,
  ],
])('with a sign-in timeout, %s', (_, steps, effects) => {
  expect(run(steps, NEW, { ...RULES, signinTimeoutMs: 1_000 }).effects).toEqual(effects);
});
