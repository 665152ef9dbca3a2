import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PhoneEffect } from '../effects.ts';
import type { PhoneEvent } from '../events.ts';
import { initialPhone } from '../phone-state.ts';
import {
  choose,
  disconnected,
  type EventInput,
  effectTypes,
  noteSubmitted,
  presence,
  type Run,
  run,
  saved,
  signedInAs,
  talk,
  ticked,
  unsent,
  user,
} from '../sample-events.ts';
import { viewName } from '../screen/view-name.ts';
import { transition } from '../transition.ts';
import type { AfterCallRequest } from './after-call-request.ts';
import { shouldSendLater } from './outbox.ts';
import type { OutboxEntry } from './outbox-state.ts';
import { hasUnsentRequest, rejectedEntry } from './unsent.ts';

const UNKNOWN = 'Something went wrong. Please try again.';

const note = (content: string): AfterCallRequest => ({
  type: 'saveNote',
  callId: 55,
  about: 'Roof quote',
  content,
});
const noteUnsent = (id: string, at = 1) => unsent(note(id), id, at);
const answer = (id: string, status: number | null, refusal: string | null = null): PhoneEvent => ({
  type: 'outboxResponded',
  id,
  status,
  refusal,
});
const loaded = (...entries: readonly OutboxEntry[]): PhoneEvent => ({
  type: 'outboxLoaded',
  userId: user.id,
  entries,
});
const entry = (id: string, at: number, refusal: string | null = null): OutboxEntry => ({
  id,
  at,
  order: note(id),
  refusal,
});
const alive = presence();
const agent = signedInAs();

const sent = (effects: readonly PhoneEffect[]) =>
  effects.flatMap((effect) => (effect.type === 'sendFromOutbox' ? [effect.entry.id] : []));
const ids = ({ state }: Run) => state.outbox.entries.map(({ id }) => id);

test.each<[string, readonly EventInput[], readonly string[], readonly string[]]>([
  ['an unsent request is stored', [noteUnsent('a')], ['a'], []],
  ['an unsent request is sent when the server responds again', [noteUnsent('a'), alive], ['a'], ['a']],
  ['an unsent request is sent when the network is back', [noteUnsent('a'), 'networkReturned'], ['a'], ['a']],
  [
    'without presence reports, an unsent request is sent at the next tick',
    ['presenceNotOffered', noteUnsent('a'), ticked],
    ['a'],
    ['a'],
  ],
  ['with presence reports, a tick alone sends nothing', [noteUnsent('a'), ticked], ['a'], []],
  ["a request isn't sent while it's being sent", [noteUnsent('a'), alive, alive], ['a'], []],
  ['the oldest request is sent first', [noteUnsent('b', 2), noteUnsent('a', 1), alive], ['a', 'b'], ['a']],
  [
    'the next request follows an accepted one',
    [noteUnsent('a', 1), noteUnsent('b', 2), alive, answer('a', null)],
    ['b'],
    ['b'],
  ],
  ['an accepted request is removed', [noteUnsent('a'), alive, answer('a', null)], [], []],
  [
    'a request without a response is sent again at the next presence response',
    [noteUnsent('a'), alive, answer('a', 0), alive],
    ['a'],
    ['a'],
  ],
  [
    "a request answered with a proxy's 502 is sent again at the next presence response",
    [noteUnsent('a'), alive, answer('a', 502), alive],
    ['a'],
    ['a'],
  ],
  [
    "a request answered with the API's 503 waits before it's sent again",
    [noteUnsent('a'), alive, answer('a', 503, 'X'), alive],
    ['a'],
    [],
  ],
  [
    "a request answered with 500 waits before it's sent again",
    [noteUnsent('a'), alive, answer('a', 500), alive],
    ['a'],
    [],
  ],
  [
    'a request answered with 500 is sent again after the pause',
    [noteUnsent('a'), alive, answer('a', 500), alive, alive],
    ['a'],
    ['a'],
  ],
  [
    'the pause ends when the network returns',
    [noteUnsent('a'), alive, answer('a', 500), 'networkReturned'],
    ['a'],
    ['a'],
  ],
  [
    "an HTML page instead of a response isn't a rejection",
    [noteUnsent('a'), alive, answer('a', 200), alive, alive],
    ['a'],
    ['a'],
  ],
  [
    'a rejected request stays for the agent, and the next one is sent',
    [noteUnsent('a', 1), noteUnsent('b', 2), alive, answer('a', 422, 'X')],
    ['a', 'b'],
    ['b'],
  ],
  [
    "a rejected request isn't sent again",
    [noteUnsent('a'), alive, answer('a', 422, 'X'), alive, 'networkReturned'],
    ['a'],
    [],
  ],
  [
    'a rejected request is removed once the agent has read it',
    [noteUnsent('a'), alive, answer('a', 422, 'X'), { type: 'rejectionRead', id: 'a' }],
    [],
    [],
  ],
  ["an earlier page's requests are sent", [loaded(entry('b', 2), entry('a', 1))], ['a', 'b'], ['a']],
  [
    "another user's requests aren't sent",
    [{ type: 'outboxLoaded', userId: 8, entries: [entry('a', 1)] }],
    [],
    [],
  ],
  [
    "a tab that isn't the phone stores and shows requests, but doesn't send",
    ['pageLockLost', noteUnsent('a'), 'networkReturned'],
    ['a'],
    [],
  ],
  ['an expired session sends nothing', [noteUnsent('a'), 'sessionExpired', alive, 'networkReturned'], [], []],
])('%s', (_sentence, events, entries, last) => {
  const outcome = run([agent, events]);
  expect(ids(outcome)).toEqual(entries);
  expect(sent(outcome.last)).toEqual(last);
});

