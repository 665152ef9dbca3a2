import { z } from 'zod';
import { isShallow } from './core/json-depth.ts';

/** A browser SDP takes about 5 KiB. */
export const MAX_FRAME_BYTES = 64 * 1024;

const callsid = z.string().min(1).max(64);
const sdp = z.string().min(1).max(32_768);

const frameSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('listen'),
    payload: z.object({
      token: z.string().max(8_192),
      reconnectTimeout: z.number().min(0).max(86_400).optional(),
    }),
  }),
  z.object({
    type: z.literal('register'),
    payload: z.object({ media: z.object({ audio: z.boolean() }) }),
  }),
  z.object({
    type: z.literal('invite'),
    payload: z.object({
      callsid,
      sdp,
      reconnect: z.string().max(128).optional(),
      twilio: z.object({ params: z.string().max(16_384).optional() }).optional(),
    }),
  }),
  z.object({ type: z.literal('answer'), payload: z.object({ callsid, sdp }) }),
  z.object({ type: z.literal('reinvite'), payload: z.object({ callsid, sdp }) }),
  z.object({
    type: z.literal('dtmf'),
    payload: z.object({ callsid, dtmf: z.string().regex(/^[0-9*#wW,]{1,200}$/) }),
  }),
  z.object({
    type: z.literal('hangup'),
    payload: z.object({ callsid, message: z.string().max(1_024).nullish() }),
  }),
  z.object({ type: z.literal('reject'), payload: z.object({ callsid }) }),
  z.object({
    type: z.literal('message'),
    payload: z.object({
      callsid,
      /** Any JSON that can be serialized again; its length is limited by the frame. */
      content: z.unknown().refine((value) => value !== undefined && isShallow(value)),
      contenttype: z.string().max(128).optional(),
      messagetype: z.string().max(128).optional(),
      voiceeventsid: z.string().max(64),
    }),
  }),
]);

export type Frame = z.infer<typeof frameSchema>;

/** Null if invalid. Heartbeats (a bare line feed) are not frames. */
export function parseFrame(text: string): Frame | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = frameSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

export type ServerFrame =
  | 'connected'
  | 'ready'
  | 'offline'
  | 'invite'
  | 'ringing'
  | 'answer'
  | 'cancel'
  | 'hangup'
  | 'message'
  | 'ack'
  | 'error'
  | 'close';

export function formatFrame(type: ServerFrame, payload: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ type, version: '1.6', payload });
}
