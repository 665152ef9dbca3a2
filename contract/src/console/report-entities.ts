/** Reports: what each figure counts is defined in docs/reports.md. */
import * as z from 'zod/mini';
import { NamedStatus } from '../agent/agent-status.ts';
import { MAX_REPORT_DAYS } from '../limits.ts';
import { id as whole } from '../requests/request-rows.ts';
import { sentence } from '../sentences.ts';
import { text } from '../text.ts';
import { list, Named, nullableInt, nullableText, Person, version, versionField } from './fields.ts';

/** Codes of `errors.ts`. */
export const BAD_PERIOD = 'badPeriod';

const DAY_MS = 86_400_000;
const localDate = z.iso.date();
/** Days of a period, both included. */
export const daysOf = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

const query = {
  from: localDate,
  to: localDate,
  /** The period to compare with; default: as many days directly before. */
  before_from: z.optional(localDate),
  before_to: z.optional(localDate),
  team_id: z.optional(whole),
  agent_id: z.optional(whole),
  /** The `key` of a source. */
  source: z.optional(text(300)),
  number_id: z.optional(whole),
};

interface Periods {
  readonly from: string;
  readonly to: string;
  readonly before_from?: string | undefined;
  readonly before_to?: string | undefined;
}
const isPeriod = (from: string, to: string) => daysOf(from, to) >= 1 && daysOf(from, to) <= MAX_REPORT_DAYS;
const arePeriods = ({ from, to, before_from, before_to }: Periods) => {
  if (!isPeriod(from, to)) return false;
  if (before_from === undefined || before_to === undefined) return before_from === before_to;
  return isPeriod(before_from, before_to);
};

/** Dates of the account's time zone, both included. All filters that are given apply together. */
export const ReportQuery = z.object(query).check(z.refine(arePeriods, BAD_PERIOD));

/** The tables of a report's file, each a section of the answer. */
export const REPORT_TABLES = [
  'agents',
  'teams',
  'numbers',
  'sources',
  'days',
  'hours',
  'steps',
  'attempts',
  'lost',
  'statuses',
  'cost',
  'period',
] as const;
export type ReportTable = (typeof REPORT_TABLES)[number];

/** Without a table: every value of the report, one per line. */
export const ReportFileQuery = z
  .object({ ...query, table: z.optional(z.enum(REPORT_TABLES)) })
  .check(z.refine(arePeriods, BAD_PERIOD));

/** `open`: an attempt is running or scheduled. The five make up all leads. */
export const LEAD_OUTCOMES = ['contacted', 'voicemail', 'missed', 'removed', 'open'] as const;
export type ReportOutcome = (typeof LEAD_OUTCOMES)[number];

const outcomes = {
  leads: z.int(),
  contacted: z.int(),
  voicemail: z.int(),
  missed: z.int(),
  removed: z.int(),
  open: z.int(),
  /** 0 to 1, of the leads that aren't open; null without such leads. */
  contact_rate: z.nullable(z.number()),
};

const Durations = z.object({
  p50_ms: z.nullable(z.number()),
  p90_ms: z.nullable(z.number()),
  count: z.int(),
});
export type ReportDurations = z.infer<typeof Durations>;

const callFigures = {
  calls: z.int(),
  /** Calls in which the lead was contacted. */
  contacted_calls: z.int(),
  /** Rings that agents missed. */
  missed_rings: z.int(),
  talk_seconds: z.int(),
  hold_seconds: z.int(),
  wrap_up_seconds: z.int(),
  /** From the form to the lead on the line. */
  speed: Durations,
};

/** 'browser': agents in the app; 'outbound': dialed leads and external phones. */
export const COST_ITEMS = ['browser', 'outbound', 'inbound', 'recording', 'text'] as const;
export type CostItem = (typeof COST_ITEMS)[number];

export const ReportTotals = z.object({
  ...outcomes,
  ...callFigures,
  /** Calls in which the lead's phone was dialed. */
  dialed: z.int(),
  answered: z.int(),
  /** `answered` of `dialed`; null without such calls. */
  answer_rate: z.nullable(z.number()),
  inbound: z.int(),
  /** Inbound calls that an agent took. */
  inbound_taken: z.int(),
  /** Billed minutes of all legs, without recordings. */
  minutes: z.int(),
  /** Estimate in the report's currency. */
  cost: z.number(),
});
export type ReportTotals = z.infer<typeof ReportTotals>;

export const SOURCE_KINDS = ['form', 'crm', 'intake', 'agent', 'inbound', 'unknown', 'other'] as const;
/** `other`: all sources after the first 100. */
export type SourceKind = (typeof SOURCE_KINDS)[number];

