import type { Invitation } from '@offhook/contract/calls/hand-over';
import { expect, test } from 'vitest';
import { announcement } from '../../../screens/announcement.ts';
import type { PhoneEvent } from '../../events.ts';
import type { PhoneState } from '../../phone-state.ts';
import {
  ACCEPTED_AT,
  CALL_USER,
  callOf,
  type EventInput,
  effectTypes,
  invitationOf,
  KEY,
  lookedUp,
  offered,
  presence,
  run,
  signedInAs,
  supervisor,
  talk,
  ticked,
  tile,
} from '../../sample-events.ts';
import type { LiveInvitation } from '../screen-state.ts';
import { currentNotice } from '../status-line.ts';
import { invitationText } from './invitation.ts';

const agent = signedInAs();
const toUser: PhoneEvent = { type: 'transferChosen', to: { userId: 8 } };
const succeeded: PhoneEvent = { type: 'transferSucceeded', callId: 55 };
const refreshCall = { type: 'refreshCall', callKey: KEY, callUserId: CALL_USER };

function answered(invitation: Invitation | null, seconds = 60): PhoneEvent {
  return {
    type: 'callRefreshed',
    callKey: KEY,
    call: callOf({ invitation }),
    at: ACCEPTED_AT + seconds * 1_000,
    askedAt: ACCEPTED_AT + seconds * 1_000,
  };
}
const rings = (seconds = 0) => answered(invitationOf({ seconds }), 60 + seconds);
const missed = answered(invitationOf({ state: 'missed', seconds: 1 }), 90);
const ringing: EventInput = [agent, talk(), tile('transfer'), toUser, succeeded, rings()];
const cancel = 'cancelInvitationClicked';
const canceled: PhoneEvent = { type: 'invitationCanceled', callId: 55, at: ACCEPTED_AT + 62_000 };

function invitation({ screen: { view } }: PhoneState): LiveInvitation | null {
  return view.name === 'oncall' ? view.invitation : null;
}

test('a transfer that rings closes the panel, and the call is asked who rings', () => {
  const { state, last } = run([agent, talk(), tile('transfer'), toUser, succeeded]);
  expect(state.screen.view).toMatchObject({ panel: null, invitation: null });
  expect(last).toContainEqual(refreshCall);
  expect(invitation(run(ringing).state)).toMatchObject({
    type: 'transfer',
    to: { userId: 8 },
    name: 'Ben Okafor',
    teamName: 'Sales',
    state: 'ringing',
    since: ACCEPTED_AT + 60_000,
  });
});

test('a conference that rings is shown in the same way', () => {
  const chosen: PhoneEvent = { type: 'conferenceChosen', userId: 8 };
  const open: EventInput = [supervisor, talk(), tile('conference'), chosen, 'conferenceSucceeded'];
  expect(run(open).last).toContainEqual(refreshCall);
  const { state } = run([open, answered(invitationOf({ type: 'conference' }))]);
  expect(invitation(state)).toMatchObject({ type: 'conference', state: 'ringing' });
});

test('a server that does not report who rings shows nothing', () => {
  const call = callOf();
  const refreshed: PhoneEvent = {
    type: 'callRefreshed',
    callKey: KEY,
    call,
    at: ACCEPTED_AT,
    askedAt: ACCEPTED_AT,
  };
  const { state } = run([agent, talk(), toUser, succeeded, refreshed]);
  expect(invitation(state)).toBeNull();
  expect(effectTypes(run([agent, talk(), toUser, succeeded, refreshed, ticked]).last)).toEqual([]);
});

test('an agent who comes back into the call sees who still rings', () => {
  const { state } = run([
    agent,
    presence({ resume: 55 }),
    offered,
    lookedUp({ invitation: invitationOf({ seconds: 12 }) }),
    'acceptClicked',
    { type: 'lineAccepted', callKey: KEY, at: ACCEPTED_AT },
  ]);
  expect(invitation(state)).toMatchObject({ state: 'ringing', since: ACCEPTED_AT - 12_000 });
});

test('the start of the ring stays the same when the server rounds its seconds differently', () => {
  const later = answered(invitationOf({ seconds: 4 }), 65);
  expect(invitation(run([ringing, later]).state)?.since).toBe(ACCEPTED_AT + 60_000);
});

test('while a colleague rings, no other is rung', () => {
  expect(effectTypes(run([ringing, tile('transfer'), toUser]).last)).toEqual([]);
  const conferenceChosen: PhoneEvent = { type: 'conferenceChosen', userId: 9 };
  const supervisors: EventInput = [supervisor, talk(), toUser, succeeded, rings()];
  expect(effectTypes(run([supervisors, conferenceChosen]).last)).toEqual([]);
});

test('Cancel is sent once, and the ring disappears when the server has stopped it', () => {
  const { state, last } = run([ringing, cancel]);
  expect(last).toEqual([{ type: 'cancelInvitation', callId: 55 }]);
  expect(invitation(state)).toMatchObject({ canceling: true });
  expect(invitation(run([ringing, cancel, rings(1)]).state)).toMatchObject({ canceling: true });
  expect(run([ringing, cancel, cancel]).last).toEqual([]);
  const after = run([ringing, cancel, canceled]);
  expect(invitation(after.state)).toBeNull();
  expect(after.last).toEqual([refreshCall]);
});

