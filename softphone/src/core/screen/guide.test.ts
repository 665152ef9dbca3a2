import { describe, expect, test } from 'vitest';
import type { PhoneState } from '../phone-state.ts';
import { type EventInput, ownStatus, presence, run, signedInAs } from '../sample-events.ts';
import {
  closed,
  GUIDE_STEPS,
  type Guide,
  type GuideFacts,
  hasHadCall,
  NEW_GUIDE,
  shownGuide,
  withDone,
  withNextStep,
} from './guide.ts';

const agent = signedInAs();
const stateAfter = (...events: readonly EventInput[]): PhoneState => run(events).state;
const reachable = ['realtimeConnected', 'deviceRegistered', presence()] as EventInput;
const inStatus = (key: string) =>
  ({ type: 'statusLoaded', status: ownStatus({ key }), at: 0, askedAt: 0 }) as const;
const nothing: GuideFacts = { sound: { name: 'idle' }, hasCalls: false, helpOpened: false };
const notifying = (notify: PhoneState['audio']['notify']): PhoneState => {
  const state = stateAfter(agent);
  return { ...state, audio: { ...state.audio, notify } };
};

describe('a step of the guide', () => {
  test.each<[string, PhoneState, Partial<GuideFacts>, string[]]>([
    ['nothing is done before the phone is ready', stateAfter(agent), {}, []],
    [
      'the sound is not done while the agent speaks',
      stateAfter(agent),
      { sound: { name: 'listening', seconds: 1, heard: true } },
      [],
    ],
    [
      'the sound is done once the agent’s recording plays',
      stateAfter(agent),
      { sound: { name: 'playing' } },
      ['sound'],
    ],
    ['notifications are done once allowed', notifying('granted'), {}, ['notify']],
    ['blocked notifications are not done', notifying('denied'), {}, []],
    ['a reachable agent is available', stateAfter(agent, reachable), {}, ['available']],
    ['an agent on a break is not available', stateAfter(agent, reachable, inStatus('break')), {}, []],
    ['the call is done once the agent has had one', stateAfter(agent), { hasCalls: true }, ['call']],
    ['the help is done once it was opened', stateAfter(agent), { helpOpened: true }, ['help']],
  ])('%s', (_, state, facts, done) => {
    expect(withDone(NEW_GUIDE, state, { ...nothing, ...facts }).done).toEqual(done);
  });

  test('stays done, and the guide stays the same if nothing new was done', () => {
    const before: Guide = { ...NEW_GUIDE, done: ['sound'] };
    expect(withDone(before, stateAfter(agent), nothing)).toBe(before);
    expect(withDone(before, stateAfter(agent), { ...nothing, hasCalls: true }).done).toEqual([
      'sound',
      'call',
    ]);
  });

  test('is followed by the next one, and the last one by the end', () => {
    const walk = GUIDE_STEPS.map((at) => withNextStep({ ...NEW_GUIDE, at }));
    expect(walk.map(({ at }) => at)).toEqual(['notify', 'available', 'call', 'help', 'help']);
    expect(walk.map(({ isOpen }) => isOpen)).toEqual([true, true, true, true, false]);
  });
});

test.each<[string, Guide | null, boolean | null, Guide | null]>([
  ['starts for an agent without calls', null, false, NEW_GUIDE],
  ['does not start for an agent with calls', null, true, null],
  ['does not start before the calls are known', null, null, null],
  ['stays open after the first call', { ...NEW_GUIDE, at: 'call' }, true, { ...NEW_GUIDE, at: 'call' }],
  ['stays closed once skipped', closed(NEW_GUIDE), false, null],
])('the guide %s', (_, stored, hasCalls, shown) => {
  expect(shownGuide(stored, hasCalls)).toEqual(shown);
});

test.each<[string, string[], boolean]>([
  ['no rings', [], false],
  ['a ring that was missed', ['missed'], false],
  ['a ring without a connection', ['offline'], false],
  ['a missed ring and a call', ['missed', 'completed'], true],
])('an agent with %s has had a call or not', (_, statuses, has) => {
  expect(hasHadCall(statuses.map((status) => ({ status })))).toBe(has);
});
