/** Each order to the server: one request, and the event that its answer makes. */
import type { ApiFailure } from '@offhook/contract/client';
import type { PersonToCall, RequestEffect } from '../core/effects.ts';
import type { PhoneEvent } from '../core/events.ts';
import { reportedFigures } from '../core/line/quality-figures.ts';
import { type Delivery, deliver, deliverAgain } from './deliver.ts';
import type { VisitorEffect } from './visitor.ts';

/** The question after a call that ended at once must not keep the agent waiting. */
const CHECK_TIMEOUT_MS = 3_000;

export interface RequestContext extends Delivery {
  /** Of this page, as in its presence reports. */
  readonly phoneId: string;
  readonly send: (event: PhoneEvent) => void;
  /** For failures that the agent is not told of. */
  readonly warn: (message: string, failure: ApiFailure) => void;
}

/** All requests of a signed-in user but the presence report, which keeps its own order and pace. */
export type PlainRequest = Exclude<
  RequestEffect,
  VisitorEffect | { type: 'reportPresence' | 'leavePresence' }
>;

export async function performRequest(effect: PlainRequest, context: RequestContext): Promise<void> {
  const { send, warn } = context;
  const answer = await answerTo(effect, context);
  if ('ok' in answer) warn(effect.type, answer);
  else if (answer.type !== 'nothing') send(answer);
}

/** An event, nothing, or a failure that is only logged. */
type Answer = PhoneEvent | { readonly type: 'nothing' } | ApiFailure;

const nothing = { type: 'nothing' } as const;

