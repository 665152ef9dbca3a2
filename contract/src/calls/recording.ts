import * as z from 'zod/mini';

export const RECORDING_STATES = ['on', 'pausing', 'paused', 'resuming'] as const;

/** While the state is `pausing` or `resuming`, the provider hasn't confirmed it: the recording may run. */
export const CallRecording = z.object({
  state: z.enum(RECORDING_STATES),
  /** Longest pause; null: this user may not pause. */
  pause_minutes: z.nullable(z.int()),
});
export type CallRecording = z.infer<typeof CallRecording>;

/** A part of a recording, in seconds from its start. */
export const SilentPart = z.object({ from_seconds: z.number(), to_seconds: z.number() });
export type SilentPart = z.infer<typeof SilentPart>;
