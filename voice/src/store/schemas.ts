import { z } from 'zod';
import type { Conference } from '../conferences/core/conference.ts';

const callback = z
  .object({ url: z.string(), method: z.enum(['GET', 'POST']), events: z.array(z.string()) })
  .nullable();

export const callSchema = z.object({
  sid: z.string(),
  parentSid: z.string().nullable(),
  direction: z.enum(['inbound', 'outbound-api', 'outbound-dial']),
  from: z.string(),
  to: z.string(),
  status: z.enum([
    'queued',
    'initiated',
    'ringing',
    'in-progress',
    'completed',
    'busy',
    'no-answer',
    'canceled',
    'failed',
  ]),
  createdAt: z.number(),
  updatedAt: z.number(),
  answeredAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  queuedMs: z.number(),
  sipCode: z.number().nullable(),
  nextSequence: z.number(),
  callback,
  answeredBy: z.enum(['human', 'machine_start', 'machine_end_silence', 'unknown']).nullable().default(null),
  callerName: z.string().nullable().default(null),
  stirVerstat: z.string().nullable().default(null),
});

export const conferenceSchema = z.object({
  sid: z.string(),
  name: z.string(),
  status: z.enum(['init', 'in-progress', 'completed']),
  createdAt: z.number(),
  updatedAt: z.number(),
  endReason: z
    .enum([
      'conference-ended-via-api',
      'participant-with-end-conference-on-exit-left',
      'last-participant-left',
    ])
    .nullable(),
  endedBy: z.string().nullable(),
});

/** Has no participants, like the provider's resource. */
export type ConferenceRecord = z.infer<typeof conferenceSchema>;

export function conferenceRecord(state: Conference): ConferenceRecord {
  const { sid, name, status, createdAt, updatedAt, endReason, endedBy } = state;
  return { sid, name, status, createdAt, updatedAt, endReason, endedBy };
}

export const recordingSchema = z.object({
  sid: z.string(),
  callSid: z.string(),
  conferenceSid: z.string().nullable(),
  source: z.enum([
    'Conference',
    'StartConferenceRecordingAPI',
    'StartCallRecordingAPI',
    'OutboundAPI',
    'DialVerb',
    'RecordVerb',
  ]),
  voices: z.enum(['both', 'own', 'heard']).default('both'),
  trim: z.boolean().default(false),
  /** Channels of a download; the file always has two. */
  channels: z.union([z.literal(1), z.literal(2)]).default(2),
  status: z.enum(['in-progress', 'paused', 'processing', 'completed', 'absent']),
  startedAt: z.number(),
  updatedAt: z.number(),
  durationMs: z.number().nullable(),
  callback,
});

export type Recording = z.infer<typeof recordingSchema>;

const method = z.enum(['GET', 'POST']);
const voiceSettings = {
  voiceUrl: z.string(),
  voiceMethod: method,
  voiceFallbackUrl: z.string().default(''),
  voiceFallbackMethod: method.default('POST'),
  voiceCallerIdLookup: z.boolean().default(false),
};
const textSettings = {
  statusCallback: z.string(),
  statusCallbackMethod: method,
  smsUrl: z.string(),
  smsMethod: method,
};

export const applicationSchema = z.object({
  sid: z.string(),
  friendlyName: z.string(),
  ...voiceSettings,
  ...textSettings,
  createdAt: z.number(),
  updatedAt: z.number(),
});

export type Application = z.infer<typeof applicationSchema>;

export const numberSchema = z.object({
  sid: z.string(),
  phoneNumber: z.string(),
  friendlyName: z.string(),
  ...voiceSettings,
  voiceApplicationSid: z.string(),
  ...textSettings,
  smsApplicationSid: z.string().default(''),
  createdAt: z.number(),
  updatedAt: z.number(),
});

export type BusinessNumber = z.infer<typeof numberSchema>;

export const messageSchema = z.object({
  sid: z.string(),
  direction: z.enum(['inbound', 'outbound-api', 'outbound-reply']),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  // Older records have no status; all of them were delivered.
  status: z.enum(['queued', 'sent', 'delivered', 'undelivered', 'failed', 'received']).default('delivered'),
  errorCode: z.number().nullable().default(null),
  createdAt: z.number(),
  updatedAt: z.number().default(0),
  sentAt: z.number().nullable().default(null),
  callback: callback.default(null),
});

/** Caller information of a simulated phone. The sid is the number. */
export const callerSchema = z.object({
  sid: z.string(),
  name: z.string().nullable(),
  stirVerstat: z.string().nullable(),
});

export type CallerInfo = z.infer<typeof callerSchema>;

export const queueSchema = z.object({
  sid: z.string(),
  name: z.string(),
  maxSize: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
});

export type Queue = z.infer<typeof queueSchema>;

/** A number that has opted out of a business number's texts. The sid is `<business number> <other number>`. */
export const optOutSchema = z.object({ sid: z.string() });
