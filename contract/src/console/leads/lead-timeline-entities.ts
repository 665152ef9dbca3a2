/** What happened to a lead, and whether and when it is called next. */
import * as z from 'zod/mini';
import { DO_NOT_CALL_SOURCES } from '../../leads/consent.ts';
import { RoutingDecision } from '../../requests/requests.ts';
import { sentence } from '../../sentences.ts';
import { ConsoleCall, ConsoleText } from '../call-entities.ts';
import { Named, nullableInt, nullableSentence, nullableText, Person, timestamp } from '../fields.ts';
import { ConsoleConsent } from './lead-entities.ts';

const attempt = { retry: nullableInt, lead_retry: nullableInt };

export const OUTLOOK_STATES = ['calling', 'blocked', 'scheduled', 'none'] as const;

export const LeadOutlook = z.object({
  /** `calling`: a call rings, runs or is parked. `blocked`: may not be called. `none`: no call is scheduled. */
  state: z.enum(OUTLOOK_STATES),
  /** Of `calling`. */
  call_id: nullableInt,
  /** Of `scheduled`. In the past: the call waits for an agent. */
  due_at: z.nullable(timestamp),
  ...attempt,
  /** The team that the scheduled call rings. */
  team: z.nullable(Named),
  /** The agent who is rung first, or alone. */
  agent: z.nullable(Person),
  /** null: there is nothing to explain, or it is unknown. */
  reason: nullableSentence,
});
export type LeadOutlook = z.infer<typeof LeadOutlook>;

const Scheduled = z.object({
  id: z.int(),
  due_at: timestamp,
  ...attempt,
  team: z.nullable(Named),
  /** Who set the callback; null: not a callback. */
  set_by: z.nullable(Person),
  agent: z.nullable(Person),
  reason: sentence,
});

/** Exactly one of the fields besides `at` is set. */
export const LeadEvent = z.object({
  at: timestamp,
  arrived: z.optional(z.object({ origin: z.string(), is_first: z.boolean(), form: nullableText })),
  call: z.optional(
    z.object({ ...ConsoleCall.shape, reasons: z.array(sentence), decisions: z.array(RoutingDecision) }),
  ),
  scheduled: z.optional(Scheduled),
  /** A scheduled call that wasn't made. `reason`: why. `canceled_by`: null if it wasn't a user. */
  canceled: z.optional(z.extend(Scheduled, { canceled_by: z.optional(z.nullable(Person)) })),
  note: z.optional(z.object({ id: z.int(), call_id: z.int(), content: z.string(), user: Person })),
  text: z.optional(ConsoleText),
  consent: z.optional(ConsoleConsent),
  listed: z.optional(z.object({ source: z.enum(DO_NOT_CALL_SOURCES) })),
  /** As in the audit log. */
  change: z.optional(
    z.object({ id: z.int(), action: z.string(), subject: z.string(), user: z.nullable(Person) }),
  ),
});
export type LeadEvent = z.infer<typeof LeadEvent>;
