import * as z from 'zod/mini';

/** `voicemail`: answered by a machine. `canceled`: the agent hung up first. */
export const FAR_END_STATES = [
  'ringing',
  'answered',
  'voicemail',
  'busy',
  'no-answer',
  'no-such-number',
  'failed',
  'canceled',
] as const;
export type FarEndState = (typeof FAR_END_STATES)[number];

/** The lead's side of an outbound call. */
export const FarEnd = z.object({
  state: z.enum(FAR_END_STATES),
  /** Since the answer, or until the end; while ringing, since the ring. */
  seconds: z.number(),
});
export type FarEnd = z.infer<typeof FarEnd>;