test.each<[number, string | null, string]>([
  [422, 'This call has ended.', 'This call has ended.'],
  [403, 'You do not have permission to do this.', 'You do not have permission to do this.'],
  [404, null, UNKNOWN],
  [413, null, UNKNOWN],
  [200, 'No.', 'No.'],
])('a response of %i is a rejection, and shows its text', (status, refusal, shown) => {
  const { state } = run([agent, noteUnsent('a'), alive, answer('a', status, refusal)]);
  expect(rejectedEntry(state)).toEqual({
    id: 'a',
    text: `The note for Roof quote wasn’t saved. ${shown}`,
    content: 'a',
  });
  expect(hasUnsentRequest(state)).toBe(false);
});

test.each<[AfterCallRequest, string]>([
  [
    { type: 'saveResult', callId: 1, about: 'Lee', result: 'missed' },
    'The call result for Lee wasn’t saved. X',
  ],
  [{ type: 'saveTag', callId: 1, about: 'Lee', key: 'hot' }, 'The tag for Lee wasn’t saved. X'],
  [{ type: 'sendSms', callId: 1, about: 'Lee', text: 'x' }, 'The text to Lee wasn’t sent. X'],
  [{ type: 'saveNote', callId: 1, about: '', content: 'x' }, 'The note wasn’t saved. X'],
])('a rejected %o shows its text', (order, text) => {
  const { state } = run([agent, loaded({ id: 'a', at: 1, order, refusal: 'X' })]);
  expect(rejectedEntry(state)?.text).toBe(text);
});

test('a rejection is shown only in the waiting view, never over a call', () => {
  const { state } = run([agent, loaded(entry('a', 1, 'X')), talk()]);
  expect(rejectedEntry(state)).toBeNull();
});

test('a request counts as rejected after 10 inconclusive attempts, and the next one is sent', () => {
  const events: PhoneEvent[] = [...agent, noteUnsent('a', 1), noteUnsent('b', 2)];
  for (let attempt = 0; attempt < 10; attempt += 1) {
    events.push({ type: 'networkReturned' }, answer('a', 500));
  }
  const outcome = run(events);
  expect(rejectedEntry(outcome.state)?.text).toContain(UNKNOWN);
  expect(sent(outcome.last)).toEqual(['b']);
});

test('an unknown CSRF token makes the phone fetch a new one', () => {
  const { last } = run([agent, noteUnsent('a'), alive, answer('a', 419, 'X')]);
  expect(effectTypes(last)).toEqual(['loadUser']);
});

test('a request that fails after the session ended is stored for its user', () => {
  const { last } = run([agent, 'sessionExpired', noteUnsent('a')]);
  expect(last).toContainEqual({ type: 'saveToOutbox', userId: user.id, entry: entry('a', 1) });
});

const RESULT: AfterCallRequest = { type: 'saveResult', callId: 55, about: 'Roof quote', result: 'missed' };
const ended: EventInput = [signedInAs({ permissions: ['app-sms'] }), talk(), disconnected()];
const chosen: EventInput = [ended, choose('missed')];

