import * as z from 'zod/mini';
import { nullableText } from '../nullable-text.ts';
import { Call } from './call.ts';
import { Inviter } from './hand-over.ts';

export const CALL_USER_STATUSES = ['ringing', 'accepted', 'ignored', 'missed', 'withdrawn', 'ended'] as const;
export type CallUserStatus = (typeof CALL_USER_STATUSES)[number];

/** A call as offered to one agent. */
export const CallUser = z.object({
  call: Call,
  type: z.string(),
  autoaccept: z.boolean(),
  status: z.optional(z.enum(CALL_USER_STATUSES)),
  taken_by: z.optional(nullableText),
  /** Only for a transfer or a conference. */
  invited_by: z.optional(z.nullable(Inviter)),
});
export type CallUser = z.infer<typeof CallUser>;
