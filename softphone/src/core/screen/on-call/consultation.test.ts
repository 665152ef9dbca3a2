import type { Consultation } from '@offhook/contract/calls/hand-over';
import { expect, test } from 'vitest';
import { announcement } from '../../../screens/announcement.ts';
import type { PhoneEvent } from '../../events.ts';
import type { PhoneState } from '../../phone-state.ts';
import {
  ACCEPTED_AT,
  accepted,
  CALL_USER,
  callOf,
  consultationOf,
  disconnected,
  type EventInput,
  effectTypes,
  invitationOf,
  KEY,
  ring,
  run,
  signedInAs,
  talk,
  ticked,
  tile,
  withdrawn,
} from '../../sample-events.ts';
import type { LiveConsultation } from '../screen-state.ts';
import { currentNotice } from '../status-line.ts';
import { viewName } from '../view-name.ts';
import { wouldLeaveLeadAlone } from './consultation.ts';
import { agentHadCall } from './on-call.ts';

const agent = signedInAs();
const toUser: PhoneEvent = { type: 'transferChosen', to: { userId: 8 } };
const refreshCall = { type: 'refreshCall', callKey: KEY, callUserId: CALL_USER };

function reported(consultation: Consultation | null, seconds = 60): PhoneEvent {
  const at = ACCEPTED_AT + seconds * 1_000;
  return { type: 'callRefreshed', callKey: KEY, call: callOf({ consultation }), at, askedAt: at };
}
const started = reported(consultationOf());
const consulting: EventInput = [agent, talk(), started];
const click = (how: 'complete' | 'conference' | 'back'): PhoneEvent => ({ type: 'consultEndClicked', how });

function consultation({ screen: { view } }: PhoneState): LiveConsultation | null {
  return view.name === 'oncall' ? view.consultation : null;
}

test('a transfer asks for a consultation only if the agent chose it', () => {
  const chosen: PhoneEvent = { type: 'consultFirstChosen', consultsFirst: true };
  expect(run([agent, talk(), toUser]).last).toMatchObject([{ type: 'transferCall', consult: false }]);
  expect(run([agent, talk(), chosen, toUser]).last).toMatchObject([{ type: 'transferCall', consult: true }]);
});

test('Complete and Conference take along what the agent wrote while consulting', () => {
  const note: PhoneEvent = { type: 'callNoteTyped', callId: 55, text: 'Owns two houses' };
  const sent = (how: 'complete' | 'conference' | 'back') => run([consulting, note, click(how)]).last;
  for (const how of ['complete', 'conference'] as const)
    expect(sent(how)).toEqual([{ type: 'endConsultation', callId: 55, how, note: 'Owns two houses' }]);
  expect(sent('back')).toEqual([{ type: 'endConsultation', callId: 55, how: 'back' }]);
});

test('Try again consults again', () => {
  const missed: PhoneEvent = {
    type: 'callRefreshed',
    callKey: KEY,
    call: callOf({ invitation: invitationOf({ state: 'missed', consult: true }) }),
    at: ACCEPTED_AT,
    askedAt: ACCEPTED_AT,
  };
  expect(run([agent, talk(), missed, 'inviteAgainClicked']).last).toMatchObject([{ consult: true }]);
});

test('an answer to an earlier request brings back neither a consultation nor a ring that has ended', () => {
  const late = (call: Parameters<typeof callOf>[0], askedAt: number, at = 95): PhoneEvent => ({
    type: 'callRefreshed',
    callKey: KEY,
    call: callOf(call),
    at: ACCEPTED_AT + at * 1_000,
    askedAt: ACCEPTED_AT + askedAt * 1_000,
  });
  const over: EventInput = [consulting, reported(null, 90)];
  expect(consultation(run([over, late({ consultation: consultationOf() }, 89)]).state)).toBeNull();
  expect(consultation(run([over, late({ consultation: consultationOf() }, 91)]).state)).not.toBeNull();

  const rings = late({ invitation: invitationOf() }, 60);
  const canceled: PhoneEvent = { type: 'invitationCanceled', callId: 55, at: ACCEPTED_AT + 70_000 };
  const { state } = run([agent, talk(), rings, 'cancelInvitationClicked', canceled]);
  const { view } = run([
    [agent, talk(), rings, 'cancelInvitationClicked', canceled],
    late({ invitation: invitationOf() }, 69),
  ]).state.screen;
  expect(view).toEqual(state.screen.view);
});

test('when the clock has been set back, answers still count', () => {
  const now: PhoneEvent = { ...started, at: 500, askedAt: 400 } as PhoneEvent;
  const over: EventInput = [consulting, { ...reported(null), at: 500, askedAt: 400 } as PhoneEvent];
  expect(consultation(run(over).state)).toBeNull();
  expect(consultation(run([over, now]).state)).not.toBeNull();
});

test('a consultation closes the open panel and replaces the agent’s hold', () => {
  const held: EventInput = [
    agent,
    talk(),
    'holdClicked',
    { type: 'holdSucceeded', callId: 55, held: true, at: 1 },
    tile('transfer'),
  ];
  const { state } = run([held, started]);
  expect(state.screen.view).toMatchObject({ panel: null, hold: null });
  expect(consultation(state)).toMatchObject({
    role: 'agent',
    name: 'Ben Okafor',
    since: ACCEPTED_AT + 60_000,
    isConnected: true,
    leadLeft: false,
  });
});

test('during a consultation, no panel opens, and Hold and Transfer do nothing', () => {
  for (const event of [tile('keypad'), tile('transfer'), 'holdClicked', toUser] as const)
    expect(effectTypes(run([consulting, event]).last)).toEqual([]);
  expect(run([consulting, tile('keypad')]).state.screen.view).toMatchObject({ panel: null });
});

