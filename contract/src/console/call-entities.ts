import * as z from 'zod/mini';
import { SilentPart } from '../calls/recording.ts';
import { RoutingDecision, Stopwatch } from '../requests/requests.ts';
import { leadLabel, sentence } from '../sentences.ts';
import { list, Named, nullableInt, nullableSentence, nullableText, Person, timestamp } from './fields.ts';

export const ConsoleCall = z.object({
  id: z.int(),
  type: z.string(),
  direction: z.string(),
  status: z.string(),
  result: nullableText,
  started_at: timestamp,
  ended_at: z.nullable(timestamp),
  seconds: z.int(),
  retry: nullableInt,
  lead_retry: nullableInt,
  label: leadLabel,
  phone_number_formatted: z.string(),
  lead_id: nullableInt,
  team: z.nullable(Named),
  agent: z.nullable(Person),
  has_recording: z.boolean(),
  reason: nullableSentence,
  /** The mean of its scorecards in percent; null without one. */
  score: z._default(nullableInt, null),
});
export type ConsoleCall = z.infer<typeof ConsoleCall>;

export const ConsoleText = z.object({
  id: z.int(),
  direction: z.string(),
  body: z.string(),
  status: z.string(),
  /** The rule that blocked it. */
  not_sent_reason: nullableSentence,
  delivery: nullableText,
  user: z.nullable(Person),
  created_at: timestamp,
});
export type ConsoleText = z.infer<typeof ConsoleText>;

export const ConsoleCallDetail = z.object({
  ...ConsoleCall.shape,
  talk_started_at: z.nullable(timestamp),
  number: z.nullable(z.object({ id: z.int(), name: nullableText, phone_number_formatted: z.string() })),
  /** Oldest first. */
  reasons: z.array(sentence),
  /** Everyone who was rung or connected, in order. */
  parties: list({
    call_user_id: z.int(),
    user: Person,
    type: z.string(),
    /** `listen`, `whisper`, `barge`: how a supervisor took part, in order of first use. Older servers don't send it. */
    supervised_as: z.optional(z.array(z.string())),
    status: z.string(),
    /** A colleague talked to them before a transfer, and they never talked to the lead. Older servers don't send it. */
    was_consulted: z.optional(z.boolean()),
    result: nullableText,
    tag: nullableText,
    /** Set if the agent was rung on their external phone. */
    own_number: nullableText,
    reason: nullableSentence,
    /** The agent who rang this one for a transfer or a conference, and why. */
    invited_by: z.optional(z.nullable(z.object({ full_name: z.string(), reason: nullableText }))),
    rung_at: z.nullable(timestamp),
    accepted_at: z.nullable(timestamp),
    ended_at: z.nullable(timestamp),
  }),
  decisions: z.array(RoutingDecision),
  stopwatch: Stopwatch,
  notes: list({ id: z.int(), content: z.string(), user: Person, created_at: timestamp }),
  recordings: list({
    id: z.int(),
    status: z.string(),
    /** null: no audio yet, or deleted. */
    url: nullableText,
    /** 0 or 1. */
    agent_channel: nullableInt,
    duration_seconds: nullableInt,
    created_at: timestamp,
    /** Silent parts, because an agent paused the recording. Older servers don't send them. */
    pauses: z.optional(list({ ...SilentPart.shape, user: Person })),
  }),
  texts: z.array(ConsoleText),
  /** All attempts of this series, oldest first. */
  chain: list({
    id: z.int(),
    status: z.string(),
    result: nullableText,
    retry: nullableInt,
    lead_retry: nullableInt,
    started_at: timestamp,
    agent: z.nullable(Person),
  }),
});
export type ConsoleCallDetail = z.infer<typeof ConsoleCallDetail>;
