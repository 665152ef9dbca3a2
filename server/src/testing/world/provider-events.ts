/** Test helpers that send the provider's webhooks. */
import type { Agent, TestResponse } from './edge.ts';
import type { ProvidedCall } from './fake-provider.ts';
import type { TestWorld } from './world.ts';

export const MAIN_LINE = '+14155550199';
export const CALLER = {
  CallSid: 'CAcaller0001',
  From: '+14155550123',
  To: MAIN_LINE,
  CallStatus: 'ringing',
  Direction: 'inbound',
};

export const reportInboundCall = (world: TestWorld, changes: Partial<typeof CALLER> = {}) =>
  world.webhook('/twilio/voice/inbound', { ...CALLER, ...changes });

export const reportCallerHungUp = (world: TestWorld, CallDuration: string) =>
  world.webhook('/twilio/status/leg', { CallSid: CALLER.CallSid, CallStatus: 'completed', CallDuration });

export const reportJoined = (world: TestWorld, callId: number, CallSid: string) =>
  world.webhook(`/twilio/status/conference?call_id=${callId}`, {
    ConferenceSid: 'CFconference1',
    StatusCallbackEvent: 'participant-join',
    CallSid,
  });

export const reportConferenceStarted = (world: TestWorld, callId: number) =>
  world.webhook(`/twilio/status/conference?call_id=${callId}`, {
    ConferenceSid: 'CFconference1',
    StatusCallbackEvent: 'conference-start',
  });

export const callIdOf = ({ offerPath }: { readonly offerPath: string }) =>
  Number(/call_id=(\d+)/.exec(offerPath)?.[1]);
export const callUserIdOf = ({ offerPath }: { readonly offerPath: string }) =>
  Number(/call_user_id=(\d+)/.exec(offerPath)?.[1]);

/** Connects a caller with this agent, who must be the only available one. */
export async function connectCaller(world: TestWorld, agent: Agent) {
  await reportInboundCall(world);
  const ring = await world.acceptRing(agent);
  return { ring, callId: callIdOf(ring) };
}

/** Connects a new lead with this agent, who must be the only available one. */
export async function connectLead(world: TestWorld, agent: Agent, lead: object) {
  const callId = Number((await world.postLead(lead)).body['call_id']);
  const ring = await world.acceptRing(agent);
  const { sid } = await world.leadLegOf(callId);
  await reportJoined(world, callId, ring.sid);
  await reportJoined(world, callId, sid);
  const [callUser] = await world.callUsersOf(callId);
  return { callId, callUserId: callUser?.id ?? 0, ring, lead: sid };
}

export const callNow = (agent: Agent, phone_number: string, name: object = { fname: 'Ada', lname: 'Form' }) =>
  agent.post('/api/v1/calls/twilio/outbound', {
    ...name,
    phone_number,
    agent_id: agent.id,
    interface: 'desktop',
  });

/** The agent's device connects for a call placed by Call Now. @returns the TwiML and the call */
export async function connectDevice(
  world: TestWorld,
  agent: Agent,
  placed: TestResponse,
  To: string,
  CallSid = 'CAdevice0001',
) {
  const { call_user_id, call } = placed.body as { call_user_id: number; call: { id: number } };
  const form = { CallSid, From: agent.client(), To, call_user_id: String(call_user_id), caller_id: '' };
  const { body } = await world.webhook('/twilio/voice/client', form);
  return { body, callId: call.id };
}

export function setProviderCall(
  { provider }: TestWorld,
  sid: string,
  changes: Partial<ProvidedCall> = {},
): void {
  const at = new Date();
  const isOver = changes.status === 'completed';
  const call = { sid, to: 'x', status: 'in-progress', createdAt: at, startedAt: at };
  provider.calls.set(sid, { ...call, endedAt: isOver ? at : null, ...changes });
}
