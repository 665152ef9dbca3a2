/** What the console shows and changes: the shapes that its requests carry, and the limits of each field. */
import * as z from 'zod/mini';
import { CONSENT_CHANNELS, CRMS, DO_NOT_CALL_SOURCES } from '../entities.ts';
import { LAST_PRIORITY, LONGEST_DELAY_S, LONGEST_PAUSE_MINUTES, MOST_PAUSES } from '../limits.ts';
import { CallFilters, OUTWARD_EVENT_NAMES } from '../outward.ts';
import { PERMISSIONS } from '../permissions.ts';
import { SPECIAL_NUMBERS } from '../phone-numbers/number-kinds.ts';
import { RoutingDecision, Stopwatch, id as whole } from '../requests.ts';
import { BAD_TEXT, isStorable, momentText, newPassword, text } from '../text.ts';
import { GRID_MINUTES } from '../weekly-schedule.ts';

export const named = (max: number) => text(max).check(z.minLength(1));
export const list = <S extends Record<string, z.ZodMiniType>>(shape: S) => z.array(z.object(shape));
/** An empty text is none. */
export const optionalText = (max: number) =>
  z.optional(
    z.nullable(
      z.pipe(
        text(max),
        z.transform((value) => (value === '' ? null : value)),
      ),
    ),
  );
export const search = z._default(text(100), '');
export const cursor = z.optional(whole);
export const limit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50);
const moment = z.string();
export const isoMoment = z.optional(momentText);
export const nullableText = z.nullable(z.string());
export const nullableInt = z.nullable(z.int());
/** One more with each change: a change may say of which version it was made, and is refused when there is a newer one. */
const version = z.int();
export const madeOf = { version: z.optional(version) };
const count = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1));
export const timeZone = text(64).check(z.refine(isTimeZone));

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // An offset such as +02:00 knows no summer time.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

const Named = z.object({ id: z.int(), name: z.string() });
const Person = z.object({ id: z.int(), full_name: z.string() });

/* ---------------------------------------------------------------- schedules */

const DAY_MINUTES = 1440;

/** `day` 1 is Monday; minutes from midnight. A piece across midnight has `to` before `from`, and ends the day after. */
export const SchedulePiece = z.object({
  day: z.int().check(z.minimum(1), z.maximum(7)),
  from: z.int().check(z.minimum(0), z.maximum(DAY_MINUTES - GRID_MINUTES), z.multipleOf(GRID_MINUTES)),
  to: z.int().check(z.minimum(0), z.maximum(DAY_MINUTES), z.multipleOf(GRID_MINUTES)),
});
export type SchedulePiece = z.infer<typeof SchedulePiece>;

/** null: always. */
export const ConsoleSchedule = z.object({
  time_zone: timeZone,
  pieces: z.array(SchedulePiece).check(z.maxLength(100)),
});
export type ConsoleSchedule = z.infer<typeof ConsoleSchedule>;
/** As it is answered: what an older command wrote is shown as it is. */
const ShownSchedule = z.nullable(
  z.object({
    time_zone: z.string(),
    pieces: list({ day: z.int(), from: z.int(), to: z.int() }),
  }),
);

/* -------------------------------------------------------------------- board */

/**
 * In the order of a board: what wants attention first stands first. `held`: the agent holds the others. `wrapup`: result,
 * tag, note or text after a call.
 */
export const BOARD_STATES = ['ringing', 'held', 'oncall', 'wrapup', 'available', 'unavailable'] as const;
export type BoardState = (typeof BOARD_STATES)[number];

export const BoardAgent = z.object({
  id: z.int(),
  full_name: z.string(),
  profile_picture: z.string(),
  /** In the order of the teams' names. */
  team_ids: z.array(z.int()),
  state: z.enum(BOARD_STATES),
  /** null: it is not known since when. */
  since: z.nullable(moment),
  /** The call that the agent is rung for or connected to: what a supervisor joins. */
  call_id: nullableInt,
  /** Whom the call is, or was, with: the lead's label, else the formatted number. */
  with: nullableText,
  /** The phone's page in `wrapup`: Call Result, Tags & Stages, Add Note, Send SMS. */
  call_status: nullableText,
  /** Why the agent is unavailable, in plain words. */
  reason: nullableText,
});
export type BoardAgent = z.infer<typeof BoardAgent>;