test('keys are blocked when the tiles change by themselves, but not after the agent’s own choice', () => {
  const blocks = (...events: EventInput[]) => run(events).state.screen.unpromptedChanges;
  const before = blocks(agent, talk());
  expect(blocks(consulting)).toBe(before + 1);
  const left = reported(consultationOf({ lead_left: true, seconds: 20 }), 80);
  expect(blocks(consulting, left)).toBe(before + 2);
  expect(blocks(consulting, reported(null, 90))).toBe(before + 2);
  expect(blocks(consulting, click('back'), reported(null, 90))).toBe(before + 1);
});

test.each(['complete', 'conference', 'back'] as const)('%s is sent once', (how) => {
  const { state, last } = run([consulting, click(how)]);
  expect(last).toEqual([{ type: 'endConsultation', callId: 55, how }]);
  expect(consultation(state)?.ending).toBe(how);
  expect(run([consulting, click(how), click('back')]).last).toEqual([]);
  const done: PhoneEvent = { type: 'consultationEnded', callId: 55 };
  expect(run([consulting, click(how), done]).last).toEqual([refreshCall]);
  expect(consultation(run([consulting, click(how), done, reported(null)]).state)).toBeNull();
});

test('an end that fails says why, and can be repeated', () => {
  const failed: PhoneEvent = { type: 'consultEndFailed', callId: 55, error: 'No network.' };
  const { state, last } = run([consulting, click('complete'), failed]);
  expect(currentNotice(state)).toBe('No network.');
  expect(last).toContainEqual(refreshCall);
  expect(run([consulting, click('complete'), failed, click('complete')]).last).toHaveLength(1);
});

test('only the agent who started it ends it', () => {
  const theirs = reported(consultationOf({ role: 'colleague' }));
  expect(run([agent, talk(), theirs, click('complete')]).last).toEqual([]);
});

test('when the lead has hung up, it can only be ended', () => {
  const left = reported(consultationOf({ lead_left: true, seconds: 20 }), 80);
  expect(run([consulting, left, click('complete')]).last).toEqual([]);
  expect(run([consulting, left, click('conference')]).last).toEqual([]);
  expect(run([consulting, left, click('back')]).last).toHaveLength(1);
  expect(announcement(run([consulting, left]).state)).toEqual(['Talking to Ben Okafor. The lead hung up.']);
});

test('without realtime messages, each presence report asks how the consultation stands', () => {
  expect(run([consulting, ticked]).last).toContainEqual(refreshCall);
  expect(run([agent, talk(), ticked]).last).not.toContainEqual(refreshCall);
});

test('hanging up would leave the lead alone only while the colleague’s connection is interrupted', () => {
  const alone = (fields: Partial<Consultation>) => {
    const { view } = run([agent, talk(), reported(consultationOf(fields))]).state.screen;
    return view.name === 'oncall' && wouldLeaveLeadAlone(view);
  };
  expect(alone({})).toBe(false);
  expect(alone({ is_connected: false })).toBe(true);
  expect(alone({ is_connected: false, lead_left: true })).toBe(false);
  expect(alone({ is_connected: false, role: 'colleague' })).toBe(false);
});

const inviter = { name: 'Ann Reyes', reason: null, note: null, consult: true };
const consulted: EventInput = [
  agent,
  ring({ type: 'transfer' }, { invited_by: inviter }),
  'acceptClicked',
  accepted(),
];

test('a consulted colleague’s phone asks for the consultation as soon as it is connected', () => {
  expect(run(consulted).last).toContainEqual(refreshCall);
  const { state } = run([consulted, reported(consultationOf({ role: 'colleague', name: 'Ann Reyes' }))]);
  expect(announcement(state)).toEqual(['Talking to Ann Reyes. The lead is on hold.']);
});

test('a consulted colleague who never met the lead is asked for no result', () => {
  const theirs: EventInput = [consulted, reported(consultationOf({ role: 'colleague' }))];
  const checked = (hadCall: boolean | null): PhoneEvent => ({
    type: 'endedCallChecked',
    callKey: KEY,
    hadCall,
    by: null,
  });
  expect(run([theirs, disconnected()]).last).toContainEqual({ ...refreshCall, type: 'checkEndedCall' });
  expect(viewName(run([theirs, disconnected(), checked(false)]).state)).toBe('waiting');
  expect(viewName(run([theirs, disconnected(), checked(true)]).state)).toBe('disposition');
  expect(viewName(run([theirs, withdrawn(null)]).state)).toBe('waiting');
  expect(viewName(run([theirs, disconnected(), checked(null)]).state)).toBe('waiting');
});

test('a consulted colleague’s phone asks who had the call even if it already knows that the consultation is over', () => {
  const over: EventInput = [
    consulted,
    reported(consultationOf({ role: 'colleague' })),
    reported(null, 90),
    disconnected(),
  ];
  const checked = (hadCall: boolean): PhoneEvent => ({
    type: 'endedCallChecked',
    callKey: KEY,
    hadCall,
    by: null,
  });
  expect(run(over).last).toContainEqual({ ...refreshCall, type: 'checkEndedCall' });
  expect(viewName(run([over, checked(false)]).state)).toBe('waiting');
  expect(viewName(run([over, checked(true)]).state)).toBe('disposition');
});

test('a consulted colleague hasn’t had the call, even if the server has just forgotten the consultation', () => {
  const asked = { status: 'accepted', invited_by: inviter } as const;
  expect(agentHadCall(asked)).toBe(false);
  expect(agentHadCall({ ...asked, invited_by: { ...inviter, consult: false } })).toBe(true);
});

test('the agent of a consultation is asked for the result', () => {
  expect(viewName(run([consulting, click('complete'), disconnected()]).state)).toBe('disposition');
});
