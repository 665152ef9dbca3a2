/** Filters of the console's lists of calls and leads: the same for a page, its count and its file. */
import * as z from 'zod/mini';
import { CALL_DIRECTIONS, CALL_STATUSES } from '../calls/call-kinds.ts';
import { DISPOSITIONS } from '../calls/dispositions.ts';
import { answer, id as whole } from '../requests/request-rows.ts';
import { text, timeZone } from '../text.ts';
import { list, Named, nullableText, optionalTimestamp, search } from './fields.ts';
import { LEAD_OUTCOMES } from './report-entities.ts';

const within = (first: number, last: number) =>
  z.optional(z.coerce.number().check(z.int(), z.minimum(first), z.maximum(last)));

/**
 * `form:` with the name of the lead's form; for a lead without one, `crm:` with its CRM; for others, how the lead came:
 * `intake`, `agent` or `inbound`. `unknown`: a call without a lead.
 */
const source = z.optional(text(300).check(z.minLength(1)));

export const callFilters = {
  search,
  /** The agent who handled the call. */
  agent_id: z.optional(whole),
  team_id: z.optional(whole),
  status: z.optional(z.enum(CALL_STATUSES)),
  result: z.optional(z.enum([...DISPOSITIONS, 'none'])),
  direction: z.optional(z.enum(CALL_DIRECTIONS)),
  /** An agent who talked with the lead, also one who handed the call over. */
  taken_by: z.optional(whole),
  /** An agent who missed a ring of the call. */
  missed_by: z.optional(whole),
  /** First calls of leads with this outcome, as a report counts them. */
  outcome: z.optional(z.enum(LEAD_OUTCOMES)),
  /** First calls of leads that a report counts for this agent, the last one who had a call with them. */
  last_agent_id: z.optional(whole),
  source,
  /** The account's number. */
  number_id: z.optional(whole),
  from: optionalTimestamp,
  to: optionalTimestamp,
  /** Of the start. */
  hour: within(0, 23),
  /** 1 is Monday. */
  weekday: within(1, 7),
  /** Of `hour`, `weekday` and the times in a file; the user's by default. */
  time_zone: z.optional(timeZone),
};
export const CallFilters = z.object(callFilters);
export type CallFilters = z.output<typeof CallFilters>;

/** `callable`: not one of the others. A number on the do-not-call list isn't looked up. */
export const LEAD_STATES = ['callable', 'do_not_call', 'removed'] as const;

export const leadFilters = {
  search,
  team_id: z.optional(whole),
  owner_id: z.optional(whole),
  source,
  tag_id: z.optional(whole),
  state: z.optional(z.enum(LEAD_STATES)),
  /** When the lead was created. */
  from: optionalTimestamp,
  to: optionalTimestamp,
  /** Of the times in a file; the user's by default. */
  time_zone: z.optional(timeZone),
};
export const LeadFilters = z.object(leadFilters);
export type LeadFilters = z.output<typeof LeadFilters>;

export const ListChoices = answer({
  /** As in the filter, without `unknown`: those of the newest leads, most frequent first. */
  sources: z.array(z.string()),
  numbers: list({ id: z.int(), name: nullableText, phone_number_formatted: z.string() }),
  tags: list({ id: z.int(), name: z.string(), team: Named }),
});
export type ListChoices = z.output<typeof ListChoices>;

export const CALLS_FILE = '/api/v1/console/calls.csv';
export const LEADS_FILE = '/api/v1/console/leads.csv';
/** With the query of a report. */
export const REPORT_FILE = '/api/v1/console/reports.csv';
