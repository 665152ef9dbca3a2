import { z } from 'zod';
import type { MediaOrder } from './protocol.ts';

/** The orders as they are parsed at the door of the media process; the types are those of protocol.ts. */

const legId = z.string().min(1).max(200);
const path = z.string().min(1).max(4096);
const sdp = z.string().max(64 * 1024);
const name = z.string().min(1).max(200);
const milliseconds = z
  .number()
  .min(0)
  .max(24 * 3600 * 1000);
const frequency = z.number().min(1).max(4000);

const sound = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path }),
  z.object({
    kind: z.literal('tone'),
    frequencies: z.array(frequency).min(1).max(4),
    on: milliseconds,
    off: milliseconds,
  }),
  z.object({ kind: z.literal('silence'), ms: milliseconds }),
]);

const persona = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('talker'),
    lines: z.array(path).min(1).max(50),
    pauseMs: milliseconds,
    once: z.boolean().optional(),
    patience: z.number().int().min(1).max(100).optional(),
    endsAfterMs: milliseconds.optional(),
  }),
  z.object({ kind: z.literal('voicemail'), greeting: path, endsAfterMs: milliseconds.optional() }),
  z.object({ kind: z.literal('echo') }),
  z.object({ kind: z.literal('relay'), leg: legId }),
  z.object({ kind: z.literal('silent') }),
  z.object({ kind: z.literal('tone'), frequency }),
]);

const channels = z.object({ first: z.array(legId).max(500), second: z.array(legId).max(500) });

const order = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answerOffer'), leg: legId, sdp }),
  z.object({ type: z.literal('makeOffer'), leg: legId }),
  z.object({ type: z.literal('acceptAnswer'), leg: legId, sdp }),
  z.object({ type: z.literal('renegotiate'), leg: legId, sdp }),
  z.object({ type: z.literal('openCarrier'), leg: legId }),
  z.object({ type: z.literal('setPersona'), leg: legId, persona }),
  z.object({
    type: z.literal('setHears'),
    routes: z.array(z.object({ leg: legId, hears: z.array(legId).max(500) })).max(500),
  }),
  z.object({
    type: z.literal('play'),
    leg: legId,
    play: name,
    sounds: z.array(sound).min(1).max(100),
    loop: z.boolean(),
  }),
  z.object({ type: z.literal('stopPlay'), leg: legId }),
  z.object({ type: z.literal('sendDigits'), leg: legId, digits: z.string().min(1).max(100) }),
  z.object({
    type: z.literal('detectMachine'),
    leg: legId,
    rules: z.object({
      timeoutMs: milliseconds,
      speechThresholdMs: milliseconds,
      speechEndThresholdMs: milliseconds,
      silenceTimeoutMs: milliseconds,
      waitsForEnd: z.boolean(),
    }),
  }),
  z.object({
    type: z.literal('setWeather'),
    leg: legId,
    weather: z
      .object({
        loss: z.number().min(0).max(1),
        delayMs: z.number().min(0).max(2_000),
        jitterMs: z.number().min(0).max(2_000),
        cutMs: milliseconds,
      })
      .nullable(),
  }),
  z.object({ type: z.literal('startRecording'), recording: name, path, channels }),
  z.object({ type: z.literal('setRecordingChannels'), recording: name, channels }),
  z.object({
    type: z.literal('pauseRecording'),
    recording: name,
    paused: z.boolean(),
    silence: z.boolean(),
  }),
  z.object({ type: z.literal('stopRecording'), recording: name }),
  z.object({ type: z.literal('closeLeg'), leg: legId }),
  z.object({ type: z.literal('ping') }),
  z.object({
    type: z.literal('readLevels'),
    tones: z.array(frequency).max(50).optional(),
  }),
]) satisfies z.ZodType<MediaOrder>;

const envelope = z.object({ id: z.union([z.number(), z.string().max(100)]) });

export type OrderReading =
  | { readonly ok: true; readonly id: number | string; readonly order: MediaOrder }
  /** `id` is null when not even that could be read: there is nobody to answer. */
  | { readonly ok: false; readonly id: number | string | null; readonly error: string };

/** Parses a message of the IPC channel: `{id, ...order}`. */
export function readOrder(message: unknown): OrderReading {
  const head = envelope.safeParse(message);
  if (!head.success) return { ok: false, id: null, error: 'an order without an id' };
  const body = order.safeParse(message);
  if (body.success) return { ok: true, id: head.data.id, order: body.data };
  const [issue] = body.error.issues;
  const where = issue?.path.join('.') || 'order';
  return { ok: false, id: head.data.id, error: `${where}: ${issue?.message ?? 'not understood'}` };
}
