import type { Call, CallHold } from '@offhook/contract/calls/call';
import { expect, test } from 'vitest';
import { announcement } from '../../../screens/announcement.ts';
import type { PhoneEvent } from '../../events.ts';
import {
  ACCEPTED_AT,
  CALL_USER,
  callOf,
  type EventInput,
  effectTypes,
  KEY,
  run,
  signedInAs,
  talk,
  ticked,
} from '../../sample-events.ts';
import { documentTitle } from '../document-title.ts';
import { phoneStatus } from '../phone-status.ts';
import { callControls, callStatus } from './call-controls.ts';

const agent = signedInAs();
const own: CallHold = { by: null, is_heard: false, can_resume: true };
const bens: CallHold = { ...own, by: 'Ben Okafor' };
const anns: CallHold = { ...own, by: 'Ann Reyes', is_heard: true };
const click: PhoneEvent = { type: 'holdClicked' };
const refreshCall = { type: 'refreshCall', callKey: KEY, callUserId: CALL_USER };

const seconds = (at: number) => ACCEPTED_AT + at * 1_000;
const answered = (held: boolean, at: number): PhoneEvent => ({
  type: 'holdSucceeded',
  callId: 55,
  held,
  at: seconds(at),
});
const failed = (at: number): PhoneEvent => ({ type: 'holdFailed', callId: 55, at: seconds(at) });
const reported = (call: Partial<Call>, at: number, askedAt = at): PhoneEvent => ({
  type: 'callRefreshed',
  callKey: KEY,
  call: callOf(call),
  at: seconds(at),
  askedAt: seconds(askedAt),
});

const talking = (call: Partial<Call> = {}): EventInput => [agent, talk({ hold: null, agents: [], ...call })];
function shown(...events: readonly EventInput[]) {
  const { state } = run(events);
  const { view } = state.screen;
  return {
    state: callStatus(state)?.state,
    tile: callControls(state)?.hold,
    window: phoneStatus(view),
    announced: announcement(state),
  };
}
const onHold = { state: 'held', tile: 'resume', window: 'held' };
const connected = { state: 'talking', tile: 'hold', window: 'oncall' };

test('another agent’s hold shows as a hold, with the agent’s name', () => {
  const held = shown(talking(), reported({ hold: bens }, 1));
  expect(held).toMatchObject({
    ...onHold,
    announced: ['On hold', 'Ben Okafor put the call on hold'],
  });
  expect(documentTitle(run([talking(), reported({ hold: bens }, 1)]).state)).toMatch(/^On hold/);
  expect(shown(talking(), reported({ hold: own }, 1)).announced).toEqual(['On hold']);
});

test('Resume ends another agent’s hold', () => {
  const held: EventInput = [talking(), reported({ hold: bens }, 1)];
  expect(run([held, click]).last).toContainEqual({ type: 'unholdCall', callId: 55 });
  expect(shown(held, click, answered(false, 2))).toMatchObject(connected);
});

test('a colleague’s consultation shows as a hold that only the colleague ends', () => {
  const consulted: EventInput = [talking(), reported({ hold: { ...bens, can_resume: false } }, 1)];
  expect(shown(consulted)).toMatchObject(onHold);
  expect(callControls(run(consulted).state)?.holdDisabled).toBe(true);
  expect(run([consulted, click]).last).toEqual([]);
});

test('an own hold that another agent ended is over', () => {
  const held: EventInput = [talking(), click, answered(true, 1)];
  expect(shown(held)).toMatchObject(onHold);
  expect(shown(held, reported({ hold: null }, 2))).toMatchObject(connected);
});

test('an answer from before Resume doesn’t show the call as on hold', () => {
  const resumed: EventInput = [talking(), click, answered(true, 1), click, answered(false, 3)];
  expect(shown(resumed, reported({ hold: own }, 4, 2))).toMatchObject(connected);
  expect(run(resumed).last).toEqual([refreshCall]);
});

test('after a failure, Resume shows, but On hold only once the server says so', () => {
  const unknown = { state: 'talking', tile: 'resume', window: 'oncall' };
  for (const before of [[], [click, answered(true, 1)]] as const) {
    const after: EventInput = [talking(), before, click, failed(2)];
    expect(shown(after)).toMatchObject(unknown);
    expect(run(after).last).toEqual([refreshCall]);
    expect(shown(after, reported({ hold: null }, 3))).toMatchObject(unknown);
    expect(shown(after, reported({ hold: own }, 3))).toMatchObject(onHold);
    expect(shown(after, reported({ hold: own }, 3), reported({ hold: null }, 4))).toMatchObject(connected);
    expect(shown(after, reported({ hold: null }, 3), click, answered(false, 4))).toMatchObject(connected);
  }
});

test('with a server that doesn’t say who holds, only this agent’s own hold shows', () => {
  const held: EventInput = [agent, talk(), click, answered(true, 1)];
  expect(shown(held)).toMatchObject(onHold);
  expect(run(held).last).toEqual([]);
  expect(shown(held, reported({}, 2))).toMatchObject(onHold);
  expect(shown(held, click, answered(false, 2))).toMatchObject(connected);
});

test('a reload shows who has put the call on hold', () => {
  expect(shown(talking({ hold: bens }))).toMatchObject(onHold);
  expect(shown(talking({ hold: null, held: true }))).toMatchObject(connected);
});

test('who joins a running call asks for its state, which may have changed while the phone rang', () => {
  for (const type of ['conference', 'transfer', 'barge', 'whisper', 'listen'])
    expect(effectTypes(run(talking({ type })).last)).toContain('refreshCall');
  expect(effectTypes(run(talking()).last)).not.toContain('refreshCall');
});

test('without realtime messages, a phone that shares its call asks again and again', () => {
  expect(run([talking(), ticked]).last).not.toContainEqual(refreshCall);
  for (const call of [
    { agents: [{ name: 'Ben Okafor' }] },
    { supervisors: [{ name: 'Sam', type: 'barge' as const }] },
    { hold: bens },
  ])
    expect(run([talking(call), ticked]).last).toContainEqual(refreshCall);
});

test.each([
  ['barge', null, 'Everyone can hear you.'],
  ['barge', anns, 'Only Ann Reyes can hear you.'],
  ['barge', own, 'No one can hear you.'],
  ['whisper', null, 'Only the agent can hear you.'],
  ['whisper', anns, 'Only Ann Reyes can hear you.'],
  ['whisper', bens, 'No one can hear you.'],
  ['listen', bens, 'No one can hear you.'],
] as const)('a supervisor who joined by %s during the hold %o reads: %s', (type, hold, hint) => {
  expect(callStatus(run(talking({ type, hold })).state)?.joined?.hint).toBe(hint);
});