export const BoardTeam = z.object({
  id: z.int(),
  name: z.string(),
  agents: z.int(),
  available: z.int(),
});
export type BoardTeam = z.infer<typeof BoardTeam>;

/** A lead to whom nobody talks yet: a call that rings agents, or one that is promised. */
export const WaitingLead = z.object({
  /** Exactly one of the two. */
  call_id: nullableInt,
  planned_id: nullableInt,
  lead_id: nullableInt,
  label: z.string(),
  team: z.nullable(Named),
  /** When the lead came, or the try was promised. */
  since: moment,
  retry: nullableInt,
  lead_retry: nullableInt,
  /** How many agents are being rung. */
  ringing: z.int(),
  /** When the promised call is due; null: it is being tried now. */
  due_at: z.nullable(moment),
  /** Why it is not made now, in plain words. */
  reason: nullableText,
});
export type WaitingLead = z.infer<typeof WaitingLead>;

export const STEP_NAMES = ['intake', 'schedule', 'routing', 'ring', 'accept', 'dial', 'answer'] as const;
export type StepName = (typeof STEP_NAMES)[number];
/** Milliseconds; null: no call of today came so far. */
const Step = z.object({ p50_ms: z.nullable(z.number()), p90_ms: z.nullable(z.number()), count: z.int() });
export type BoardStep = z.infer<typeof Step>;

export const BoardToday = z.object({
  /** Different leads with a call of today. */
  leads: z.int(),
  /** Of them, with whom somebody talked; whom nobody reached; who asked to be left alone. */
  contacted: z.int(),
  missed: z.int(),
  removed: z.int(),
  /** Of conversation; a running one counts so far. */
  longest_seconds: z.int(),
  /** From the lead's request until the first agent's phone rang. */
  first_ring_p50_ms: z.nullable(z.number()),
  steps: z.object({
    intake: Step,
    schedule: Step,
    routing: Step,
    ring: Step,
    accept: Step,
    dial: Step,
    answer: Step,
  }),
  /** Why leads were lost today, the most frequent first. */
  lost: list({ reason: z.string(), count: z.int() }),
  /** Every hour of today so far; `hour` 0 to 23 of the account's clock. */
  hours: list({ hour: z.int(), leads: z.int(), contacted: z.int(), missed: z.int() }),
});
export type BoardToday = z.infer<typeof BoardToday>;

export const Board = z.object({
  success: z.literal(true),
  now: moment,
  /** The account's: by it is known what is today. */
  time_zone: z.string(),
  agents: z.array(BoardAgent),
  teams: z.array(BoardTeam),
  /** The oldest first, 100 at most; the total counts all. */
  waiting: z.array(WaitingLead),
  waiting_total: z.int(),
  today: BoardToday,
});
export type Board = z.infer<typeof Board>;

/* -------------------------------------------------------------------- calls */

export const ConsoleCall = z.object({
  id: z.int(),
  type: z.string(),
  direction: z.string(),
  status: z.string(),
  result: nullableText,
  started_at: moment,
  ended_at: z.nullable(moment),
  seconds: z.int(),
  retry: nullableInt,
  lead_retry: nullableInt,
  /** The lead's label, else the formatted number. */
  label: z.string(),
  phone_number_formatted: z.string(),
  lead_id: nullableInt,
  team: z.nullable(Named),
  agent: z.nullable(Person),
  has_recording: z.boolean(),
  /** The last of the plain words about why it went as it did. */
  reason: nullableText,
});
export type ConsoleCall = z.infer<typeof ConsoleCall>;

export const ConsoleText = z.object({
  id: z.int(),
  direction: z.string(),
  body: z.string(),
  status: z.string(),
  /** Why the rules did not let it be sent. */
  not_sent_reason: nullableText,
  /** What the network said later. */
  delivery: nullableText,
  user: z.nullable(Person),
  created_at: moment,
});
export type ConsoleText = z.infer<typeof ConsoleText>;