test.each<[string, readonly EventInput[], PhoneEvent, string]>([
  ['a result', chosen, unsent(RESULT), 'sms'],
  [
    'a text',
    [ended, 'smsClicked', { type: 'smsSubmitted', text: 'x' }],
    unsent({ type: 'sendSms', callId: 55, about: '', text: 'x' }),
    'thankyou',
  ],
  [
    'a tag',
    [
      agent,
      talk({ profile: { is_deal_whispertext: true, tags: [] } }),
      disconnected(),
      choose('contacted'),
      saved,
      { type: 'tagChosen', key: 'hot' },
    ],
    unsent({ type: 'saveTag', callId: 55, about: '', key: 'hot' }),
    'thankyou',
  ],
  [
    'a note',
    [agent, talk({ direction: 'inbound' }), disconnected(), 'addNoteClicked', noteSubmitted('x')],
    noteUnsent('a'),
    'waiting',
  ],
])('%s without a network continues as if it had succeeded', (_what, before, event, view) => {
  const { state } = run([before, event]);
  expect(viewName(state)).toBe(view);
  expect(hasUnsentRequest(state)).toBe(true);
});

test("an unsent request for another call doesn't change the view", () => {
  const other: PhoneEvent = unsent({ ...RESULT, callId: 9 });
  expect(viewName(run([chosen, other]).state)).toBe('disposition');
});

interface ServerState {
  readonly accepted: string[];
  readonly stored: Map<string, OutboxEntry>;
  readonly rejected: Set<string>;
}

test('whatever the network does, every request arrives once and in order, or its failure is shown', () => {
  const event = fc.oneof(
    fc.constant('submit' as const),
    fc.constant('submit' as const),
    fc.constant('alive' as const),
    fc.constant('back' as const),
    fc.constant('reload' as const),
    fc.constantFrom(null, null, null, 0, 0, 200, 419, 429, 500, 502, 503, 422),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (actions) => {
      const server: ServerState = { accepted: [], stored: new Map(), rejected: new Set() };
      const submitted: string[] = [];
      let inFlight: string[] = [];
      let state = initialPhone;
      const feed = (event: PhoneEvent) => {
        const outcome = transition(state, event);
        state = outcome.state;
        for (const effect of outcome.effects) {
          if (effect.type === 'saveToOutbox') server.stored.set(effect.entry.id, effect.entry);
          if (effect.type === 'removeFromOutbox') server.stored.delete(effect.id);
          if (effect.type === 'loadOutbox') feed(loaded(...server.stored.values()));
          if (effect.type === 'sendFromOutbox') {
            expect(inFlight).toEqual([]);
            inFlight.push(effect.entry.id);
          }
        }
      };
      const load = () => {
        state = initialPhone;
        inFlight = [];
        for (const event of agent) feed(event);
      };
      const reply = (status: number | null) => {
        const id = inFlight.shift();
        if (id === undefined) return;
        // The server may have accepted it although no response arrived.
        if (status === null || status === 0) server.accepted.push(id);
        if (status === 422) server.rejected.add(id);
        feed(answer(id, status, status === 422 ? 'X' : null));
      };
      load();
      for (const action of actions) {
        if (action === 'submit') {
          const id = `id-${String(submitted.length).padStart(3, '0')}`;
          submitted.push(id);
          feed(noteUnsent(id, submitted.length));
        } else if (action === 'alive') feed(alive);
        else if (action === 'back') feed({ type: 'networkReturned' });
        else if (action === 'reload') load();
        else reply(action);
      }
      // Then the network works for a while.
      for (let round = 0; round < 40 + submitted.length; round += 1) {
        feed({ type: 'networkReturned' });
        reply(null);
      }
      const first = [...new Set(server.accepted)];
      expect(first).toEqual([...first].sort());
      const kept = [...server.stored.values()].filter(({ refusal }) => refusal !== null).map(({ id }) => id);
      expect([...new Set([...first, ...kept])].sort()).toEqual(submitted);
      expect(hasUnsentRequest(state)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test.each<[number, boolean]>([
  [0, true],
  [401, true],
  [502, true],
  [503, true],
  [504, true],
  [403, false],
  [404, false],
  [419, false],
  [422, false],
  [429, false],
  [500, false],
])('a response of %i queues the request: %s', (status, isKept) => {
  expect(shouldSendLater(status)).toBe(isKept);
});
