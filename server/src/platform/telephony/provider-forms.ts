import { LANGUAGES } from '@offhook/contract/accounts/languages';
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
export const CallPartiesForm = z.object({
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
  /** Unknown values are accepted. */
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
/** human, machine_start, machine_end_beep and others, fax, unknown. Unknown values are accepted. */
export const AnsweredByForm = z.object({ CallSid: sid, AnsweredBy: text });

export const ConferenceQuery = z.object({ call_id: id });
export const ConferenceForm = z.object({
  ConferenceSid: sid,
  /** Unknown values are accepted: the provider sends more than we subscribe to. */
  StatusCallbackEvent: text,
  CallSid: z.optional(sid),
  Timestamp: z.optional(text),
});

export const AnnouncementQuery = z.object({ language: z.catch(z.enum(LANGUAGES), 'en') });

export const CallerQuery = z.object({ call_id: id });
/** Sent by the Record verb's action and by the recording callback. */
export const VoicemailForm = z.object({
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
  RecordingStartTime: z.optional(z.string()),
});

/** Timestamps have whole seconds. A report this recent gets our more precise time instead. */
const LATE_MS = 2_000;

/** In ms since 1970. */
export function toReportTime(timestamp: string | undefined, now: number): number {
  const reported = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
  return Number.isFinite(reported) && reported < now - LATE_MS ? reported : now;
}
