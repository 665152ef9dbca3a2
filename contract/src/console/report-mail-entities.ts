/** Reports that are sent by mail on a schedule. */
import * as z from 'zod/mini';
import { LANGUAGES } from '../accounts/languages.ts';
import { MAX_REPORT_MAIL_RECIPIENTS } from '../limits.ts';
import { id as whole } from '../requests/request-rows.ts';
import { text } from '../text.ts';
import { GRID_MINUTES } from '../weekly-schedule.ts';
import { list, nullableText, Person, timestamp, version, versionField } from './fields.ts';
import { DAY_MINUTES } from './schedule.ts';

/** `daily`: every day, of the day before; `weekly`: on Mondays, of last week; `monthly`: on the 1st, of last month. */
export const REPORT_MAIL_FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type ReportMailFrequency = (typeof REPORT_MAIL_FREQUENCIES)[number];

/** Of a recipient's last mail. `none`: not yet due. `notAllowed`: the recipient may no longer read this report. */
export const REPORT_MAIL_STATUSES = ['none', 'queued', 'sent', 'failed', 'notAllowed'] as const;
export type ReportMailStatus = (typeof REPORT_MAIL_STATUSES)[number];

/** Those of a report's query. */
const filters = z.object({
  team_id: z.optional(whole),
  agent_id: z.optional(whole),
  source: z.optional(text(300).check(z.minLength(1))),
  number_id: z.optional(whole),
});
export type ReportMailFilters = z.output<typeof filters>;

const fields = {
  frequency: z.enum(REPORT_MAIL_FREQUENCIES),
  /** Since midnight, in the account's time zone. */
  minute: z.int().check(z.minimum(0), z.maximum(DAY_MINUTES - GRID_MINUTES), z.multipleOf(GRID_MINUTES)),
  language: z.enum(LANGUAGES),
  filters,
  /** With the period before. */
  compares: z.boolean(),
  /** Users of the account who may read reports. */
  recipient_ids: z.array(whole).check(z.minLength(1), z.maxLength(MAX_REPORT_MAIL_RECIPIENTS)),
};

export const NewReportMail = z.object(fields);

export const ReportMailChange = z.object({
  frequency: z.optional(fields.frequency),
  minute: z.optional(fields.minute),
  language: z.optional(fields.language),
  filters: z.optional(fields.filters),
  compares: z.optional(fields.compares),
  recipient_ids: z.optional(fields.recipient_ids),
  is_paused: z.optional(z.boolean()),
  ...versionField,
});

export const ConsoleReportMail = z.object({
  id: z.int(),
  version,
  frequency: fields.frequency,
  minute: z.int(),
  language: fields.language,
  filters: z.object({
    team_id: z.optional(z.int()),
    agent_id: z.optional(z.int()),
    source: z.optional(z.string()),
    number_id: z.optional(z.int()),
  }),
  compares: z.boolean(),
  /** Without recipients, too. */
  is_paused: z.boolean(),
  /** null while it's paused. */
  next_at: z.nullable(timestamp),
  /** null: the user no longer exists. */
  owner: z.nullable(Person),
  /** Its owner and administrators may. */
  may_change: z.boolean(),
  recipients: list({
    id: z.int(),
    full_name: z.string(),
    status: z.enum(REPORT_MAIL_STATUSES),
    /** Of the last change of `status`. */
    at: z.nullable(timestamp),
    /** What the mail server answered; only for those who may change it. */
    error: nullableText,
  }),
});
export type ConsoleReportMail = z.infer<typeof ConsoleReportMail>;

/** What the filters and recipients can be set to. */
export const ReportMailChoices = {
  users: z.array(Person),
  /** Without it, no mail is sent. */
  sends_mail: z.boolean(),
  /** IANA name of the account's zone. */
  time_zone: z.string(),
  teams: list({ id: z.int(), name: nullableText }),
  agents: z.array(Person),
  numbers: list({ id: z.int(), name: nullableText, phone_number_formatted: z.string() }),
};
