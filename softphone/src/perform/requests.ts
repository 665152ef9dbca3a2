import type { ApiFailure } from '@offhook/contract/client/client';
import type { PersonToCall, RequestEffect } from '../core/effects.ts';
import type { PhoneEvent } from '../core/events.ts';
import { reportedFigures } from '../core/line/quality-figures.ts';
import { agentHadCall } from '../core/screen/on-call/on-call.ts';
import { type DeliveryContext, deliver, deliverAgain } from './deliver.ts';
import type { VisitorEffect } from './visitor.ts';

/** The check must not keep the agent waiting. */
const CHECK_TIMEOUT_MS = 3_000;

export interface RequestContext extends DeliveryContext {
  readonly phoneId: string;
  readonly send: (event: PhoneEvent) => void;
  readonly warn: (message: string, failure: ApiFailure) => void;
}

export type PlainRequest = Exclude<
  RequestEffect,
  VisitorEffect | { type: 'reportPresence' | 'leavePresence' }
>;

export async function performRequest(effect: PlainRequest, context: RequestContext): Promise<void> {
  const { send, warn } = context;
  const request = requests[effect.type] as (
    effect: PlainRequest,
    context: RequestContext,
  ) => Promise<Outcome>;
  const outcome = await request(effect, context);
  if ('ok' in outcome) warn(effect.type, outcome);
  else if (outcome.type !== 'nothing') send(outcome);
}

/** A failure is only logged. */
type Outcome = PhoneEvent | { readonly type: 'nothing' } | ApiFailure;

const nothing = { type: 'nothing' } as const;

type Requests = {
  readonly [T in PlainRequest['type']]: (
    effect: Extract<PlainRequest, { type: T }>,
    context: RequestContext,
  ) => Promise<Outcome>;
};