async function answerTo(effect: PlainRequest, context: RequestContext): Promise<Answer> {
  const { api, now, phoneId, warn } = context;
  switch (effect.type) {
    case 'logOut':
      return orNothing(await api.tell('logout', {}));
    case 'fetchToken': {
      const { purpose } = effect;
      const query = { ...(purpose === 'register' ? { time: String(now()) } : {}), phone_id: phoneId };
      const result = await api.ask('getToken', { query });
      if (result.ok) return { type: 'tokenLoaded', token: result.value.token, purpose, at: now() };
      warn(effect.type, result);
      return { type: 'tokenFailed', purpose, at: now() };
    }
    case 'lookUpCall': {
      const { callKey, callUserId } = effect;
      const result = await api.ask('getCallUser', { params: { id: callUserId } });
      if (result.ok) return { type: 'callUserLoaded', callKey, callUser: result.value };
      warn(effect.type, result);
      return { type: 'callUserFailed', callKey };
    }
    case 'refreshCall': {
      const { callKey, callUserId } = effect;
      const result = await api.ask('getCallUser', { params: { id: callUserId } });
      return result.ok ? { type: 'callRefreshed', callKey, call: result.value.call, at: now() } : result;
    }
    case 'checkEndedCall': {
      const { callKey, callUserId } = effect;
      const input = { params: { id: callUserId }, timeoutMs: CHECK_TIMEOUT_MS };
      const result = await api.ask('getCallUser', input);
      const status = result.ok ? result.value.status : undefined;
      return {
        type: 'endedCallChecked',
        callKey,
        hadCall: status === undefined || status === 'accepted' || status === 'ended',
        by: (result.ok && result.value.taken_by) || null,
      };
    }
    case 'placeCall': {
      const body = {
        ...personBody(effect.person),
        agent_id: effect.agentId,
        interface: 'desktop' as const,
      };
      const result = await api.ask('placeCall', { body });
      if (!result.ok) return { type: 'callPlacingFailed', error: result.error };
      return { type: 'callPlaced', callUserId: result.value.call_user_id, call: result.value.call };
    }
    case 'hangUpCall':
      return orNothing(await api.tell('hangUp', { params: { id: effect.callId }, keepalive: true }));
    case 'rejectCall':
      return orNothing(await api.tell('rejectCall', { params: { id: effect.callId }, keepalive: true }));
    case 'reportDisconnect': {
      const body = { user: effect.userId, conn_status: effect.status };
      return orNothing(await api.tell('reportDisconnect', { body }));
    }
    case 'reportQuality': {
      const body = { call_sid: effect.sid, ...reportedFigures(effect.quality) };
      return orNothing(await api.tell('reportQuality', { body }));
    }
    case 'checkForLead': {
      const result = await api.ask('checkForLead', {});
      if (!result.ok) warn(effect.type, result);
      return { type: 'leadChecked', lead: result.ok ? result.value.lead : null };
    }
    case 'supervise': {
      const name = SUPERVISE[effect.action];
      const result = await api.tell(name, { params: { id: effect.callId } });
      return result.ok ? { type: 'superviseAnswered' } : { type: 'superviseFailed', error: result.error };
    }
    case 'holdCall':
    case 'unholdCall': {
      const { callId } = effect;
      const result = await api.tell(effect.type, { params: { id: callId } });
      if (result.ok) return { type: 'holdAnswered', callId, held: effect.type === 'holdCall' };
      warn(effect.type, result);
      return { type: 'holdFailed', callId };
    }
    case 'transferCall': {
      const { callId, callUserId, to } = effect;
      const target = 'userId' in to ? { user_id: to.userId } : { team_id: to.teamId };
      const body = { ...target, call_user_id: callUserId };
      const result = await api.ask('transferCall', { params: { id: callId }, body });
      return result.ok
        ? { type: 'transferAnswered', callId }
        : { type: 'transferFailed', callId, error: result.error };
    }
    case 'callIntoConference': {
      const result = await api.ask('startConference', { body: { user_id: effect.userId } });
      return result.ok ? { type: 'conferenceAnswered' } : { type: 'conferenceFailed', error: result.error };
    }
    case 'addLead': {
      const { callId } = effect;
      const result = await api.ask('addLead', { body: { call_id: callId, ...personBody(effect.person) } });
      if (!result.ok) return { type: 'addLeadFailed', callId, error: result.error };
      return { type: 'leadAdded', callId, call: result.value.call, lead: result.value.lead };
    }
    case 'renameLead': {
      const { callId, fname, lname } = effect;
      const result = await api.ask('renameLead', { params: { id: callId }, body: { fname, lname } });
      if (!result.ok) return { type: 'renameFailed', callId, error: result.error };
      return { type: 'leadRenamed', callId, call: result.value.call, lead: result.value.lead };
    }
    case 'undoResult': {
      const { callId, about } = effect;
      const result = await api.tell('undoDisposition', { params: { id: callId }, keepalive: true });
      if (result.ok) return { type: 'resultUndone', callId, about };
      return { type: 'undoFailed', callId, about, error: result.error, heard: result.status !== 0 };
    }
    case 'lookUpPastCall': {
      const { callUserId } = effect;
      const result = await api.ask('getCallUser', { params: { id: callUserId } });
      if (!result.ok) return { type: 'pastCallFailed', error: result.error };
      return { type: 'pastCallLoaded', callUserId, callUser: result.value };
    }
    case 'saveResult':
    case 'saveTag':
    case 'sendSms':
    case 'saveNote':
      return deliver(effect, context);
    case 'sendFromOutbox':
      return deliverAgain(effect.entry, api);
    case 'retryLead': {
      const { callId } = effect;
      const result = await api.ask('retryLead', { body: personBody(effect.person) });
      if (!result.ok) return { type: 'retryFailed', callId, error: result.error };
      return { type: 'retryAnswered', callId, lead: result.value.call.lead };
    }
    default:
      return effect satisfies never;
  }
}

const SUPERVISE = { listen: 'listenCall', whisper: 'whisperCall', barge: 'bargeCall' } as const;

function personBody({ fname, lname, phoneNumber }: PersonToCall) {
  return { fname, lname, phone_number: phoneNumber };
}

function orNothing(result: { readonly ok: true } | ApiFailure): Answer {
  return result.ok ? nothing : result;
}
