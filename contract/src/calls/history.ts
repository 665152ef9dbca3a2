import * as z from 'zod/mini';
import { nullableText } from '../nullable-text.ts';
import { leadLabel } from '../sentences.ts';
import { DISPOSITIONS } from './dispositions.ts';
import { SilentPart } from './recording.ts';

export const HistoryItem = z.object({
  id: z.int(),
  direction: z.string(),
  recording_url: nullableText,
  /** 0 or 1; default: 0. */
  agent_channel: z.optional(z.nullable(z.int())),
  /** Silent, because an agent paused the recording. */
  recording_pauses: z.optional(z.array(SilentPart)),
  time_formatted: z.string(),
  lead_retry: z.nullable(z.int()),
  retry: z.nullable(z.int()),
  status: z.string(),
  seconds: z.int(),
  duration: z.string(),
  user: z.nullable(z.object({ name: z.string() })),
  /** With the names at the time of the call. */
  lead: z.nullable(
    z.object({
      fname: z.string(),
      lname: z.string(),
      label: leadLabel,
      /** The current name, for calling again. */
      present_name: z.optional(z.object({ fname: z.string(), lname: z.string() })),
      phone_number: nullableText,
      phone_number_formatted: nullableText,
    }),
  ),
  phone_number_formatted: z.string(),
  /** Dialed after the answer. */
  extension: z.optional(nullableText),
  call_user_id: z.optional(z.int()),
  result: z.optional(z.nullable(z.enum(DISPOSITIONS))),
  /** The agent was connected, the call is over, and a result or note can still be added. */
  takes_result: z.optional(z.boolean()),
  /** Time left to undo the result. */
  undo_ms: z.optional(z.int()),
});
export type HistoryItem = z.infer<typeof HistoryItem>;

export const MissingResult = z.object({
  call_id: z.int(),
  call_user_id: z.int(),
  lead: z.object({ fname: z.string(), lname: z.string(), label: leadLabel }),
  /** In the agent's time zone: 'Mar 3, 10:15 AM'. */
  time_formatted: z.string(),
  duration: z.string(),
});
export type MissingResult = z.infer<typeof MissingResult>;

export const Paging = z.object({ current_page: z.int(), last_page: z.int() });
export type Paging = z.infer<typeof Paging>;
