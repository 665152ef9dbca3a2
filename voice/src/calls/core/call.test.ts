import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Call, type CallEvent, callSeconds, isFinal, newCall, transitionCall } from './call.ts';

const facts = { sid: 'CA1', parentSid: null, from: '+1', to: '+2', createdAt: 1_000, callback: null };
const outgoing = newCall({ ...facts, direction: 'outbound-api' });
const incoming = newCall({ ...facts, direction: 'inbound' });
const started: CallEvent = { type: 'started', at: 1_500 };
const rang: CallEvent = { type: 'rang', at: 2_000 };
const answered: CallEvent = { type: 'answered', at: 3_000 };
const ended = (
  cause: Extract<CallEvent, { type: 'ended' }>['cause'],
  sipCode: number | null = null,
): CallEvent => ({
  type: 'ended',
  at: 4_000,
  cause,
  sipCode,
});

function run(call: Call, events: readonly CallEvent[]) {
  let state = call;
  const effects: string[] = [];
  for (const event of events) {
    const step = transitionCall(state, event);
    state = step.state;
    effects.push(
      ...step.effects.map((one) => (one.type === 'notify' ? `${one.event} ${one.sequence}` : one.type)),
    );
  }
  return { state, effects };
}

test.each<[string, Call, readonly CallEvent[], Call['status'], readonly string[]]>([
  [
    'a call is answered and hung up',
    outgoing,
    [started, rang, answered, ended('hangup')],
    'completed',
    ['initiated 0', 'dial', 'ringing 1', 'answered 2', 'connect', 'completed 3', 'release'],
  ],
  [
    'a call is answered without ringing',
    outgoing,
    [started, answered],
    'in-progress',
    ['initiated 0', 'dial', 'answered 1', 'connect'],
  ],
  [
    'the called party is busy',
    outgoing,
    [started, ended('busy', 486)],
    'busy',
    ['initiated 0', 'dial', 'completed 1', 'release'],
  ],
  [
    'a call is canceled while it is queued',
    outgoing,
    [ended('hangup')],
    'canceled',
    ['completed 0', 'release'],
  ],
  [
    'a call that fails after it was answered has the status completed',
    outgoing,
    [started, answered, ended('failed')],
    'completed',
    ['initiated 0', 'dial', 'answered 1', 'connect', 'completed 2', 'release'],
  ],
  [
    'an inbound call starts as ringing',
    incoming,
    [answered, ended('hangup')],
    'completed',
    ['answered 0', 'connect', 'completed 1', 'release'],
  ],
  ['an inbound call is rejected', incoming, [ended('busy')], 'busy', ['completed 0', 'release']],
  [
    'late events are ignored',
    outgoing,
    [started, answered, rang, started],
    'in-progress',
    ['initiated 0', 'dial', 'answered 1', 'connect'],
  ],
  [
    'a second end event is ignored',
    outgoing,
    [started, ended('no-answer'), ended('busy')],
    'no-answer',
    ['initiated 0', 'dial', 'completed 1', 'release'],
  ],
])('%s', (_, call, events, status, effects) => {
  const result = run(call, events);
  expect(result.state.status).toBe(status);
  expect(result.effects).toEqual(effects);
});

test('the queue time and the SIP response are recorded', () => {
  expect(run(outgoing, [started, ended('busy', 486)]).state).toMatchObject({ queuedMs: 500, sipCode: 486 });
});

describe('the duration', () => {
  test.each([
    ['is 0 before the answer', outgoing, 9_000, 0],
    ['of a running call is rounded up', { ...outgoing, answeredAt: 3_000 }, 4_100, 2],
    ['of an ended call is fixed', { ...outgoing, answeredAt: 3_000, endedAt: 5_000 }, 99_000, 2],
  ] as const)('%s', (_, call, now, seconds) => {
    expect(callSeconds(call, now)).toBe(seconds);
  });
});

test('whatever the order of events, a call is released once, after all its callbacks', () => {
  const event = fc.constantFrom(started, rang, answered, ended('hangup'), ended('busy'), ended('failed'));
  fc.assert(
    fc.property(fc.constantFrom(outgoing, incoming), fc.array(event, { maxLength: 12 }), (call, events) => {
      const { state, effects } = run(call, events);
      const ends = effects.filter((one) => one === 'release').length;
      expect(ends).toBe(isFinal(state.status) ? 1 : 0);
      const sequences = effects.flatMap((one) => (/\d/.test(one) ? [Number(one.split(' ')[1])] : []));
      expect(sequences).toEqual(sequences.map((_, index) => index));
      if (ends === 1) expect(effects.at(-1)).toBe('release');
    }),
  );
});
