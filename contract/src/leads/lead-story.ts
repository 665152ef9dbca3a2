/** What an agent sees of a lead while the lead rings or talks. Times are ISO 8601. */
import * as z from 'zod/mini';
import { CALL_DIRECTIONS } from '../calls/call-kinds.ts';
import { DISPOSITIONS } from '../calls/dispositions.ts';
import { nullableText } from '../nullable-text.ts';

const timestamp = z.string();
/** In the form's order. */
export const FormField = z.object({ name: z.string(), value: z.string() });

const StoryNote = z.object({ content: z.string(), agent: z.string(), at: timestamp });

const StoryCall = z.object({
  id: z.int(),
  direction: z.enum(CALL_DIRECTIONS),
  /** Of the outbound calls to this lead, 1 is the first; null: inbound. */
  number: z.nullable(z.int()),
  status: z.string(),
  result: z.nullable(z.enum(DISPOSITIONS)),
  agent: nullableText,
  at: timestamp,
  seconds: z.int(),
  notes: z.array(StoryNote),
  /** null: there is none, or this agent may not hear it. */
  recording: z.nullable(
    z.object({
      url: z.string(),
      /** 0 or 1. */
      agent_channel: z.nullable(z.int()),
      /** This agent took part, so it stays in their history. */
      is_own: z.boolean(),
    }),
  ),
});

const StoryText = z.object({
  id: z.int(),
  direction: z.enum(CALL_DIRECTIONS),
  body: z.string(),
  agent: nullableText,
  at: timestamp,
});

export const LeadStory = z.object({
  /** An unknown caller's number, formatted; null: the call has a lead, or the number is withheld. */
  caller_number: z.optional(nullableText),
  /** When the lead last came in; null: the call has no lead. */
  arrived_at: z.nullable(timestamp),
  /** Name of the form. */
  form: nullableText,
  fields: z.array(FormField),
  /** IANA name, if known. */
  time_zone: nullableText,
  /** Earlier outbound calls to the lead. */
  attempts: z.int(),
  /** Earlier calls, of which `calls` has the newest 50. */
  call_count: z.int(),
  calls: z.array(StoryCall),
  last_note: z.nullable(StoryNote),
  text_count: z.int(),
  /** The newest 50, newest first. */
  texts: z.array(StoryText),
  next_call: z.nullable(
    z.object({
      at: timestamp,
      follow_up: z.nullable(z.int()),
      follow_ups: z.int(),
      /** It will be scheduled if this call doesn't reach the lead. */
      if_unreached: z.boolean(),
    }),
  ),
  /** Markdown with `{fname}`, `{company}`, … for the page to fill in. */
  script: z.nullable(z.object({ team: z.string(), markdown: z.string() })),
});
export type LeadStory = z.infer<typeof LeadStory>;