export const ConsoleCallDetail = z.object({
  ...ConsoleCall.shape,
  talk_started_at: z.nullable(moment),
  number: z.nullable(z.object({ id: z.int(), name: nullableText, phone_number_formatted: z.string() })),
  /** Why the call went as it did, in plain words, oldest first. */
  reasons: z.array(z.string()),
  /** Everybody who was rung or connected, in that order. */
  parties: list({
    call_user_id: z.int(),
    user: Person,
    type: z.string(),
    status: z.string(),
    result: nullableText,
    tag: nullableText,
    /** The agent was rung on this number of their own. */
    own_number: nullableText,
    reason: nullableText,
    rung_at: z.nullable(moment),
    accepted_at: z.nullable(moment),
    ended_at: z.nullable(moment),
  }),
  decisions: z.array(RoutingDecision),
  stopwatch: Stopwatch,
  notes: list({ id: z.int(), content: z.string(), user: Person, created_at: moment }),
  recordings: list({
    id: z.int(),
    status: z.string(),
    /** null: there is no audio yet, or none any more. */
    url: nullableText,
    /** Which channel, 0 or 1, is the agent's. */
    agent_channel: nullableInt,
    duration_seconds: nullableInt,
    created_at: moment,
  }),
  texts: z.array(ConsoleText),
  /** All tries to reach this lead that hang together, this call among them, oldest first. */
  chain: list({
    id: z.int(),
    status: z.string(),
    result: nullableText,
    retry: nullableInt,
    lead_retry: nullableInt,
    started_at: moment,
    agent: z.nullable(Person),
  }),
});
export type ConsoleCallDetail = z.infer<typeof ConsoleCallDetail>;

/* -------------------------------------------------------------------- leads */

export const ConsoleLead = z.object({
  id: z.int(),
  label: z.string(),
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
  /** An agent's 'Remove': never called or texted again. */
  removed_at: z.nullable(moment),
  created_at: moment,
  updated_at: moment,
});
export type ConsoleLead = z.infer<typeof ConsoleLead>;

export const ConsoleConsent = z.object({
  id: z.int(),
  channel: z.enum(CONSENT_CHANNELS),
  /** The sentence they agreed to. */
  text: z.string(),
  method: nullableText,
  source_url: nullableText,
  ip: nullableText,
  user_agent: nullableText,
  given_at: moment,
  /** Name of the key that sent it; null: a file or a CRM did. */
  api_key: nullableText,
  /** When it arrived. */
  created_at: moment,
});
export type ConsoleConsent = z.infer<typeof ConsoleConsent>;

const ConsoleWithdrawal = z.object({
  /**
   * `text`: the lead's STOP; `removed`: an agent's result; `do_not_call`: the lead is marked so; `listed`: its number is
   * on the do-not-call list.
   */
  how: z.enum(['text', 'removed', 'do_not_call', 'listed']),
  /** null: not known. */
  at: z.nullable(moment),
});
export type ConsoleWithdrawal = z.infer<typeof ConsoleWithdrawal>;

export const ConsoleLeadDetail = z.object({
  ...ConsoleLead.shape,
  version,
  crm: nullableText,
  source_id: nullableText,
  time_zone: nullableText,
  /** intake, agent or inbound: what made the lead. */
  origin: z.string(),
  tag: z.nullable(z.object({ id: z.int(), name: z.string(), color: z.string() })),
  /** The call that is promised to it. */
  planned: z.nullable(
    z.object({
      id: z.int(),
      due_at: moment,
      reason: z.string(),
      retry: nullableInt,
      lead_retry: nullableInt,
    }),
  ),
  /** The newest first, 50 at most. */
  calls: z.array(ConsoleCall),
  texts: z.array(ConsoleText),
  /** Evidence of consent, the newest first, 50 at most. */
  consents: z.array(ConsoleConsent),
  /** What bars the lead now. */
  withdrawals: z.array(ConsoleWithdrawal),
  /** The number is on the do-not-call list, whatever the lead itself is marked as; null: it is not. */
  listing: z.nullable(z.object({ source: z.enum(DO_NOT_CALL_SOURCES), since: moment })),
  /** The person was erased then; of who must not be called, the number may be kept. */
  erased_at: z.nullable(moment),
});
export type ConsoleLeadDetail = z.infer<typeof ConsoleLeadDetail>;

