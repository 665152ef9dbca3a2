import { beforeAll, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPhoneWorld, type Phone, type PhoneWorld } from '../browser.ts';
import type { Line, WebhookRequest } from '../world.ts';

let world: PhoneWorld;

beforeAll(async () => {
  world = await openPhoneWorld();
  return () => world.close();
});

const callEvents = ['initiated', 'ringing', 'answered', 'completed'];

/** Like the TwiML that the product's server returns when an agent accepts a call. */
function conferenceTwiml(name: string, more = ''): string {
  return (
    '<Response><Dial><Conference beep="false" endConferenceOnExit="false" ' +
    `statusCallback="${world.url('/conference')}" statusCallbackEvent="start end join leave mute hold" ` +
    `participantLabel="agent" ${more}>${name}</Conference></Dial></Response>`
  );
}

async function joinAgent(name: string, more = ''): Promise<{ readonly phone: Phone; readonly sid: string }> {
  const identity = `agent_of_${name.replaceAll('-', '_')}`;
  const phone = await world.phone(identity);
  world.on(`/twiml/${name}`, () => conferenceTwiml(name, more));
  const call = await world.dial(`client:${identity}?call_user_id=7&name=J%C3%B6rg%20%26%20Co`, {
    url: world.url(`/twiml/${name}`),
    statusCallback: world.url(`/status/${name}`),
    statusCallbackEvent: callEvents,
    timeout: 30,
  });
  await phone.acceptCall();
  // The audio may be connected before the TwiML is fetched.
  await world.waitForConference(name, 'init');
  return { phone, sid: call.sid };
}

const waitForEvent = (name: string, event: string): Promise<WebhookRequest> =>
  world.waitForRequest(
    (one) => one.params['FriendlyName'] === name && one.params['StatusCallbackEvent'] === event,
  );

const linesOf = async (conferenceSid: string): Promise<readonly Line[]> =>
  (await world.lines()).filter((line) => line.conference === conferenceSid);

const waitForMusic = (sid: string) =>
  until(async () => (await linesOf(sid)).find((line) => line.level_out > 0.01), 'music');

function inOrder(condition: (hook: WebhookRequest) => boolean): readonly WebhookRequest[] {
  return world.requests
    .filter(condition)
    .sort((one, other) => Number(one.params['SequenceNumber']) - Number(other.params['SequenceNumber']));
}

test.concurrent('an agent is rung with parameters, joins a conference, and a lead is dialed in', async ({
  expect,
}) => {
  const { phone, sid } = await joinAgent(
    'call-1',
    `record="record-from-start" recordingStatusCallback="${world.url('/recording')}"`,
  );
  const state = await phone.state();
  expect(state.calls[0]?.custom).toEqual({ call_user_id: '7', name: 'Jörg & Co' });
  expect(state.calls[0]?.parameters).toMatchObject({ CallSid: sid, From: '+14155550199' });
  const hook = await world.waitForPath('/twiml/call-1');
  expect(hook).toMatchObject({ signed: true, params: { CallSid: sid, CallStatus: 'in-progress' } });

  const [waiting] = await world.client.conferences.list({ friendlyName: 'call-1' });
  expect(waiting?.status).toBe('init');
  const conferenceSid = waiting?.sid ?? '';
  const alone = await waitForMusic(conferenceSid);
  expect(alone.hears).toEqual([]);

  const lead = await world.invite('call-1', '+14155550100', {
    label: 'lead',
    timeout: 45,
    beep: 'false',
    earlyMedia: true,
    endConferenceOnExit: false,
    statusCallback: world.url('/status/lead-1'),
    statusCallbackEvent: callEvents,
  });
  expect(lead).toMatchObject({ conferenceSid, label: 'lead' });
  await waitForEvent('call-1', 'conference-start');
  const both = await until(async () => {
    const lines = await linesOf(conferenceSid);
    return lines.length === 2 && lines.every((line) => line.level_out > 0.01) ? lines : null;
  }, 'audio in both directions');
  expect(both.map((line) => line.hears)).toEqual(
    both.map((line) => both.filter((o) => o !== line).map((o) => o.call_sid)),
  );
  await phone.waitForAudio(0.002, 'audio from the lead');

  await phone.do('disconnect', 0);
  await world.waitForPath('/status/call-1', (params) => params['CallStatus'] === 'completed');
  await world.client.conferences(conferenceSid).update({ status: 'completed' });
  await waitForEvent('call-1', 'conference-end');
  await world.waitForPath('/status/lead-1', (params) => params['CallStatus'] === 'completed');

  // Callbacks use separate connections and may arrive out of order.
  const progress = (path: string) => inOrder((one) => one.path === path);
  const ofConference = () => inOrder((one) => one.params['FriendlyName'] === 'call-1');
  const expected = ['initiated', 'ringing', 'in-progress', 'completed'];
  for (const path of ['/status/call-1', '/status/lead-1']) {
    await until(() => progress(path).length >= expected.length, `all statuses of ${path}`);
    expect(progress(path).map((one) => one.params['CallStatus'])).toEqual(expected);
  }
  await until(() => ofConference().length >= 6, 'all conference callbacks');
  expect(world.requests.every((one) => one.signed)).toBe(true);
  expect(
    ofConference().map((one) =>
      `${one.params['StatusCallbackEvent']} ${one.params['ParticipantLabel'] ?? ''}`.trim(),
    ),
  ).toEqual([
    'participant-join agent',
    'participant-join lead',
    'conference-start',
    'participant-leave agent',
    'participant-leave lead',
    'conference-end',
  ]);

  const recorded = await world.waitForPath('/recording');
  expect(recorded.params).toMatchObject({ ConferenceSid: conferenceSid, RecordingStatus: 'completed' });
  const recordings = await world.client.conferences(conferenceSid).recordings.list();
  expect(recordings).toHaveLength(1);
});

