import * as z from 'zod/mini';
import { answer, id as whole } from '../../requests/request-rows.ts';
import { text, timeZone } from '../../text.ts';
import {
  cursor,
  limit,
  nonEmptyText,
  optionalText,
  optionalTimestamp,
  timestamp,
  versionField,
} from '../fields.ts';
import { ConsoleLead, ConsoleLeadDetail } from '../leads/lead-entities.ts';
import { LeadEvent, LeadOutlook } from '../leads/lead-timeline-entities.ts';
import { PersonExport } from '../leads/person-export.ts';
import { NewTestLead, TestLeadReceipt } from '../leads/test-lead.ts';
import { ListChoices, leadFilters } from '../list-filters.ts';
import { admin, adminOf, type ConsoleRow, paged, supervisor, supervisorOf } from './console-row.ts';

export const LEAD_REQUESTS = {
  listLeads: supervisor('GET', '/api/v1/console/leads', {
    query: z.object({ cursor, limit, ...leadFilters }),
    response: paged(ConsoleLead),
  }),
  countLeads: supervisor('GET', '/api/v1/console/leads/count', {
    query: z.object(leadFilters),
    response: answer({ count: z.int() }),
  }),
  /** What the lists of calls and leads can be filtered by, besides agents and teams. */
  readListChoices: supervisor('GET', '/api/v1/console/list-choices', { response: ListChoices }),
  readLead: supervisorOf('GET', '/api/v1/console/leads/:id', {
    response: answer({ lead: ConsoleLeadDetail }),
  }),
  readLeadTimeline: supervisorOf('GET', '/api/v1/console/leads/:id/timeline', {
    query: z.object({
      /** For older events: `next` of the last answer. */
      before: optionalTimestamp,
    }),
    response: answer({ outlook: LeadOutlook, events: z.array(LeadEvent), next: z.nullable(timestamp) }),
  }),
  /** A lead as a form would send it, to the default team. */
  sendTestLead: admin('POST', '/api/v1/console/test-lead', {
    body: NewTestLead,
    response: TestLeadReceipt,
  }),
  changeLead: adminOf('PUT', '/api/v1/console/leads/:id', {
    body: z.object({
      fname: z.optional(text(100)),
      lname: z.optional(text(100)),
      label: z.optional(nonEmptyText(200)),
      email: optionalText(254),
      company: optionalText(200),
      category: optionalText(200),
      owner_user_id: z.optional(z.nullable(whole)),
      team_id: z.optional(z.nullable(whole)),
      time_zone: z.optional(z.nullable(timeZone)),
      do_not_call: z.optional(z.boolean()),
      /** false reverts an agent's 'Remove'. */
      removed: z.optional(z.boolean()),
      ...versionField,
    }),
    response: answer({ lead: ConsoleLeadDetail }),
  }),
  cancelLeadCallback: supervisorOf('POST', '/api/v1/console/leads/:id/callback/cancel', {
    response: answer({ lead: ConsoleLeadDetail }),
  }),
  exportLead: adminOf('POST', '/api/v1/console/leads/:id/export', {
    response: answer({ person: PersonExport }),
  }),
  /** Can't be undone. The lead's row stays without personal data, and its calls still count. */
  eraseLead: adminOf('POST', '/api/v1/console/leads/:id/erase', {
    response: answer({
      erased: z.object({
        calls: z.int(),
        notes: z.int(),
        messages: z.int(),
        recordings: z.int(),
        routing_decisions: z.int(),
        import_lines: z.int(),
        outward_events: z.int(),
      }),
      /** The number stays on the do-not-call list. */
      number_stays_listed: z.boolean(),
    }),
  }),
} as const satisfies Record<string, ConsoleRow>;
