import type { ApiResult } from '@offhook/contract/client/client';
import type { Api } from '../adapters/server/api.ts';
import type { PhoneEvent } from '../core/events.ts';
import type { AfterCallRequest } from '../core/outbox/after-call-request.ts';
import { shouldSendLater } from '../core/outbox/outbox.ts';
import type { OutboxEntry } from '../core/outbox/outbox-state.ts';
import { requestKey } from '../core/outbox/request-key.ts';

/** After this, the agent continues, and the request is sent again later. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** 403: another agent's call; 404: unknown. */
const OTHERS_CALL_STATUSES: readonly number[] = [403, 404];

export interface DeliveryContext {
  readonly api: Api;
  readonly now: () => number;
  readonly newId: () => string;
}

export async function deliver(
  request: AfterCallRequest,
  { api, now, newId }: DeliveryContext,
): Promise<PhoneEvent> {
  const id = newId();
  const at = now();
  const { callId } = request;
  const result = await sendRequest(request, id, api);
  if (result.ok) {
    if (request.type === 'saveNote') return { type: 'noteSaved', callId, content: request.content };
    return { type: succeeded[request.type], callId };
  }
  if (shouldSendLater(result.status)) return { type: 'requestUnsent', id, at, order: request };
  const { status, error, code } = result;
  if (request.type === 'saveResult')
    return {
      type: 'resultFailed',
      callId,
      error,
      isAnotherAgentsCall: code === 'refused' && OTHERS_CALL_STATUSES.includes(status),
    };
  return { type: failed[request.type], callId, error };
}

export async function deliverAgain({ id, order: request }: OutboxEntry, api: Api): Promise<PhoneEvent> {
  const result = await sendRequest(request, id, api);
  if (result.ok) return { type: 'outboxResponded', id, status: null, refusal: null };
  const { code, status, error } = result;
  return { type: 'outboxResponded', id, status, refusal: code === 'refused' ? error : null };
}

const succeeded = {
  saveResult: 'resultSaved',
  saveTag: 'tagSaved',
  sendSms: 'smsSent',
} as const;

const failed = {
  saveTag: 'tagFailed',
  sendSms: 'smsFailed',
  saveNote: 'noteFailed',
} as const;

function sendRequest(request: AfterCallRequest, id: string, api: Api): Promise<ApiResult<unknown>> {
  const options = {
    keepalive: true,
    timeoutMs: RESPONSE_TIMEOUT_MS,
    idempotencyKey: requestKey(request, id),
  };
  const params = { id: request.callId };
  switch (request.type) {
    case 'saveResult':
      return api.send('setDisposition', { params, body: { status: request.result }, ...options });
    case 'saveTag':
      return api.send('setTag', { params, body: { key: request.key }, ...options });
    case 'sendSms':
      return api.send('sendSms', { params, body: { smsbody: request.text }, ...options });
    case 'saveNote':
      return api.send('saveNote', {
        body: { content: request.content, call_id: request.callId },
        ...options,
      });
    default:
      return request satisfies never;
  }
}