/* -------------------------------------------------------------------- teams */

export const ConsoleTeam = z.object({
  id: z.int(),
  name: z.string(),
  /** Takes the leads that name no team. */
  is_default: z.boolean(),
  fallback_team_id: nullableInt,
  schedule: ShownSchedule,
  /** By the schedule, at this moment. */
  is_open: z.boolean(),
  /** Active members, and how many of them can be rung now. */
  agents: z.int(),
  available: z.int(),
  numbers: list({ id: z.int(), name: nullableText, phone_number_formatted: z.string() }),
});
export type ConsoleTeam = z.infer<typeof ConsoleTeam>;

export const RING_MODES = ['simultaneous', 'round_robin'] as const;

/** `by_region`: where the law at the number's region asks for it, and where the region is not known. */
export const ANNOUNCEMENTS = ['always', 'never', 'by_region'] as const;
export type Announcement = (typeof ANNOUNCEMENTS)[number];

export const ConsoleTag = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  color: z.string(),
  /** Leads and calls that have it: one that has any cannot be removed. */
  uses: z.int(),
});
export type ConsoleTag = z.infer<typeof ConsoleTag>;

const ShownProfile = z.object({
  mode: z.enum(RING_MODES),
  whisper_template: nullableText,
  /** The agent is asked for Tags & Stages after a contacted call. */
  is_deal_whispertext: z.boolean(),
  retry_minutes: z.array(z.int()),
  followup_minutes: z.array(z.int()),
  records: z.boolean(),
  /** The other party hears that the call is recorded. */
  recording_announcement: z.enum(ANNOUNCEMENTS),
  /** As older clients know it: false is `never`. */
  announces_recording: z.boolean(),
  delay_seconds: z.int(),
  missed_text: nullableText,
  welcome_message: nullableText,
  voicemail_greeting: nullableText,
  /** Of both: an IETF tag such as es-MX; null: the provider's own. */
  greeting_language: nullableText,
  /** In the order agents see them. */
  tags: z.array(ConsoleTag),
});
export type ConsoleProfile = z.infer<typeof ShownProfile>;

export const ConsoleTeamDetail = z.object({
  ...ConsoleTeam.shape,
  version,
  /** By priority group, then name. */
  members: list({
    user_id: z.int(),
    full_name: z.string(),
    profile_picture: z.string(),
    active: z.boolean(),
    /** Lower groups are rung first. */
    priority_group: z.int(),
    state: z.enum(BOARD_STATES),
  }),
  profile: ShownProfile,
});
export type ConsoleTeamDetail = z.infer<typeof ConsoleTeamDetail>;

const minutesList = z
  .array(z.int().check(z.minimum(1), z.maximum(LONGEST_PAUSE_MINUTES)))
  .check(z.maxLength(MOST_PAUSES));

/** A tag with an id is kept and changed, one without is new; one that is not named goes. */
const TagWish = z.object({
  id: z.optional(whole),
  key: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,99}$/))),
  name: named(100),
  color: z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)),
});
export type TagWish = z.input<typeof TagWish>;

const priorityGroup = z.int().check(z.minimum(1), z.maximum(LAST_PRIORITY));

