/** A callback is a scheduled call that an agent set for a lead. A lead has at most one. Times are ISO 8601. */
import * as z from 'zod/mini';
import { leadLabel, sentence } from '../sentences.ts';
import { timestampText } from '../text.ts';

const timestamp = z.string();

/** In the lead's local time. */
export const CALLBACK_CHOICES = [
  'in_15_minutes',
  'in_1_hour',
  'this_afternoon',
  'tomorrow_morning',
  'tomorrow_afternoon',
] as const;
export type CallbackChoice = (typeof CALLBACK_CHOICES)[number];

/** Rung first: the agent who set it, or the whole team. */
export const CALLBACK_TARGETS = ['me', 'team'] as const;
export type CallbackTarget = (typeof CALLBACK_TARGETS)[number];

/** How far ahead a callback may be. */
export const MAX_CALLBACK_DAYS = 90;

export const Callback = z.object({
  id: z.int(),
  at: timestamp,
  target: z.enum(CALLBACK_TARGETS),
  /** The call in which it was set; it can be changed there. */
  call_id: z.int(),
  set_at: timestamp,
  /** When no agent accepted it last; null: it hasn't rung yet. It rings again at `at`. */
  missed_at: z.optional(z.nullable(timestamp)),
  /** Why it is later than the agent asked for; null: it isn't. */
  moved: z.nullable(sentence),
  /** IANA name of the lead's local time. */
  time_zone: z.string(),
  lead: z.object({
    fname: z.string(),
    lname: z.string(),
    label: leadLabel,
    phone_number: z.string(),
    phone_number_formatted: z.string(),
  }),
});
export type Callback = z.infer<typeof Callback>;

export const CallbackOffer = z.object({
  time_zone: z.string(),
  choices: z.array(
    z.object({
      choice: z.enum(CALLBACK_CHOICES),
      at: timestamp,
      /** Why it is later than the choice says; null: it isn't. */
      moved: z.nullable(sentence),
    }),
  ),
  /** The lead's present one; null: none, or a colleague set it. */
  callback: z.nullable(Callback),
});
export type CallbackOffer = z.infer<typeof CallbackOffer>;

/** '2026-11-27T09:30' */
export const LOCAL_MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** `at` is a moment, or a minute in the lead's local time. */
export const CallbackBody = z.object({
  at: z.union([timestampText, z.string().check(z.regex(LOCAL_MINUTE))]),
  target: z.enum(CALLBACK_TARGETS),
});