const requests: Requests = {
  logOut: async (_, { api }) => toOutcome(await api.send('logout', {})),
  fetchToken: async ({ type, purpose }, { api, now, phoneId, warn }) => {
    const query = { ...(purpose === 'register' ? { time: String(now()) } : {}), phone_id: phoneId };
    const result = await api.request('getToken', { query });
    if (result.ok) return { type: 'tokenLoaded', token: result.value.token, purpose, at: now() };
    warn(type, result);
    return { type: 'tokenFailed', purpose, at: now() };
  },
  loadStatus: async ({ type }, { api, now, warn }) => {
    const askedAt = now();
    const result = await api.request('getStatus', {});
    if (result.ok) return { type: 'statusLoaded', status: result.value.status, at: now(), askedAt };
    warn(type, result);
    return { type: 'statusNotLoaded' };
  },
  chooseStatus: async ({ key }, { api, now }) => {
    const askedAt = now();
    const result = await api.request('setStatus', { body: { status: key } });
    if (!result.ok) return { type: 'statusNotChosen', error: result.error };
    return { type: 'statusLoaded', status: result.value.status, at: now(), askedAt };
  },
  endWrapUp: async ({ type }, { api, warn }) => {
    const result = await api.request('endWrapUp', {});
    if (result.ok) return nothing;
    warn(type, result);
    return { type: 'wrapUpNotEnded' };
  },
  lookUpCall: async ({ type, callKey, callUserId }, { api, warn }) => {
    const result = await api.request('getCallUser', { params: { id: callUserId } });
    if (result.ok) return { type: 'callUserLoaded', callKey, callUser: result.value };
    warn(type, result);
    return { type: 'callUserFailed', callKey };
  },
  refreshCall: async ({ callKey, callUserId }, { api, now }) => {
    const askedAt = now();
    const result = await api.request('getCallUser', { params: { id: callUserId } });
    if (!result.ok) return result;
    return { type: 'callRefreshed', callKey, call: result.value.call, at: now(), askedAt };
  },
  checkEndedCall: async ({ callKey, callUserId }, { api }) => {
    const input = { params: { id: callUserId }, timeoutMs: CHECK_TIMEOUT_MS };
    const result = await api.request('getCallUser', input);
    if (!result.ok) return { type: 'endedCallChecked', callKey, hadCall: null, by: null };
    const { value } = result;
    return { type: 'endedCallChecked', callKey, hadCall: agentHadCall(value), by: value.taken_by || null };
  },
  placeCall: async ({ person, agentId }, { api }) => {
    const body = { ...personBody(person), agent_id: agentId, interface: 'desktop' as const };
    const result = await api.request('placeCall', { body });
    if (!result.ok) return { type: 'callPlacingFailed', error: result.error };
    return { type: 'callPlaced', callUserId: result.value.call_user_id, call: result.value.call };
  },
  hangUpCall: async ({ callId: id }, { api }) =>
    toOutcome(await api.send('hangUp', { params: { id }, keepalive: true })),
  rejectCall: async ({ callId: id }, { api }) =>
    toOutcome(await api.send('rejectCall', { params: { id }, keepalive: true })),
  reportDisconnect: async ({ userId, status }, { api }) =>
    toOutcome(await api.send('reportDisconnect', { body: { user: userId, conn_status: status } })),
  reportQuality: async ({ sid, quality }, { api }) =>
    toOutcome(await api.send('reportQuality', { body: { call_sid: sid, ...reportedFigures(quality) } })),
  checkForLead: async ({ type }, { api, warn }) => {
    const result = await api.request('checkForLead', {});
    if (!result.ok) warn(type, result);
    return { type: 'leadChecked', lead: result.ok ? result.value.lead : null };
  },
  supervise: async ({ action, callId: id }, { api }) => {
    const result = await api.send(SUPERVISE[action], { params: { id } });
    return result.ok ? { type: 'superviseSucceeded' } : { type: 'superviseFailed', error: result.error };
  },
  parkCall: async ({ callId, note }, { api }) => {
    const result = await api.send('parkCall', { params: { id: callId }, body: { ...(note && { note }) } });
    return result.ok ? nothing : { type: 'parkFailed', callId, error: result.error };
  },
  pickUpCall: async ({ callId }, { api }) => {
    const result = await api.send('pickUpCall', { params: { id: callId } });
    return result.ok ? { type: 'pickUpSucceeded' } : { type: 'pickUpFailed', error: result.error };
  },
  holdCall: hold,
  unholdCall: hold,
  pauseRecording: changeRecording,
  resumeRecording: changeRecording,
  transferCall: async ({ callId, callUserId, to, reason, note, consult }, { api }) => {
    const target = 'userId' in to ? { user_id: to.userId } : { team_id: to.teamId };
    const words = { ...reasonField(reason), ...(note && { note }) };
    const body = { ...target, call_user_id: callUserId, ...words, ...(consult && { consult }) };
    const result = await api.request('transferCall', { params: { id: callId }, body });
    if (!result.ok) return { type: 'transferFailed', callId, error: result.error };
    return { type: 'transferSucceeded', callId };
  },
  cancelInvitation: async ({ callId }, { api, now }) => {
    const result = await api.send('cancelInvitation', { params: { id: callId } });
    if (!result.ok) return { type: 'invitationCancelFailed', callId, error: result.error };
    return { type: 'invitationCanceled', callId, at: now() };
  },
  endConsultation: async ({ callId, how, note }, { api }) => {
    const body = { how, ...(note && { note }) };
    const result = await api.request('endConsultation', { params: { id: callId }, body });
    if (!result.ok) return { type: 'consultEndFailed', callId, error: result.error };
    return { type: 'consultationEnded', callId };
  },
  callIntoConference: async ({ userId, reason, note }, { api }) => {
    const body = { user_id: userId, ...reasonField(reason), ...(note && { note }) };
    const result = await api.request('startConference', { body });
    return result.ok ? { type: 'conferenceSucceeded' } : { type: 'conferenceFailed', error: result.error };
  },
  addLead: async ({ callId, person }, { api, now }) => {
    const result = await api.request('addLead', { body: { call_id: callId, ...personBody(person) } });
    if (!result.ok) return { type: 'addLeadFailed', callId, error: result.error };
    const { call, lead } = result.value;
    return { type: 'leadAdded', callId, call, lead, at: now() };
  },
  renameLead: async ({ callId, fname, lname }, { api, now }) => {
    const result = await api.request('renameLead', { params: { id: callId }, body: { fname, lname } });
    if (!result.ok) return { type: 'renameFailed', callId, error: result.error };
    const { call, lead } = result.value;
    return { type: 'leadRenamed', callId, call, lead, at: now() };
  },
  undoResult: async ({ callId, about }, { api }) => {
    const result = await api.send('undoDisposition', { params: { id: callId }, keepalive: true });
    if (result.ok) return { type: 'resultUndone', callId, about };
    return { type: 'undoFailed', callId, about, error: result.error, hasResponse: result.status !== 0 };
  },
  lookUpPastCall: async ({ callUserId }, { api }) => {
    const result = await api.request('getCallUser', { params: { id: callUserId } });
    if (!result.ok) return { type: 'pastCallFailed', error: result.error };
    return { type: 'pastCallLoaded', callUserId, callUser: result.value };
  },
  saveResult: deliver,
  saveTag: deliver,
  sendSms: deliver,
  saveNote: deliver,
  sendFromOutbox: ({ entry }, { api }) => deliverAgain(entry, api),
  retryLead: async ({ callId, person }, { api }) => {
    const result = await api.request('retryLead', { body: personBody(person) });
    if (!result.ok) return { type: 'retryFailed', callId, error: result.error };
    return { type: 'retrySucceeded', callId, lead: result.value.call.lead };
  },
};

async function hold(
  { type, callId }: Extract<PlainRequest, { type: 'holdCall' | 'unholdCall' }>,
  { api, now, warn }: RequestContext,
): Promise<Outcome> {
  const result = await api.send(type, { params: { id: callId } });
  if (result.ok) return { type: 'holdSucceeded', callId, held: type === 'holdCall', at: now() };
  warn(type, result);
  return { type: 'holdFailed', callId, at: now() };
}

async function changeRecording(
  { type, callId }: Extract<PlainRequest, { type: 'pauseRecording' | 'resumeRecording' }>,
  { api, now }: RequestContext,
): Promise<Outcome> {
  const askedAt = now();
  const result = await api.request(type, { params: { id: callId } });
  if (!result.ok)
    return { type: 'recordingRejected', callId, paused: type === 'pauseRecording', error: result.error };
  return { type: 'recordingRequested', callId, recording: result.value.recording, at: now(), askedAt };
}

const SUPERVISE = { listen: 'listenCall', whisper: 'whisperCall', barge: 'bargeCall' } as const;

function personBody({ fname, lname, phoneNumber }: PersonToCall) {
  return { fname, lname, phone_number: phoneNumber };
}

function reasonField(reason: string) {
  return reason === '' ? {} : { reason };
}

function toOutcome(result: { readonly ok: true } | ApiFailure): Outcome {
  return result.ok ? nothing : result;
}
