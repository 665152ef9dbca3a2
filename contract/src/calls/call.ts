/** Unknown keys are dropped while parsing, so a newer server doesn't break an older phone. */
import * as z from 'zod/mini';
import { WRAP_UPS } from '../agent/wrap-up.ts';
import { Lead, Tag } from '../leads/lead.ts';
import { nullableText } from '../nullable-text.ts';
import { FarEnd } from './far-end.ts';
import { Consultation, Invitation } from './hand-over.ts';
import { CallRecording } from './recording.ts';

/** Everyone but one agent, and supervisors, hears music. */
export const CallHold = z.object({
  /** The agent who hears no music; null: this user. */
  by: nullableText,
  /** That agent hears this user. */
  is_heard: z.boolean(),
  /** False during a consultation, which its agent ends. */
  can_resume: z.boolean(),
});
export type CallHold = z.infer<typeof CallHold>;

export const Call = z.object({
  id: z.int(),
  type: z.string(),
  direction: z.string(),
  account_id: z.int(),
  profile_id: z.nullable(z.int()),
  lead_id: z.nullable(z.int()),
  lead: z.nullable(Lead),
  number: z.nullable(
    z.object({ name: nullableText, phone_number_formatted: z.string(), account_id: z.int() }),
  ),
  /** The other party. */
  phone_number: nullableText,
  /** Dialed after the answer. */
  extension: z.optional(nullableText),
  profile: z.nullable(
    z.object({
      is_deal_whispertext: z.boolean(),
      tags: z.array(Tag),
      /** Older servers don't send it. */
      wrap_up: z.optional(z.enum(WRAP_UPS)),
    }),
  ),
  /** From the profile's template. */
  whispertext: z.optional(nullableText),
  /** Only for listen, whisper and barge. */
  seconds_since_started_at: z.optional(z.nullable(z.number())),
  /** null: not dialed yet, or unknown. */
  far_end: z.optional(z.nullable(FarEnd)),
  /** This agent has put the others on hold; restores the state after a reload. */
  held: z.optional(z.boolean()),
  /** Missing: the server doesn't say. null: not on hold, or this user takes part in a consultation. */
  hold: z.optional(z.nullable(CallHold)),
  /** The other side has left; the agents still talk. */
  lead_left: z.optional(z.boolean()),
  /** The other agents in the call. Supervisors aren't among them. */
  agents: z.optional(z.array(z.object({ name: z.string() }))),
  /** The supervisors that this agent hears. Agents don't see who only listens. */
  supervisors: z.optional(z.array(z.object({ name: z.string(), type: z.enum(['whisper', 'barge']) }))),
  /** Only for a supervisor: the name of the agent who has the call. */
  supervised_agent: z.optional(nullableText),
  /** This agent's newest, unless it was accepted or withdrawn. */
  invitation: z.optional(z.nullable(Invitation)),
  /** Missing: the server offers none. */
  consultation: z.optional(z.nullable(Consultation)),
  /** The server can park calls. */
  parks: z.optional(z.boolean()),
  /** null: the team's calls aren't recorded. */
  recording: z.optional(z.nullable(CallRecording)),
  /** The agent who set this call as a callback, and when (ISO 8601). */
  callback: z.optional(z.nullable(z.object({ set_by: z.string(), set_at: z.string() }))),
});
export type Call = z.infer<typeof Call>;

export const ActiveCall = z.object({
  id: z.int(),
  type: z.string(),
  seconds_since_started_at: z.number(),
});
export type ActiveCall = z.infer<typeof ActiveCall>;