const teamFields = {
  is_default: z.optional(z.literal(true)),
  fallback_team_id: z.optional(z.nullable(whole)),
  schedule: z.optional(z.nullable(ConsoleSchedule)),
  /** All of them: who is not named leaves. */
  members: z.optional(list({ user_id: whole, priority_group: priorityGroup }).check(z.maxLength(1000))),
  profile: z.optional(
    z.object({
      mode: z.optional(z.enum(RING_MODES)),
      whisper_template: optionalText(1000),
      is_deal_whispertext: z.optional(z.boolean()),
      retry_minutes: z.optional(minutesList),
      followup_minutes: z.optional(minutesList),
      records: z.optional(z.boolean()),
      recording_announcement: z.optional(z.enum(ANNOUNCEMENTS)),
      /** Of older clients: true is `always`, false `never`. `recording_announcement` is stronger. */
      announces_recording: z.optional(z.boolean()),
      delay_seconds: z.optional(z.int().check(z.minimum(0), z.maximum(LONGEST_DELAY_S))),
      missed_text: optionalText(1600),
      welcome_message: optionalText(1000),
      voicemail_greeting: optionalText(1000),
      greeting_language: optionalText(35),
      tags: z.optional(z.array(TagWish).check(z.maxLength(50))),
    }),
  ),
};
export const NewTeam = z.object({ name: named(100), ...teamFields });
export type NewTeam = z.input<typeof NewTeam>;
export const TeamChange = z.object({ name: z.optional(named(100)), ...teamFields, ...madeOf });
export type TeamChange = z.input<typeof TeamChange>;

/* ------------------------------------------------------------------- agents */

export const ConsoleAgent = z.object({
  id: z.int(),
  version,
  email: z.string(),
  full_name: z.string(),
  profile_picture: z.string(),
  /** The agent's own phone. */
  phone_number: nullableText,
  phone_number_formatted: nullableText,
  permissions: z.array(z.string()),
  /** Reached only in the app; else also on their own phone, when that is switched on. */
  is_app_only: z.boolean(),
  mobile_enabled: z.boolean(),
  do_not_disturb: z.boolean(),
  /** Calls a day at most; null: no limit. */
  cap: nullableInt,
  /** null: the account's; empty: none, and the agent's phone finds out where it is. */
  country_code: nullableText,
  time_zone: z.string(),
  schedule: ShownSchedule,
  active: z.boolean(),
  created_at: moment,
  teams: list({ team_id: z.int(), name: z.string(), priority_group: z.int() }),
  state: z.enum(BOARD_STATES),
  /** Why the agent is unavailable, in plain words. */
  reason: nullableText,
});
export type ConsoleAgent = z.infer<typeof ConsoleAgent>;

const agentFields = {
  /** Empty or null: none. National numbers are read in the agent's country. */
  phone_number: optionalText(250),
  permissions: z.optional(z.array(z.enum(PERMISSIONS)).check(z.maxLength(20))),
  is_app_only: z.optional(z.boolean()),
  mobile_enabled: z.optional(z.boolean()),
  do_not_disturb: z.optional(z.boolean()),
  cap: z.optional(z.nullable(count.check(z.minimum(1)))),
  country_code: z.optional(z.nullable(z.string().check(z.regex(/^([A-Z]{2})?$/)))),
  time_zone: z.optional(timeZone),
  schedule: z.optional(z.nullable(ConsoleSchedule)),
  /** All of them: a team that is not named is left. */
  teams: z.optional(list({ team_id: whole, priority_group: priorityGroup }).check(z.maxLength(200))),
};
export const email = text(254).check(z.toLowerCase(), z.regex(/^[^\s@]+@[^\s@]+$/));
export const NewAgent = z.object({
  email,
  full_name: named(200),
  /** Without one, one is made and shown once. */
  password: z.optional(newPassword),
  ...agentFields,
});
export type NewAgent = z.input<typeof NewAgent>;
export const AgentChange = z.object({
  full_name: z.optional(named(200)),
  /** false: the agent cannot log in, and is logged out. */
  active: z.optional(z.boolean()),
  ...agentFields,
  ...madeOf,
});
export type AgentChange = z.input<typeof AgentChange>;

/* ------------------------------------------------------------------ numbers */

export const ConsoleNumber = z.object({
  id: z.int(),
  phone_number: z.string(),
  phone_number_formatted: z.string(),
  name: nullableText,
  /** Whose calls arrive on it. */
  team: Named,
  /** The provider sends its calls here. */
  is_ready: z.boolean(),
});
export type ConsoleNumber = z.infer<typeof ConsoleNumber>;

/* -------------------------------------------------------------------- rules */

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(DAY_MINUTES));
/** + and digits: a country's code, or one with an area's. */
const prefix = z.string().check(z.regex(/^\+[1-9]\d{0,14}$/));
const RecordingRegion = z.object({ prefix, announces: z.boolean() });
const RegionWindow = z.object({
  prefix,
  from_minute: minuteOfDay,
  to_minute: minuteOfDay,
});
export type RegionWindow = z.infer<typeof RegionWindow>;

