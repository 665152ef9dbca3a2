/** What the provider tells of calls, in the words of tests. */
import type { Agent, Answer } from './edge.ts';
import type { ProvidedCall } from './provider.ts';
import type { TestWorld } from './world.ts';

export const MAIN_LINE = '+14155550199';
/** Somebody whom nobody knows. */
export const CALLER = {
  CallSid: 'CAcaller0001',
  From: '+14155550123',
  To: MAIN_LINE,
  CallStatus: 'ringing',
  Direction: 'inbound',
};

/** Somebody calls the main line, unless told otherwise. */
export const callsIn = (world: TestWorld, changes: Partial<typeof CALLER> = {}) =>
  world.webhook('/twilio/voice/inbound', { ...CALLER, ...changes });

/** The caller hangs up. */
export const leaves = (world: TestWorld, CallDuration: string) =>
  world.webhook('/twilio/status/leg', { CallSid: CALLER.CallSid, CallStatus: 'completed', CallDuration });

export const joins = (world: TestWorld, callId: number, CallSid: string) =>
  world.webhook(`/twilio/status/conference?call_id=${callId}`, {
    ConferenceSid: 'CFconference1',
    StatusCallbackEvent: 'participant-join',
    CallSid,
  });

export const conferenceStarts = (world: TestWorld, callId: number) =>
  world.webhook(`/twilio/status/conference?call_id=${callId}`, {
    ConferenceSid: 'CFconference1',
    StatusCallbackEvent: 'conference-start',
  });

/** What a ring's address names. */
export const callIdOf = ({ offer }: { readonly offer: string }) => Number(/call_id=(\d+)/.exec(offer)?.[1]);
export const callUserIdOf = ({ offer }: { readonly offer: string }) =>
  Number(/call_user_id=(\d+)/.exec(offer)?.[1]);

/** A caller is put through to this agent, the only one who waits. */
export async function talksWithCaller(world: TestWorld, agent: Agent) {
  await callsIn(world);
  const ring = await world.takes(agent);
  return { ring, callId: callIdOf(ring) };
}

/** This agent, the only one who waits, talks with a lead who has just come. */
export async function talksWithLead(world: TestWorld, agent: Agent, lead: object) {
  const callId = Number((await world.postLead(lead)).body['call_id']);
  const ring = await world.takes(agent);
  const { sid } = await world.leadLegOf(callId);
  await joins(world, callId, ring.sid);
  await joins(world, callId, sid);
  const [part] = await world.callUsersOf(callId);
  return { callId, callUserId: part?.id ?? 0, ring, lead: sid };
}

export const callNow = (agent: Agent, phone_number: string, name: object = { fname: 'Ada', lname: 'Form' }) =>
  agent.post('/api/v1/calls/twilio/outbound', {
    ...name,
    phone_number,
    agent_id: agent.id,
    interface: 'desktop',
  });

/** The agent's device connects for a call that Call Now has placed. @returns what it is told, and the call */
export async function connects(
  world: TestWorld,
  agent: Agent,
  placed: Answer,
  To: string,
  CallSid = 'CAdevice0001',
) {
  const { call_user_id, call } = placed.body as { call_user_id: number; call: { id: number } };
  const form = { CallSid, From: agent.client(), To, call_user_id: String(call_user_id), caller_id: '' };
  const { body } = await world.webhook('/twilio/voice/client', form);
  return { body, callId: call.id };
}

/** The provider says this of a call when it is asked. */
export function isAtProvider(
  { provider }: TestWorld,
  sid: string,
  changes: Partial<ProvidedCall> = {},
): void {
  const at = new Date();
  const isOver = changes.status === 'completed';
  const call = { sid, to: 'x', status: 'in-progress', createdAt: at, startedAt: at };
  provider.calls.set(sid, { ...call, endedAt: isOver ? at : null, ...changes });
}
