import { type Call, type CallProgress, callSeconds } from '../calls/core/call.ts';
import { rfc2822 } from './dates.ts';
import type { FormParams } from './webhook.ts';

export const apiVersion = '2010-04-01';

export function callParams(call: Call, accountSid: string): FormParams {
  return [
    ['AccountSid', accountSid],
    ['ApiVersion', apiVersion],
    ['CallSid', call.sid],
    ['CallStatus', call.status],
    ['Called', call.to],
    ['Caller', call.from],
    ['Direction', call.direction],
    ['From', call.from],
    ['To', call.to],
    ...(call.parentSid === null ? [] : [['ParentCallSid', call.parentSid] as const]),
    ...(call.callerName === null ? [] : [['CallerName', call.callerName] as const]),
    ...(call.stirVerstat === null ? [] : [['StirVerstat', call.stirVerstat] as const]),
    ...(call.answeredBy === null || call.answeredAt === null
      ? []
      : [['AnsweredBy', call.answeredBy] as const]),
  ];
}

export function progressParams(
  call: Call,
  accountSid: string,
  event: CallProgress,
  sequence: number,
  at: number,
): FormParams {
  const seconds = callSeconds(call, at);
  const ended: FormParams =
    event === 'completed'
      ? [
          ['Duration', String(Math.ceil(seconds / 60))],
          ['CallDuration', String(seconds)],
          ...(call.sipCode === null ? [] : [['SipResponseCode', String(call.sipCode)] as const]),
        ]
      : [];
  return [
    ...callParams({ ...call, status: statusAt(event, call) }, accountSid),
    ['CallbackSource', 'call-progress-events'],
    ['Timestamp', rfc2822(at)],
    ['SequenceNumber', String(sequence)],
    ...ended,
  ];
}

/** The status at the event, even if the callback is sent late. */
function statusAt(event: CallProgress, call: Call): Call['status'] {
  switch (event) {
    case 'initiated':
      return 'initiated';
    case 'ringing':
      return 'ringing';
    case 'answered':
      return 'in-progress';
    case 'completed':
      return call.status;
    default:
      return event satisfies never;
  }
}