export const CallingRules = z.object({
  version,
  /** The account's own name. */
  name: z.string(),
  /** National numbers are read and written in it. */
  country_code: z.string(),
  time_zone: z.string(),
  /** Leads may be called from this minute of their day to that one. */
  calling_from_minute: z.int(),
  calling_to_minute: z.int(),
  /** The same for texts; null: as calls. */
  texting_from_minute: nullableInt,
  texting_to_minute: nullableInt,
  /** A lead without a stored consent to texts is not texted. */
  texts_need_consent: z.boolean(),
  /** Tries to reach one lead in 24 hours; null: no limit. */
  attempts_per_day: nullableInt,
  /** Countries that may be called and texted, by two letters; empty: all of them. */
  calling_countries: z.array(z.string()),
  /** Costly kinds of numbers that may be called and texted all the same. */
  special_numbers: z.array(z.enum(SPECIAL_NUMBERS)),
  /** Calls that one API key may order in a minute; null: no limit. */
  key_calls_per_minute: nullableInt,
  /** Narrower hours for numbers that begin so. */
  region_windows: list({ prefix: z.string(), from_minute: z.int(), to_minute: z.int() }),
  /** Teams with `by_region` announce here, and here not; the longest prefix decides, then the built-in list. */
  recording_regions: list({ prefix: z.string(), announces: z.boolean() }),
  /** https, with `{source_id}`; null: none. */
  custom_crm_url: nullableText,
});
export type CallingRules = z.infer<typeof CallingRules>;

export const CallingRulesChange = z.object({
  name: z.optional(named(200)),
  country_code: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  time_zone: z.optional(timeZone),
  calling_from_minute: z.optional(minuteOfDay),
  calling_to_minute: z.optional(minuteOfDay),
  /** Both, or null for both: as calls. */
  texting_from_minute: z.optional(z.nullable(minuteOfDay)),
  texting_to_minute: z.optional(z.nullable(minuteOfDay)),
  texts_need_consent: z.optional(z.boolean()),
  attempts_per_day: z.optional(z.nullable(count.check(z.minimum(1)))),
  calling_countries: z.optional(z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.maxLength(300))),
  special_numbers: z.optional(z.array(z.enum(SPECIAL_NUMBERS)).check(z.maxLength(SPECIAL_NUMBERS.length))),
  key_calls_per_minute: z.optional(z.nullable(count.check(z.minimum(1)))),
  region_windows: z.optional(z.array(RegionWindow).check(z.maxLength(500))),
  recording_regions: z.optional(z.array(RecordingRegion).check(z.maxLength(500))),
  custom_crm_url: optionalText(2000),
  ...madeOf,
});
export type CallingRulesChange = z.input<typeof CallingRulesChange>;

/** null: as the installation says; 0: for ever. */
const days = z.nullable(z.int().check(z.minimum(0), z.maximum(99_999)));
/** How long an account keeps what, in days. */
export const Retention = z.object({
  version,
  /** Recordings, after their call. */
  recordings_days: nullableInt,
  /** Calls, texts and people of whom nothing new was heard: what tells of somebody is erased. */
  personal_days: nullableInt,
  /** What holds where the account says nothing. */
  installation: z.object({ recordings_days: z.int(), personal_days: z.int() }),
});
export type Retention = z.infer<typeof Retention>;

export const RetentionChange = z.object({
  recordings_days: z.optional(days),
  personal_days: z.optional(days),
  ...madeOf,
});
export type RetentionChange = z.input<typeof RetentionChange>;

export const DoNotCallEntry = z.object({
  /** The digits of the number. */
  id: z.int(),
  phone_number: z.string(),
  phone_number_formatted: z.string(),
  /** The lead with this number; null: there is none. */
  lead: z.nullable(z.object({ id: z.int(), label: z.string() })),
  /** `lead`: the number is not on the list; its lead is marked as not to be called. */
  source: z.enum([...DO_NOT_CALL_SOURCES, 'lead']),
  since: moment,
});
export type DoNotCallEntry = z.infer<typeof DoNotCallEntry>;

