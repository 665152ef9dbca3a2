import type { CallStatus, Direction } from '../../calls/core/call.ts';
import type { MessageStatus } from '../../texts/core/message.ts';
import { describeVerb, type VerbText } from './describe-verb.ts';
import type {
  FormFields,
  Observation,
  ObservedFault,
  ObservedImpairment,
  ObservedProblem,
  ObservedRecording,
  ObservedRequest,
  VerbRole,
} from './observations.ts';

export interface CallFacts {
  readonly sid: string;
  readonly parentSid: string | null;
  readonly direction: Direction;
  readonly from: string;
  readonly to: string;
  readonly status: CallStatus;
  readonly createdAt: number;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  readonly answeredBy: string | null;
  readonly sipCode: number | null;
  readonly errorCode: number | null;
}

export interface TextFacts {
  readonly sid: string;
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly status: MessageStatus;
  readonly errorCode: number | null;
  readonly createdAt: number;
}

export interface ParticipantFacts {
  readonly callSid: string;
  readonly label: string | null;
  readonly muted: boolean;
  readonly hold: boolean;
  /** The call that it coaches; null if it doesn't. */
  readonly coaches: string | null;
}

export interface ConferenceFacts {
  readonly sid: string;
  readonly name: string;
  readonly status: 'init' | 'in-progress' | 'completed';
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly endReason: string | null;
  readonly participants: readonly ParticipantFacts[];
}

/** A text that is cut at a limit. `length` is that of the whole text. */
export interface Clipped {
  readonly text: string;
  readonly length: number;
}

export interface Response {
  readonly status: number;
  readonly contentType: string;
  readonly body: Clipped;
  readonly ms: number;
}

/** What the log is made of, bounded in size. The service sends these to the page, which makes the same log. */
export type LogEvent = { readonly at: number } & (
  | { readonly type: 'call'; readonly call: CallFacts }
  | { readonly type: 'keys'; readonly callSid: string; readonly digits: string }
  | { readonly type: 'audio'; readonly callSid: string; readonly isLost: boolean }
  | { readonly type: 'network'; readonly callSid: string; readonly impairment: ObservedImpairment | null }
  | ({ readonly type: 'fault'; readonly callSid: string } & ObservedFault)
  | {
      readonly type: 'requested';
      readonly id: string;
      readonly owner: string;
      readonly request: ObservedRequest & { readonly isClipped: boolean };
    }
  | { readonly type: 'responded'; readonly id: string; readonly response: Response }
  | { readonly type: 'unanswered'; readonly id: string; readonly reason: string; readonly ms: number }
  | { readonly type: 'inlineDocument'; readonly owner: string; readonly xml: Clipped }
  | {
      readonly type: 'verbStarted';
      readonly id: string;
      readonly callSid: string;
      readonly role: VerbRole;
      readonly verb: VerbText;
    }
  | { readonly type: 'verbEnded'; readonly id: string; readonly results: FormFields | null }
  | { readonly type: 'verbStopped'; readonly id: string }
  | { readonly type: 'problem'; readonly owner: string; readonly problem: ObservedProblem }
  | { readonly type: 'conference'; readonly conference: ConferenceFacts }
  | {
      readonly type: 'notice';
      readonly conference: ConferenceFacts;
      readonly event: string;
      readonly callSid: string | null;
      readonly reason: string | null;
    }
  | { readonly type: 'recording'; readonly recording: ObservedRecording }
  | { readonly type: 'text'; readonly text: TextFacts }
  | { readonly type: 'cleared' }
);

const MAX_BODY = 16_384;
const MAX_VALUE = 2_048;
const MAX_FIELDS = 100;