const figures = { ...outcomes, ...callFigures };
/** `id` null: without one. */
const named = { id: nullableInt, name: nullableText };

export const ReportSource = z.object({
  /** For the query's `source`. */
  key: z.string(),
  kind: z.enum(SOURCE_KINDS),
  /** Of the form or CRM; null for other kinds. */
  name: nullableText,
  ...figures,
});
export type ReportSource = z.infer<typeof ReportSource>;

export const ReportTeam = z.object({ ...named, ...figures });
export type ReportTeam = z.infer<typeof ReportTeam>;

export const ReportNumber = z.object({ ...named, phone_number_formatted: nullableText, ...figures });
export type ReportNumber = z.infer<typeof ReportNumber>;

export const ReportAgent = z.object({
  id: z.int(),
  full_name: z.string(),
  profile_picture: z.string(),
  ...figures,
  /** By the `key` of `statuses`. */
  statuses: list({ key: z.string(), seconds: z.int() }),
});
export type ReportAgent = z.infer<typeof ReportAgent>;

export const ReportDay = z.object({ date: localDate, ...outcomes, calls: z.int(), contacted_calls: z.int() });
export type ReportDay = z.infer<typeof ReportDay>;

/** `weekday` 1 is Monday; cells without calls are left out. */
export const ReportHour = z.object({
  weekday: z.int(),
  hour: z.int(),
  calls: z.int(),
  contacted_calls: z.int(),
});
export type ReportHour = z.infer<typeof ReportHour>;

/** In the currency, per minute; `text` per message. */
export const CallRates = z.object({
  browser: z.number(),
  outbound: z.number(),
  inbound: z.number(),
  recording: z.number(),
  text: z.number(),
});
export type CallRates = z.infer<typeof CallRates>;

export const Report = z.object({
  success: z.literal(true),
  /** What the filters can be set to, whether or not the period has calls of it. */
  choices: z.object({
    teams: z.array(Named),
    agents: z.array(Person),
    numbers: list({ id: z.int(), name: nullableText, phone_number_formatted: z.string() }),
  }),
  /** IANA name of the account's zone, in which days and hours are counted. */
  time_zone: z.string(),
  from: localDate,
  to: localDate,
  /** The period is not over. */
  is_running: z.boolean(),
  current: ReportTotals,
  /** The period of `before_from` and `before_to`, else as many days directly before. */
  before: z.object({ from: localDate, to: localDate, totals: ReportTotals }),
  steps: z.object({
    intake: Durations,
    schedule: Durations,
    routing: Durations,
    ring: Durations,
    accept: Durations,
    dial: Durations,
    answer: Durations,
  }),
  days: z.array(ReportDay),
  hours: z.array(ReportHour),
  /** Most leads first. */
  sources: z.array(ReportSource),
  /** By name. */
  teams: z.array(ReportTeam),
  /** Most contacted leads first; also agents who only missed rings or had a status. */
  agents: z.array(ReportAgent),
  numbers: z.array(ReportNumber),
  /** Contacted leads by the attempt in which they were contacted, from 1; the last entry also counts later attempts. */
  attempts: list({ attempt: z.int(), leads: z.int() }),
  /** All agents of the report together. */
  statuses: z.array(z.object({ ...NamedStatus.shape, seconds: z.int() })),
  /** Why leads weren't contacted: removed, voicemail and missed leads. */
  lost: list({ reason: sentence, count: z.int() }),
  cost: z.object({
    /** ISO 4217. */
    currency: z.string(),
    /** `quantity`: minutes, or texts; `rate` and `amount` in the currency. */
    items: list({ item: z.enum(COST_ITEMS), quantity: z.int(), rate: z.number(), amount: z.number() }),
    total: z.number(),
  }),
});
export type Report = z.infer<typeof Report>;

const rate = z.number().check(z.minimum(0), z.maximum(1_000));

export const ConsoleCallRates = z.object({
  version,
  currency: z.string(),
  rates: CallRates,
  /** The account hasn't changed them: public list prices. */
  is_default: z.boolean(),
});
export type ConsoleCallRates = z.infer<typeof ConsoleCallRates>;

export const CallRatesChange = z.object({
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** null: the defaults. */
  rates: z.optional(
    z.nullable(z.object({ browser: rate, outbound: rate, inbound: rate, recording: rate, text: rate })),
  ),
  ...versionField,
});
export type CallRatesChange = z.input<typeof CallRatesChange>;
