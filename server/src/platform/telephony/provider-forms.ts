/** What the telephony provider posts, parsed at the door. Unknown fields are dropped; texts are bounded by the body. */

import * as z from 'zod/mini';
import { LEG_STATUSES } from '../core/leg-status.ts';

const id = z.coerce.number().check(z.int(), z.positive(), z.maximum(2 ** 53 - 1));
const sid = z.string().check(z.regex(/^[A-Za-z]{2}[0-9A-Za-z]{8,64}$/));
const text = z.string().check(z.maxLength(500));
const seconds = z.optional(z.coerce.number().check(z.minimum(0), z.maximum(10_000_000)));

export const DeviceCallForm = z.object({
  CallSid: sid,
  From: text,
  To: text,
  call_user_id: id,
  caller_id: z.optional(z.union([z.literal(''), id])),
});

export const OfferQuery = z.object({ call_user_id: id, call_id: id, leg_id: id });
export const OfferForm = z.object({ CallSid: sid });
/** Of every question about a call. */
export const PartiesForm = z.object({
  CallSid: z.optional(sid),
  From: z.optional(text),
  To: z.optional(text),
});
export const KeyForm = z.object({ CallSid: sid, Digits: z.optional(z.string().check(z.maxLength(100))) });

export const InboundForm = z.object({ CallSid: sid, From: text, To: text });

export const TextForm = z.object({
  MessageSid: sid,
  From: text,
  To: text,
  Body: z.string().check(z.maxLength(5_000)),
});

export const TextStatusQuery = z.object({ message_id: id });
export const TextStatusForm = z.object({
  MessageSid: sid,
  /** Words that we do not know are let pass. */
  MessageStatus: text,
  ErrorCode: z.optional(
    z.union([z.literal(''), z.coerce.number().check(z.int(), z.minimum(0), z.maximum(999_999))]),
  ),
});

export const LegQuery = z.object({ call_id: z.optional(id), leg_id: z.optional(id) });
export const LegForm = z.object({
  CallSid: sid,
  CallStatus: z.enum(LEG_STATUSES),
  CallDuration: seconds,
  SipResponseCode: z.optional(
    z.catch(z.nullable(z.coerce.number().check(z.int(), z.minimum(100), z.maximum(699))), null),
  ),
  Timestamp: z.optional(text),
});

export const AnsweredByQuery = z.object({ call_id: id, leg_id: id });
/** human, machine_start, machine_end_beep and others, fax, unknown; words that we do not know are let pass. */
export const AnsweredByForm = z.object({ CallSid: sid, AnsweredBy: text });

export const ConferenceQuery = z.object({ call_id: id });
export const ConferenceForm = z.object({
  ConferenceSid: sid,
  /** Words that we do not know are let pass: there are more of them than we ask for. */
  StatusCallbackEvent: text,
  CallSid: z.optional(sid),
  Timestamp: z.optional(text),
});

export const CallerQuery = z.object({ call_id: id });
/** What is told of a message: by its action, with what ended it, and by its recording. */
export const MessageForm = z.object({
  CallSid: sid,
  RecordingSid: z.optional(sid),
  RecordingStatus: z.optional(text),
  RecordingDuration: seconds,
});

export const RecordingQuery = z.object({ call_id: id });
export const RecordingForm = z.object({
  RecordingSid: sid,
  RecordingStatus: z.enum(['in-progress', 'completed', 'absent', 'failed']),
  RecordingDuration: seconds,
});

/** Reports come in time, where ours is finer than the provider's whole seconds, or late. */
const LATE_MS = 2_000;

/** When it happened, in ms since 1970. */
export function timeOfReport(timestamp: string | undefined, now: number): number {
  const told = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
  return Number.isFinite(told) && told < now - LATE_MS ? told : now;
}