/* ----------------------------------------------------------------- webhooks */

export const ConsoleWebhook = z.object({
  id: z.int(),
  version,
  /** `webhook`, or the name of a CRM. */
  kind: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  /** Of `call_completed`; what is not named is not filtered. */
  filters: CallFilters,
  created_at: moment,
  /** Deliveries by what became of them. */
  waiting: z.int(),
  delivered: z.int(),
  failed: z.int(),
});
export type ConsoleWebhook = z.infer<typeof ConsoleWebhook>;

const webhookUrl = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000), z.refine(isStorable, BAD_TEXT));
const events = z.array(z.enum(OUTWARD_EVENT_NAMES)).check(z.minLength(1), z.maxLength(20));
export const NewWebhook = z.object({
  url: webhookUrl,
  /** All unless said. */
  events: z.optional(events),
  filters: z.optional(CallFilters),
});
export type NewWebhook = z.input<typeof NewWebhook>;
export const WebhookChange = z.object({
  url: z.optional(webhookUrl),
  events: z.optional(events),
  filters: z.optional(CallFilters),
  ...madeOf,
});
export type WebhookChange = z.input<typeof WebhookChange>;

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

export const ConsoleDelivery = z.object({
  id: z.int(),
  event_id: z.int(),
  type: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  /** HTTP status of the last try; null: no answer. */
  last_status: nullableInt,
  last_error: nullableText,
  /** When it is tried next. */
  due_at: moment,
  concluded_at: z.nullable(moment),
  /** When what is told happened. */
  created_at: moment,
});
export type ConsoleDelivery = z.infer<typeof ConsoleDelivery>;

/* ---------------------------------------------- keys, imports and audit log */

export const ConsoleApiKey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: moment,
  /** null: it is good. */
  revoked_at: z.nullable(moment),
});
export type ConsoleApiKey = z.infer<typeof ConsoleApiKey>;

/** A file of leads that was taken in. */
export const ConsoleImport = z.object({
  id: z.int(),
  /** running, complete, failed, … */
  status: z.string(),
  lines: z.int(),
  taken: z.int(),
  refused: z.int(),
  error: nullableText,
  created_at: moment,
  ended_at: z.nullable(moment),
});
export type ConsoleImport = z.infer<typeof ConsoleImport>;

/** What became of one line of it. */
export const ImportLine = z.object({
  line: z.int(),
  /** The lead that it was taken in as. */
  lead_id: nullableInt,
  outcome: z.string(),
  reason: z.string(),
});
export type ImportLine = z.infer<typeof ImportLine>;

export const ConsoleCrm = z.object({
  id: z.int(),
  kind: z.enum(CRMS),
  url: z.string(),
  /** Leads that it does not have are made there. */
  makes_contacts: z.boolean(),
  links_recordings: z.boolean(),
  tag_field: z.string(),
  /** What keeps it closed, in its own words; null: nothing. */
  trouble: nullableText,
  trouble_at: z.nullable(moment),
  paused_until: z.nullable(moment),
  created_at: moment,
});
export type ConsoleCrm = z.infer<typeof ConsoleCrm>;

export const NewConsoleCrm = z.object({
  kind: z.enum(CRMS),
  /** Access token or API key; of Salesforce, the secret of the client. */
  token: named(500),
  /** Needed where each customer has an address of their own. */
  url: z.optional(text(200)),
  /** Of Salesforce. */
  client_id: z.optional(text(500)),
  makes_contacts: z.optional(z.boolean()),
  links_recordings: z.optional(z.boolean()),
  /** Name of a text field that gets the tag. */
  tag_field: z.optional(text(100)),
});
export type NewConsoleCrm = z.input<typeof NewConsoleCrm>;

export const AuditEntry = z.object({
  id: z.int(),
  at: moment,
  /** null: nobody of the account; `address` says who then. */
  user: z.nullable(Person),
  action: z.string(),
  subject: z.string(),
  address: nullableText,
});
export type AuditEntry = z.infer<typeof AuditEntry>;
