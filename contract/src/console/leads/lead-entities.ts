import * as z from 'zod/mini';
import { CONSENT_CHANNELS, DO_NOT_CALL_SOURCES } from '../../leads/consent.ts';
import { FormField } from '../../leads/lead-story.ts';
import { leadLabel, sentence } from '../../sentences.ts';
import { ConsoleCall, ConsoleText } from '../call-entities.ts';
import { Named, nullableInt, nullableText, Person, timestamp, version } from '../fields.ts';

export const ConsoleLead = z.object({
  id: z.int(),
  label: leadLabel,
  fname: z.string(),
  lname: z.string(),
  phone_number: z.string(),
  phone_number_formatted: z.string(),
  email: nullableText,
  company: nullableText,
  category: nullableText,
  owner: z.nullable(Person),
  team: z.nullable(Named),
  do_not_call: z.boolean(),
  /** Set by an agent's 'Remove' result. */
  removed_at: z.nullable(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
});
export type ConsoleLead = z.infer<typeof ConsoleLead>;

export const ConsoleConsent = z.object({
  id: z.int(),
  channel: z.enum(CONSENT_CHANNELS),
  /** The text that the person agreed to. */
  text: z.string(),
  method: nullableText,
  source_url: nullableText,
  ip: nullableText,
  user_agent: nullableText,
  given_at: timestamp,
  /** null if it came from a file or a CRM. */
  api_key: nullableText,
  created_at: timestamp,
});
export type ConsoleConsent = z.infer<typeof ConsoleConsent>;

const ConsoleWithdrawal = z.object({
  /** `text`: the lead texted STOP. `removed`: an agent's result. `do_not_call`: set on the lead. */
  how: z.enum(['text', 'removed', 'do_not_call', 'listed']),
  at: z.nullable(timestamp),
});
export type ConsoleWithdrawal = z.infer<typeof ConsoleWithdrawal>;

export const ConsoleLeadDetail = z.object({
  ...ConsoleLead.shape,
  version,
  crm: nullableText,
  source_id: nullableText,
  time_zone: nullableText,
  /** Name of the form that the person last sent. */
  form: nullableText,
  /** What else it contained. */
  fields: z.array(FormField),
  /** intake, agent or inbound. */
  origin: z.string(),
  tag: z.nullable(z.object({ id: z.int(), name: z.string(), color: z.string() })),
  planned: z.nullable(
    z.object({
      id: z.int(),
      due_at: timestamp,
      reason: sentence,
      retry: nullableInt,
      lead_retry: nullableInt,
    }),
  ),
  /** Older servers don't send it. */
  callback: z.optional(
    z.nullable(
      z.object({
        due_at: timestamp,
        /** Rung first; null: the team. */
        agent: z.nullable(Person),
        set_by: Person,
        set_at: timestamp,
        reason: sentence,
      }),
    ),
  ),
  /** The newest 50. */
  calls: z.array(ConsoleCall),
  texts: z.array(ConsoleText),
  /** The newest 50. */
  consents: z.array(ConsoleConsent),
  withdrawals: z.array(ConsoleWithdrawal),
  /** The number's do-not-call entry, regardless of the lead's `do_not_call`. */
  listing: z.nullable(z.object({ source: z.enum(DO_NOT_CALL_SOURCES), since: timestamp })),
  /** A do-not-call number may still be kept. */
  erased_at: z.nullable(timestamp),
});
export type ConsoleLeadDetail = z.infer<typeof ConsoleLeadDetail>;
