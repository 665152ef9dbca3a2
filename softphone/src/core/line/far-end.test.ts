import type { Call } from '@offhook/contract/calls/call';
import type { Disposition } from '@offhook/contract/calls/dispositions';
import type { FarEndState } from '@offhook/contract/calls/far-end';
import { expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import {
  ACCEPTED_AT,
  callOf,
  disconnected,
  type EventInput,
  effectTypes,
  invitationOf,
  KEY,
  lead,
  run,
  signedInAs,
  talk,
  tile,
} from '../sample-events.ts';
import { callControls } from '../screen/on-call/call-controls.ts';
import { endedCall } from '../screen/results/result-view.ts';
import { statusLine } from '../screen/status-line.ts';
import { endReason, likelyResult } from './far-end.ts';

test.each<[FarEndState, string | null, string | null, Disposition | null]>([
  ['ringing', null, null, null],
  ['answered', null, null, 'contacted'],
  ['voicemail', null, null, 'voicemail'],
  ['busy', 'Line was busy', 'Lee’s phone didn’t ring.', 'missed'],
  ['no-answer', 'No answer', 'Lee’s phone rang for 45 seconds.', 'missed'],
  ['no-such-number', 'Number doesn’t exist', 'This number isn’t in service.', 'missed'],
  ['failed', 'Call failed', 'The call didn’t go through.', 'missed'],
  ['canceled', 'No answer', 'You hung up after 45 seconds of ringing.', 'missed'],
])('the far end is %s', (state, title, text, likely) => {
  const farEnd = { state, seconds: 45 };
  const reason = endReason({ far_end: farEnd, lead });
  expect([reason?.title ?? null, reason?.text ?? null]).toEqual([title, text]);
  expect(likelyResult(farEnd)).toBe(likely);
});

test("the text says 'The phone' for a lead without a name", () => {
  expect(endReason({ far_end: { state: 'busy', seconds: 0 }, lead: null })?.text).toBe(
    'The phone didn’t ring.',
  );
});

test('without a far end from the server, no reason is shown and nothing is fetched', () => {
  const { state, last } = run([signedInAs(), talk(), disconnected()]);
  expect(endedCall(state)).toMatchObject({ reason: null, likelyResult: null });
  expect(effectTypes(last)).not.toContain('refreshCall');
});

const agent = signedInAs();
const talking: EventInput = [agent, talk({ far_end: null })];
const refreshedFarEnd = (far_end: { state: FarEndState; seconds: number }): PhoneEvent => ({
  type: 'callRefreshed',
  callKey: KEY,
  call: callOf({ far_end }),
  at: ACCEPTED_AT + 20_000,
  askedAt: ACCEPTED_AT + 19_990,
});
test("after the accept, the lead's phone counts as ringing if the server reports the far end", () => {
  expect(run(talking).state.screen.view).toMatchObject({ farEnd: { name: 'ringing' } });
  expect(run([agent, talk()]).state.screen.view).toMatchObject({ farEnd: null });
  expect(run([agent, talk({ far_end: null, type: 'conference' })]).state.screen.view).toMatchObject({
    farEnd: null,
  });
});

const ringing: EventInput = [talking, refreshedFarEnd({ state: 'ringing', seconds: 20 })];
const answered: EventInput = [ringing, refreshedFarEnd({ state: 'answered', seconds: 4 })];

test('the timer keeps running when the lead answers, and the time of the answer is kept separately', () => {
  const timer = { name: 'timer', startedAt: ACCEPTED_AT };
  expect(statusLine(run(ringing).state)).toEqual(timer);
  const { state } = run(answered);
  expect(statusLine(state)).toEqual(timer);
  expect(state.screen.view).toMatchObject({ farEnd: { name: 'answered', at: ACCEPTED_AT + 16_000 } });
});

test('voicemail replaces the answered state and suggests the voicemail result', () => {
  const reached: EventInput = [answered, refreshedFarEnd({ state: 'voicemail', seconds: 7 })];
  expect(run(reached).state.screen.view).toMatchObject({ farEnd: { name: 'voicemail' } });
  expect(callControls(run(reached).state)?.awaitingAnswer).toBe(false);
  const over = run([reached, disconnected()]);
  expect(effectTypes(over.last)).not.toContain('refreshCall');
  expect(endedCall(over.state)).toMatchObject({ reason: null, likelyResult: 'voicemail' });
});

test('a call cannot be held or transferred before the answer', () => {
  expect(callControls(run(ringing).state)).toMatchObject({ awaitingAnswer: true, holdDisabled: true });
  expect(effectTypes(run([ringing, 'holdClicked']).last)).toEqual([]);
  const transfer = tile('transfer');
  expect(run([ringing, transfer]).state.screen.view).toMatchObject({ panel: null });
  expect(callControls(run(answered).state)?.awaitingAnswer).toBe(false);
  expect(effectTypes(run([answered, 'holdClicked']).last)).toEqual(['holdCall']);
  expect(run([answered, transfer]).state.screen.view).toMatchObject({ panel: 'transfer' });
});

test('a resumed call shows that it was answered', () => {
  const { state } = run([agent, talk({ far_end: { state: 'answered', seconds: 30 } })]);
  expect(state.screen.view).toMatchObject({ farEnd: { name: 'answered', at: ACCEPTED_AT - 30_000 } });
});

test('the far end is fetched again when the channel reconnects, until the lead answers', () => {
  expect(effectTypes(run([ringing, 'realtimeConnected']).last)).toContain('refreshCall');
  expect(effectTypes(run([answered, 'realtimeConnected']).last)).not.toContain('refreshCall');
});

test('the reason for a failed call is fetched when the call ends', () => {
  const over = run([ringing, disconnected()]);
  expect(effectTypes(over.last)).toContain('refreshCall');
  expect(endedCall(over.state).reason).toBeNull();
  const busy = run([ringing, disconnected(), refreshedFarEnd({ state: 'busy', seconds: 2 })]).state;
  expect(endedCall(busy)).toMatchObject({ reason: { title: 'Line was busy' }, likelyResult: 'missed' });
  expect(effectTypes(run([answered, disconnected()]).last)).not.toContain('refreshCall');
});

test('a conference among agents that ended unanswered names the colleague', () => {
  const conference = { type: 'conference', lead: null, lead_id: null, agents: [], invitation: null };
  const refreshed = (call: Partial<Call>): PhoneEvent => ({
    type: 'callRefreshed',
    callKey: KEY,
    call: callOf({ ...conference, ...call }),
    at: ACCEPTED_AT + 60_000,
    askedAt: ACCEPTED_AT + 59_990,
  });
  const over: EventInput = [agent, talk(conference), disconnected()];
  const invitation = invitationOf({ type: 'conference', state: 'missed' });
  expect(effectTypes(run(over).last)).toContain('refreshCall');
  expect(endedCall(run([over, refreshed({})]).state).reason).toBeNull();
  expect(endedCall(run([over, refreshed({ invitation })]).state).reason).toMatchObject({
    title: 'No answer',
    text: 'Ben Okafor didn’t answer.',
  });
  const joined = refreshed({ invitation, agents: [{ name: 'Cleo Diaz' }] });
  expect(endedCall(run([agent, talk(conference), joined, disconnected()]).state).reason).toBeNull();
});