export function toLogEvent(at: number, observation: Observation): LogEvent {
  switch (observation.type) {
    case 'call': {
      const { sid, parentSid, direction, from, to, status, createdAt, answeredAt, endedAt } =
        observation.call;
      const { answeredBy, sipCode } = observation.call;
      const { errorCode } = observation;
      const times = { createdAt, answeredAt, endedAt };
      const call = { sid, parentSid, direction, from, to, status, ...times, answeredBy, sipCode, errorCode };
      return { at, type: 'call', call };
    }
    case 'requested': {
      const { id, request } = observation;
      const params = clipFields(request.params);
      const url = request.url.slice(0, MAX_VALUE);
      const isClipped = url !== request.url || params !== request.params;
      return {
        at,
        type: 'requested',
        id,
        owner: ownerOf(request.params),
        request: { ...request, url, params, isClipped },
      };
    }
    case 'responded': {
      const { id, status, contentType, body, bytes, ms } = observation;
      const clipped = { text: body.slice(0, MAX_BODY), length: Math.max(bytes, body.length) };
      const response = { status, contentType: contentType.slice(0, 100), body: clipped, ms };
      return { at, type: 'responded', id, response };
    }
    case 'unanswered':
      return { at, ...observation, reason: observation.reason.slice(0, MAX_VALUE) };
    case 'inlineDocument': {
      const { xml, form } = observation;
      return {
        at,
        type: 'inlineDocument',
        owner: ownerOf(form),
        xml: { text: xml.slice(0, MAX_BODY), length: xml.length },
      };
    }
    case 'verbStarted': {
      const { name, detail, attributes } = describeVerb(observation.verb);
      const verb = { name, detail: detail.slice(0, MAX_VALUE), attributes: clipFields(attributes) };
      return { at, ...observation, verb };
    }
    case 'verbEnded': {
      const { results } = observation;
      return { at, ...observation, results: results && clipFields(results) };
    }
    case 'problem': {
      const { problem, form } = observation;
      const { level, code } = problem;
      const [message, url] = [problem.text.slice(0, MAX_VALUE), problem.url.slice(0, MAX_VALUE)];
      return { at, type: 'problem', owner: ownerOf(form), problem: { level, code, text: message, url } };
    }
    case 'conference':
      return { at, type: 'conference', conference: conferenceFacts(observation.conference) };
    case 'notice': {
      const { notice } = observation;
      const callSid =
        'participant' in notice ? notice.participant.callSid : 'callSid' in notice ? notice.callSid : null;
      const reason = 'reason' in notice ? notice.reason : 'failure' in notice ? notice.failure : null;
      const conference = conferenceFacts(observation.conference);
      return { at, type: 'notice', conference, event: notice.event, callSid, reason };
    }
    case 'recording': {
      const { sid, callSid, conferenceSid, source, status, durationMs } = observation.recording;
      return {
        at,
        type: 'recording',
        recording: { sid, callSid, conferenceSid, source, status, durationMs },
      };
    }
    case 'text': {
      const { sid, direction, from, to, body, status, errorCode, createdAt } = observation.message;
      return { at, type: 'text', text: { sid, direction, from, to, body, status, errorCode, createdAt } };
    }
    case 'keys':
    case 'audio':
    case 'network':
    case 'fault':
    case 'verbStopped':
      return { at, ...observation };
    default:
      return observation satisfies never;
  }
}

/** The conference, text or call that a webhook is about; empty if none. */
function ownerOf(form: FormFields): string {
  const value = (name: string): string => form.find(([one]) => one === name)?.[1] ?? '';
  return value('ConferenceSid') || value('MessageSid') || value('CallSid');
}

/** @returns the same fields if none is longer than the limits */
function clipFields(fields: FormFields): FormFields {
  const fits = fields.length <= MAX_FIELDS && fields.every(([, value]) => value.length <= MAX_VALUE);
  if (fits) return fields;
  return fields.slice(0, MAX_FIELDS).map(([name, value]) => [name, value.slice(0, MAX_VALUE)] as const);
}

function conferenceFacts(
  conference: Extract<Observation, { readonly type: 'conference' }>['conference'],
): ConferenceFacts {
  const { sid, name, status, createdAt, updatedAt, endReason, participants } = conference;
  return {
    sid,
    name,
    status,
    createdAt,
    endedAt: status === 'completed' ? updatedAt : null,
    endReason,
    participants: participants.map(({ callSid, label, muted, hold, coaching, coachedCall }) => ({
      callSid,
      label,
      muted,
      hold,
      coaches: coaching ? coachedCall : null,
    })),
  };
}