test.concurrent('when the far end hangs up, the conference continues with the agent, who hears music again', async ({
  expect,
}) => {
  const { phone } = await joinAgent('call-2');
  await world.invite('call-2', '+14155550105', { label: 'lead' });
  await waitForEvent('call-2', 'conference-start');
  const left = await waitForEvent('call-2', 'participant-leave');
  expect(left.params).toMatchObject({
    ParticipantLabel: 'lead',
    ReasonParticipantLeft: 'participant_hung_up',
    ParticipantCallStatus: 'completed',
  });
  const [conference] = await world.client.conferences.list({ friendlyName: 'call-2', status: 'in-progress' });
  await waitForMusic(conference?.sid ?? '');
  const [agent] = await world.client.conferences('call-2').participants.list();
  await world.client.calls(agent?.callSid ?? '').update({ status: 'completed' });
  await phone.waitForEvent('disconnect');
  await world.waitForConference(conference?.sid ?? '', 'completed');
});

test.concurrent.for<[string, string, string, string]>([
  ['busy', '+14155550102', 'busy', '486'],
  ['a number that does not exist', '+14155550104', 'failed', '404'],
])('a participant who cannot be reached (%s) is reported', async ([_, to, status, sip], { expect }) => {
  const name = `call-${status}`;
  const { phone } = await joinAgent(name);
  const lead = await world.invite(name, to, {
    statusCallback: world.url(`/status/${name}-lead`),
    statusCallbackEvent: callEvents,
  });
  const ended = await world.waitForPath(`/status/${name}-lead`, (params) => params['CallStatus'] === status);
  expect(ended.params).toMatchObject({ CallSid: lead.callSid, SipResponseCode: sip, CallDuration: '0' });
  const left = await world.waitForRequest(
    (one) =>
      one.params['ReasonParticipantLeft'] === 'participant_add_failed' && one.params['FriendlyName'] === name,
  );
  expect(left.params).toMatchObject({ ParticipantCallStatus: status, CallSid: lead.callSid });
  await world.client.conferences(name).update({ status: 'completed' });
  await phone.waitForClosed();
});

test.concurrent('hold, mute and redirect change who hears whom and send callbacks', async ({ expect }) => {
  const { phone, sid: agentSid } = await joinAgent('call-3');
  world.on('/hold', '<Pause length="1"/>');
  const created = await world.invite('call-3', '+14155550106', { label: 'lead' });
  await waitForEvent('call-3', 'conference-start');
  const lead = world.client.conferences(created.conferenceSid).participants('lead');

  await lead.update({ hold: true, holdUrl: world.url('/hold') });
  await world.waitForPath('/hold');
  let lines = await linesOf(created.conferenceSid);
  expect(lines.map((line) => line.hears)).toEqual([[], []]);
  await lead.update({ hold: false });
  await waitForEvent('call-3', 'participant-unhold');

  await world.client.conferences(created.conferenceSid).participants(agentSid).update({ muted: true });
  lines = await linesOf(created.conferenceSid);
  expect(lines.find((line) => line.call_sid === agentSid)?.hears).toEqual([created.callSid]);
  expect(lines.find((line) => line.call_sid === created.callSid)?.hears).toEqual([]);

  await world.client.calls(created.callSid).update({ twiml: '<Response><Pause length="60"/></Response>' });
  const left = await waitForEvent('call-3', 'participant-leave');
  expect(left.params['ReasonParticipantLeft']).toBe('participant_updated_via_api');
  expect(await world.status(created.callSid)).toBe('in-progress');
  await world.client.calls(created.callSid).update({ status: 'completed' });
  await phone.do('disconnect', 0);
});
