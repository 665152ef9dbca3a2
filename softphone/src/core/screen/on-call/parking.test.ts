import { expect, test } from 'vitest';
import type { PhoneEvent } from '../../events.ts';
import {
  callOf,
  consultationOf,
  disconnected,
  type EventInput,
  effectTypes,
  lookedUp,
  offered,
  ring,
  run,
  signedInAs,
  talk,
} from '../../sample-events.ts';
import { inviterText } from '../call-titles.ts';
import { currentNotice } from '../status-line.ts';
import { viewName } from '../view-name.ts';
import { callControls } from './call-controls.ts';

const agent = signedInAs();
const talking: EventInput = [agent, talk({ parks: true })];
const failed: PhoneEvent = { type: 'parkFailed', callId: 55, error: 'Not now.' };
const park = (...events: readonly EventInput[]) => callControls(run(events).state)?.park;

test('Park is sent once, and the agent is asked for the result', () => {
  const { state, last } = run([talking, 'parkClicked']);
  expect(last).toEqual([{ type: 'parkCall', callId: 55 }]);
  expect(callControls(state)?.park).toBe('requested');
  expect(run([talking, 'parkClicked', 'parkClicked']).last).toEqual([]);
  expect(viewName(run([talking, 'parkClicked', disconnected()]).state)).toBe('disposition');
});

test('Park takes along what the agent has written so far', () => {
  const note: PhoneEvent = { type: 'callNoteTyped', callId: 55, text: ' Call again at 3 ' };
  expect(run([talking, note, 'parkClicked']).last).toEqual([
    { type: 'parkCall', callId: 55, note: 'Call again at 3' },
  ]);
});

test('a call that can’t be parked says why, and Park can be repeated', () => {
  const { state } = run([talking, 'parkClicked', failed]);
  expect(currentNotice(state)).toBe('Not now.');
  expect(callControls(state)?.park).toBe('possible');
  const other = run([talking, 'parkClicked', { ...failed, callId: 56 }]).state;
  expect(callControls(other)?.park).toBe('requested');
});

test('Park shows only while the agent handles the call, and only if the server offers it', () => {
  expect(park(talking)).toBe('possible');
  expect(park(agent, talk())).toBeNull();
  expect(park(agent, talk({ parks: true, type: 'listen' }))).toBeNull();
  expect(park(agent, talk({ parks: true, type: 'conference' }))).toBeNull();
  const call = callOf({ parks: true, consultation: consultationOf() });
  const refreshed = { call, callKey: 'incoming-1', at: 2_000_000, askedAt: 1_999_900 };
  expect(park(talking, { type: 'callRefreshed', ...refreshed })).toBeNull();
  expect(effectTypes(run([agent, talk(), 'parkClicked']).last)).toEqual([]);
});

test('while the lead’s phone rings, Park is shown but does nothing', () => {
  const ringing: EventInput = [
    agent,
    talk({ parks: true, far_end: null, direction: 'outbound', type: 'lead' }),
  ];
  expect(callControls(run([ringing]).state)?.awaitingAnswer).toBe(true);
  expect(park(ringing)).toBe('possible');
  expect(run([ringing, 'parkClicked']).last).toEqual([]);
  expect(park(ringing, 'parkClicked')).toBe('possible');
});

test('Pick up asks for the call once, and says why it didn’t come', () => {
  const pickUp: PhoneEvent = { type: 'pickUpClicked', callId: 71 };
  const tooLate: PhoneEvent = { type: 'pickUpFailed', error: 'This call is no longer parked.' };
  expect(run([agent, pickUp]).last).toEqual([{ type: 'pickUpCall', callId: 71 }]);
  expect(run([agent, pickUp, pickUp]).last).toEqual([]);
  expect(currentNotice(run([agent, pickUp, tooLate]).state)).toBe('This call is no longer parked.');
  expect(run([agent, pickUp, tooLate, pickUp]).last).toHaveLength(1);
  expect(run([agent, pickUp, 'pickUpSucceeded', pickUp]).last).toHaveLength(1);
});

test('the call that an agent picks up connects without a click', () => {
  const inviter = { name: 'Ben Okafor', reason: null, note: null, parked: true };
  const { last } = run([
    agent,
    offered,
    lookedUp({ type: 'transfer' }, { autoaccept: true, invited_by: inviter }),
  ]);
  expect(effectTypes(last)).toContain('acceptLine');
});

test('the ring of a call that was parked too long says so', () => {
  const inviter = { name: 'Ben Okafor', reason: null, note: null, parked: true };
  const { view } = run([agent, ring({ type: 'transfer' }, { invited_by: inviter })]).state.screen;
  expect(view.name === 'ringing' && inviterText(view.conversation)).toBe('Parked by Ben Okafor');
});

test('the ring of a call that the agent parked says so', () => {
  const inviter = { name: 'Ben Okafor', reason: null, note: null, parked: true, is_own: true };
  const { view } = run([agent, ring({ type: 'transfer' }, { invited_by: inviter })]).state.screen;
  expect(view.name === 'ringing' && inviterText(view.conversation)).toBe('You parked this call');
});

test('Call Result gives way to the call that the agent parked and picks up again, and to no other', () => {
  const parked: EventInput = [talking, 'parkClicked', disconnected()];
  const pickUp: PhoneEvent = { type: 'pickUpClicked', callId: 55 };
  const { state, last } = run([parked, pickUp]);
  expect(viewName(state)).toBe('waiting');
  expect(last).toContainEqual({ type: 'pickUpCall', callId: 55 });
  expect(viewName(run([parked, pickUp, ring({ type: 'transfer' })]).state)).toBe('ringing');
  const other = run([parked, { ...pickUp, callId: 71 }]);
  expect([viewName(other.state), other.last]).toEqual(['disposition', []]);
  const sending = run([parked, { type: 'resultChosen', result: 'contacted' }, pickUp]);
  expect(viewName(sending.state)).toBe('disposition');
});

test('after the result, Thank You gives way to the call that the agent picks up again', () => {
  const saved: PhoneEvent = { type: 'resultSaved', callId: 55 };
  const { state, last } = run([
    [talking, 'parkClicked', disconnected()],
    [{ type: 'resultChosen', result: 'contacted' }, saved],
    { type: 'pickUpClicked', callId: 55 },
  ]);
  expect(viewName(state)).toBe('waiting');
  expect(last).toContainEqual({ type: 'pickUpCall', callId: 55 });
});
