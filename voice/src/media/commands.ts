import { z } from 'zod';

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
    onMs: milliseconds,
    offMs: milliseconds,
  }),
  z.object({ kind: z.literal('silence'), ms: milliseconds }),
]);

const persona = z.discriminatedUnion('kind', [
  /**
   * Repeats its lines. Between lines it waits until the other side has spoken and then been silent for `pauseMs`, but
   * at most 4 s. Reports `personaEnded` after `endsAfterMs`, with `once` after the last line, and with `maxUnanswered` after
   * that many consecutive unanswered lines.
   */
  z.object({
    kind: z.literal('talker'),
    lines: z.array(path).min(1).max(50),
    pauseMs: milliseconds,
    once: z.boolean().optional(),
    maxUnanswered: z.number().int().min(1).max(100).optional(),
    endsAfterMs: milliseconds.optional(),
  }),
  z.object({ kind: z.literal('voicemail'), greeting: path, endsAfterMs: milliseconds.optional() }),
  /** Sends back the audio that it hears, delayed by 20 to 40 ms. */
  z.object({ kind: z.literal('echo') }),
  /** Sends the audio that another simulated party hears, which connects the two. */
  z.object({ kind: z.literal('relay'), leg: legId }),
  z.object({ kind: z.literal('silent') }),
  z.object({ kind: z.literal('tone'), frequency }),
]);

const channels = z.object({ first: z.array(legId).max(500), second: z.array(legId).max(500) });

const command = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answerOffer'), leg: legId, sdp }),
  z.object({ type: z.literal('makeOffer'), leg: legId }),
  z.object({ type: z.literal('acceptAnswer'), leg: legId, sdp }),
  z.object({ type: z.literal('renegotiate'), leg: legId, sdp }),
  /** The party is silent until its persona is set. */
  z.object({ type: z.literal('openCarrier'), leg: legId }),
  z.object({ type: z.literal('setPersona'), leg: legId, persona }),
  /**
   * Other legs are unchanged. A source that doesn't exist yet is heard as soon as it does. Rejected if a listening leg
   * doesn't exist.
   */
  z.object({
    type: z.literal('setHears'),
    routes: z.array(z.object({ leg: legId, hears: z.array(legId).max(500) })).max(500),
  }),
  /**
   * Mixed over the audio that the leg hears. Reports `played` at the end, but not when replaced or stopped. Waits until
   * a browser leg is connected.
   */
  z.object({
    type: z.literal('play'),
    leg: legId,
    play: name,
    sounds: z.array(sound).min(1).max(100),
    loop: z.boolean(),
  }),
  z.object({ type: z.literal('stopPlay'), leg: legId }),
  /** Replaces the audio that the leg sends with DTMF tones. `w` waits for 500 ms. */
  z.object({ type: z.literal('sendDigits'), leg: legId, digits: z.string().min(1).max(100) }),
  /** Replaces the audio that the leg sends. */
  z.object({ type: z.literal('speak'), leg: legId, sounds: z.array(sound).min(1).max(100) }),
  /**
   * Reports `tapFrame` for what the leg hears, says, or both, until `closeTap` or the end of the leg, which is reported as
   * `tapClosed`. The leg doesn't notice.
   */
  z.object({
    type: z.literal('openTap'),
    tap: name,
    leg: legId,
    side: z.enum(['hears', 'says', 'both']),
  }),
  z.object({ type: z.literal('closeTap'), tap: name }),
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
  /** Each channel mixes the audio that its legs send. */
  z.object({ type: z.literal('startRecording'), recording: name, path, channels }),
  z.object({ type: z.literal('setRecordingChannels'), recording: name, channels }),
  z.object({
    type: z.literal('pauseRecording'),
    recording: name,
    paused: z.boolean(),
    /** Records the pause as silence instead of leaving it out. */
    recordSilence: z.boolean(),
  }),
  /** The file is complete when the reply arrives. */
  z.object({ type: z.literal('stopRecording'), recording: name }),
  z.object({ type: z.literal('closeLeg'), leg: legId }),
  z.object({ type: z.literal('ping') }),
  /** `tones` (Hz) are measured in the audio sent to each leg. */
  z.object({
    type: z.literal('readLevels'),
    tones: z.array(frequency).max(50).optional(),
  }),
]);

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
export type Sound = DeepReadonly<z.infer<typeof sound>>;
export type Persona = DeepReadonly<z.infer<typeof persona>>;
export type Channels = DeepReadonly<z.infer<typeof channels>>;
export type MediaCommand = DeepReadonly<z.infer<typeof command>>;

const envelope = z.object({ id: z.union([z.number(), z.string().max(100)]) });

export type ParsedCommand =
  | { readonly ok: true; readonly id: number | string; readonly command: MediaCommand }
  /** `id` is null if it couldn't be read, so that no reply is possible. */
  | { readonly ok: false; readonly id: number | string | null; readonly error: string };

export function parseCommand(message: unknown): ParsedCommand {
  const head = envelope.safeParse(message);
  if (!head.success) return { ok: false, id: null, error: 'a command without an ID' };
  const body = command.safeParse(message);
  if (body.success) return { ok: true, id: head.data.id, command: body.data };
  const [issue] = body.error.issues;
  const where = issue?.path.join('.') || 'command';
  return { ok: false, id: head.data.id, error: `${where}: ${issue?.message ?? 'invalid'}` };
}