test('a Cancel that fails says so, and can be repeated', () => {
  const failed: PhoneEvent = { type: 'invitationCancelFailed', callId: 55, error: 'No network.' };
  const { state } = run([ringing, cancel, failed]);
  expect(currentNotice(state)).toBe('Couldn’t stop ringing Ben Okafor. No network.');
  expect(run([ringing, cancel, failed, cancel]).last).toEqual([{ type: 'cancelInvitation', callId: 55 }]);
});

test('a Cancel of another call changes nothing', () => {
  const other: PhoneEvent = { type: 'invitationCanceled', callId: 56, at: ACCEPTED_AT };
  expect(invitation(run([ringing, other]).state)).toMatchObject({ state: 'ringing' });
});

test.each<[string, EventInput, string]>([
  ['a transfer', [tile('transfer'), toUser], 'transferCall'],
  ['a conference', [tile('conference'), { type: 'conferenceChosen', userId: 9 }], 'callIntoConference'],
  [
    'a repeated transfer',
    [tile('transfer'), toUser, succeeded, missed, 'inviteAgainClicked'],
    'transferCall',
  ],
])('%s takes along what the agent has written so far', (_, events, type) => {
  const note: PhoneEvent = { type: 'callNoteTyped', callId: 55, text: ' Owns two houses ' };
  expect(run([supervisor, talk(), note, events]).last).toMatchObject([{ type, note: 'Owns two houses' }]);
});

test('an invitation without an answer shows for 6 s', () => {
  const { state, last } = run([ringing, missed]);
  expect(invitation(state)).toMatchObject({ state: 'missed' });
  expect(last).toEqual([{ type: 'startInvitationTimer', ms: 6_000 }]);
  expect(invitation(run([ringing, missed, 'invitationTimedOut']).state)).toBeNull();
  expect(invitation(run([ringing, 'invitationTimedOut']).state)).toMatchObject({ state: 'ringing' });
  const old = answered(invitationOf({ state: 'missed', seconds: 6 }), 95);
  expect(invitation(run([ringing, old]).state)).toBeNull();
});

test('Try again rings the same colleague with the same reason', () => {
  const reason = 'Asks about the yearly price';
  const open: EventInput = [agent, talk(), { type: 'reasonTyped', text: ` ${reason} ` }, toUser];
  const order = {
    type: 'transferCall',
    callId: 55,
    callUserId: CALL_USER,
    to: { userId: 8 },
    reason,
    consult: false,
  };
  expect(run(open).last).toEqual([order]);
  const again = answered(invitationOf({ state: 'missed', reason }), 90);
  expect(run([open, succeeded, again, 'inviteAgainClicked']).last).toEqual([order]);
  expect(run([open, succeeded, again, 'inviteAgainClicked', 'inviteAgainClicked']).last).toEqual([]);
  expect(run([ringing, 'inviteAgainClicked']).last).toEqual([]);
});

test('Try again rings the same team, and the same colleague for a conference', () => {
  const team = answered(invitationOf({ state: 'missed', user_id: null, team_id: 3 }), 90);
  expect(run([ringing, team, 'inviteAgainClicked']).last).toMatchObject([{ to: { teamId: 3 } }]);
  const conference = answered(invitationOf({ state: 'missed', type: 'conference' }), 90);
  expect(run([ringing, conference, 'inviteAgainClicked']).last).toEqual([
    { type: 'callIntoConference', userId: 8, reason: '' },
  ]);
});

test('the reason is kept until a colleague answers', () => {
  const typed: EventInput = [agent, talk(), tile('transfer'), { type: 'reasonTyped', text: 'Price' }];
  expect(run([typed, 'panelClosed']).state.screen.view).toMatchObject({ reason: 'Price' });
  const rung: EventInput = [typed, toUser, succeeded, rings()];
  const all: readonly EventInput[] = [
    rung,
    [rung, missed],
    [rung, cancel, canceled],
    [rung, cancel, answered(null, 63)],
  ];
  for (const kept of all) expect(run([kept]).state.screen.view).toMatchObject({ reason: 'Price' });
  expect(run([rung, answered(null, 63)]).state.screen.view).toMatchObject({ reason: '' });
});

const noticed = (code: 'transferMissed' | 'leadMissed' | null): PhoneEvent => ({
  type: 'callNoticeReceived',
  callId: 55,
  text: 'X',
  code,
});

test('the server’s notice of a missed ring asks for the call instead of covering the card', () => {
  const { state, last } = run([ringing, noticed('transferMissed')]);
  expect(currentNotice(state)).toBeNull();
  expect(last).toEqual([refreshCall]);
  expect(currentNotice(run([ringing, noticed('leadMissed')]).state)).toBe('X');
  expect(currentNotice(run([agent, talk(), noticed('transferMissed')]).state)).toBe('X');
});

test('without realtime messages, each presence report asks whether the colleague still rings', () => {
  expect(run([ringing, ticked]).last).toContainEqual(refreshCall);
  expect(run([ringing, missed, ticked]).last).not.toContainEqual(refreshCall);
});

test.each<[Partial<Invitation>, string]>([
  [{}, 'Ringing Ben Okafor…'],
  [{ state: 'missed' }, 'Ben Okafor didn’t answer'],
  [{ state: 'missed', user_id: null, team_id: 3, name: 'Support' }, 'No one in Support answered'],
])('the invitation %j reads "%s", also for screen readers', (fields, text) => {
  const { state } = run([ringing, answered(invitationOf(fields))]);
  const shown = invitation(state);
  expect(shown && invitationText(shown)).toBe(text);
  expect(announcement(state)).toEqual([text, 'On call']);
});
