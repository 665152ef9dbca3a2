import { z } from 'zod';

/** The orders as they are parsed at the door of the media process; their types are derived from these below. */

const legId = z.string().min(1).max(200);
const path = z.string().min(1).max(4096);
const sdp = z.string().max(64 * 1024);
const name = z.string().min(1).max(200);
const milliseconds = z
  .number()
  .min(0)
  .max(24 * 3600 * 1000);
const frequency = z.number().min(1).max(4000);

/** A recorded or synthesised sound: a WAV file (PCM16 or PCMU, any rate that is resampled once), or generated. */
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

/** How a pretend party of the telephone network behaves once it has answered. */
const persona = z.discriminatedUnion('kind', [
  /**
   * Says the lines in turn, for ever; waits in the pauses until the other side has spoken and been silent for
   * `pauseMs`, but at most 4 s. It reports `personaEnded` with `endsAfterMs` that long after it was set, with `once`
   * when it has said them all, with `patience` when so many lines in a row got no answer.
   */
  z.object({
    kind: z.literal('talker'),
    lines: z.array(path).min(1).max(50),
    pauseMs: milliseconds,
    once: z.boolean().optional(),
    patience: z.number().int().min(1).max(100).optional(),
    endsAfterMs: milliseconds.optional(),
  }),
  /** Says the greeting, then a beep, then only listens. `endsAfterMs` as above. */
  z.object({ kind: z.literal('voicemail'), greeting: path, endsAfterMs: milliseconds.optional() }),
  /** Sends back what it hears, 20 to 40 ms later. */
  z.object({ kind: z.literal('echo') }),
  /** Says what that other party of the network hears: two of them are the two ends of one line. */
  z.object({ kind: z.literal('relay'), leg: legId }),
  z.object({ kind: z.literal('silent') }),
  /** A steady test signal; for measurements. */
  z.object({ kind: z.literal('tone'), frequency }),
]);

const channels = z.object({ first: z.array(legId).max(500), second: z.array(legId).max(500) });

const order = z.discriminatedUnion('type', [
  /** A browser called: answer its offer. Reply: {sdp}. */
  z.object({ type: z.literal('answerOffer'), leg: legId, sdp }),
  /** A browser is called: make an offer. Reply: {sdp}. */
  z.object({ type: z.literal('makeOffer'), leg: legId }),
  /** The browser's answer to our offer. */
  z.object({ type: z.literal('acceptAnswer'), leg: legId, sdp }),
  /** An ICE restart of the browser in a running call. Reply: {sdp}. */
  z.object({ type: z.literal('renegotiate'), leg: legId, sdp }),
  /** A party of the pretend network. It is silent until its persona is set (at answer). */
  z.object({ type: z.literal('openCarrier'), leg: legId }),
  z.object({ type: z.literal('setPersona'), leg: legId, persona }),
  /**
   * The whole truth about who this leg hears; one source and no sound playing is forwarded unmixed. Legs that are
   * not named keep what they had; a source that is not there (yet) is heard as soon as it is. Refused when a leg
   * that should hear is not there.
   */
  z.object({
    type: z.literal('setHears'),
    routes: z.array(z.object({ leg: legId, hears: z.array(legId).max(500) })).max(500),
  }),
  /**
   * Plays into the leg's ear, mixed over whoever it hears; replaces what was playing. Report `played` at the end,
   * not when it was replaced or stopped. A browser's leg that is not connected yet is waited for: nothing is cut off.
   */
  z.object({
    type: z.literal('play'),
    leg: legId,
    play: name,
    sounds: z.array(sound).min(1).max(100),
    loop: z.boolean(),
  }),
  z.object({ type: z.literal('stopPlay'), leg: legId }),
  /** Sends DTMF digits as tones into what the leg SENDS (a browser's digits as its peers hear them). `w` waits 500 ms. */
  z.object({ type: z.literal('sendDigits'), leg: legId, digits: z.string().min(1).max(100) }),
  /** Listens to what the leg sends until it is clear who picked up. Report `detected`, once. */
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
  /** What the network does to a browser's packets from now on; null: nothing any more. */
  z.object({
    type: z.literal('setNetworkImpairment'),
    leg: legId,
    impairment: z
      .object({
        loss: z.number().min(0).max(1),
        delayMs: z.number().min(0).max(2_000),
        jitterMs: z.number().min(0).max(2_000),
        cutMs: milliseconds,
      })
      .nullable(),
  }),
  /** Two-channel WAV at `path`; what the legs of each channel SEND is mixed into it. Written at least once a second. */
  z.object({ type: z.literal('startRecording'), recording: name, path, channels }),
  z.object({ type: z.literal('setRecordingChannels'), recording: name, channels }),
  z.object({
    type: z.literal('pauseRecording'),
    recording: name,
    paused: z.boolean(),
    silence: z.boolean(),
  }),
  /** Reply: {durationMs, bytes}. The file is complete when the reply comes. */
  z.object({ type: z.literal('stopRecording'), recording: name }),
  /** Also for a leg that is not there (any more). */
  z.object({ type: z.literal('closeLeg'), leg: legId }),
  /** Changes nothing; its reply shows that the process is not hung. */
  z.object({ type: z.literal('ping') }),
  /** Reply: {levels, audioMs}, with the strength of these tones (Hz) in what each leg is sent. */
  z.object({
    type: z.literal('readLevels'),
    tones: z.array(frequency).max(50).optional(),
  }),
]);

/** Nobody changes what is ordered. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
export type Sound = DeepReadonly<z.infer<typeof sound>>;
export type Persona = DeepReadonly<z.infer<typeof persona>>;
export type Channels = DeepReadonly<z.infer<typeof channels>>;
export type MediaOrder = DeepReadonly<z.infer<typeof order>>;

const envelope = z.object({ id: z.union([z.number(), z.string().max(100)]) });

export type ParsedOrder =
  | { readonly ok: true; readonly id: number | string; readonly order: MediaOrder }
  /** `id` is null when not even that could be read: there is nobody to answer. */
  | { readonly ok: false; readonly id: number | string | null; readonly error: string };

/** Parses a message of the IPC channel: `{id, ...order}`. */
export function parseOrder(message: unknown): ParsedOrder {
  const head = envelope.safeParse(message);
  if (!head.success) return { ok: false, id: null, error: 'an order without an id' };
  const body = order.safeParse(message);
  if (body.success) return { ok: true, id: head.data.id, order: body.data };
  const [issue] = body.error.issues;
  const where = issue?.path.join('.') || 'order';
  return { ok: false, id: head.data.id, error: `${where}: ${issue?.message ?? 'not understood'}` };
}
