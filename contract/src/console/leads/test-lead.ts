/** A lead that an administrator sends to try out the set-up. */
import * as z from 'zod/mini';
import { answer } from '../../requests/request-rows.ts';
import { sentence } from '../../sentences.ts';
import { text } from '../../text.ts';
import { nullableInt, optionalText, timestamp } from '../fields.ts';

/** The form of a test lead, which tells it from the leads of a connected source. */
export const TEST_LEAD_FORM = 'Offhook test lead';

export const NewTestLead = z.object({
  /** National numbers are interpreted in the account's country. */
  phone_number: text(250),
  /** The name that the agent sees. A lead that exists keeps its name. */
  fname: optionalText(100),
});

/**
 * The setting that keeps phones from ringing: the hours of the team, with the account's holidays; the account's calling
 * hours and limits; or the lead itself, which must not be called.
 */
export const TEST_LEAD_HOLDS = ['team_hours', 'calling_hours', 'lead'] as const;
export type TestLeadHold = (typeof TEST_LEAD_HOLDS)[number];

export const TestLeadReceipt = answer({
  lead_id: z.int(),
  call_id: nullableInt,
  is_ringing: z.boolean(),
  /** How many agents ring, or why none does. */
  reason: sentence,
  /** null: none of them, or an older server. */
  held_by: z._default(z.nullable(z.enum(TEST_LEAD_HOLDS)), null),
  /** The team whose hours hold it. */
  team_id: z._default(nullableInt, null),
  /** null: no call is scheduled. */
  scheduled_for: z.nullable(timestamp),
});
export type TestLeadReceipt = z.infer<typeof TestLeadReceipt>;
