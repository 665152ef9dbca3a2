import * as z from 'zod/mini';
import { CONSENT_CHANNELS, CRMS, DO_NOT_CALL_SOURCES, LANGUAGES } from '../entities.ts';
import { MAX_PRIORITY, MAX_RETRIES, MAX_RETRY_DELAY_MINUTES, MAX_RING_DELAY_S } from '../limits.ts';
import { PERMISSIONS } from '../permissions.ts';
import { SPECIAL_NUMBERS } from '../phone-numbers/number-kinds.ts';
import { RoutingDecision, Stopwatch, id as whole } from '../requests.ts';
import { leadLabel, sentence } from '../sentences.ts';
import { BAD_TEXT, isStorable, newPassword, text, timestampText, timeZone } from '../text.ts';
import { CallFilters, WEBHOOK_EVENT_NAMES } from '../webhook-events.ts';
import { GRID_MINUTES } from '../weekly-schedule.ts';

export const nonEmptyText = (max: number) => text(max).check(z.minLength(1));
export const list = <S extends Record<string, z.ZodMiniType>>(shape: S) => z.array(z.object(shape));
/** Empty means none. */
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
const timestamp = z.string();
export const optionalTimestamp = z.optional(timestampText);
export const nullableText = z.nullable(z.string());
export const nullableSentence = z.nullable(sentence);
export const nullableInt = z.nullable(z.int());
/** A change based on an older version is rejected. */
const version = z.int();
export const versionField = { version: z.optional(version) };
const count = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1));

const Named = z.object({ id: z.int(), name: z.string() });
const Person = z.object({ id: z.int(), full_name: z.string() });

const DAY_MINUTES = 1440;

/** `day` 1 is Monday; minutes from midnight. When `to` is before `from`, it ends the next day. */
export const SchedulePiece = z.object({
  day: z.int().check(z.minimum(1), z.maximum(7)),
  from: z.int().check(z.minimum(0), z.maximum(DAY_MINUTES - GRID_MINUTES), z.multipleOf(GRID_MINUTES)),
  to: z.int().check(z.minimum(0), z.maximum(DAY_MINUTES), z.multipleOf(GRID_MINUTES)),
});
export type SchedulePiece = z.infer<typeof SchedulePiece>;

/** null: always open. */
export const ConsoleSchedule = z.object({
  time_zone: timeZone,
  pieces: z.array(SchedulePiece).check(z.maxLength(100)),
});
export type ConsoleSchedule = z.infer<typeof ConsoleSchedule>;
/** For responses; not validated, because an older version may have stored other values. */
const ShownSchedule = z.nullable(
  z.object({
    time_zone: z.string(),
    pieces: list({ day: z.int(), from: z.int(), to: z.int() }),
  }),
);

/** Sorted by urgency. `held`: the agent has put the others on hold. */
export const BOARD_STATES = ['ringing', 'held', 'oncall', 'wrapup', 'available', 'unavailable'] as const;
export type BoardState = (typeof BOARD_STATES)[number];

export const BoardAgent = z.object({
  id: z.int(),
  full_name: z.string(),
  profile_picture: z.string(),
  team_ids: z.array(z.int()),
  state: z.enum(BOARD_STATES),
  since: z.nullable(timestamp),
  /** The call that a supervisor would join. */
  call_id: nullableInt,
  /** The other party of the current or last call. */
  with: z.nullable(leadLabel),
  /** The phone's view during `wrapup`: Call Result, Tags & Stages, Add Note, Send SMS. */
  call_status: nullableSentence,
  reason: nullableSentence,
});
export type BoardAgent = z.infer<typeof BoardAgent>;

export const BoardTeam = z.object({
  id: z.int(),
  name: z.string(),
  agents: z.int(),
  available: z.int(),
});
export type BoardTeam = z.infer<typeof BoardTeam>;

export const WaitingLead = z.object({
  /** Set if `planned_id` is null. */
  call_id: nullableInt,
  planned_id: nullableInt,
  lead_id: nullableInt,
  label: leadLabel,
  team: z.nullable(Named),
  /** When the lead arrived or the attempt was scheduled. */
  since: timestamp,
  retry: nullableInt,
  lead_retry: nullableInt,
  /** Number of agents. */
  ringing: z.int(),
  /** null: now. */
  due_at: z.nullable(timestamp),
  /** Why the call isn't made now. */
  reason: nullableSentence,
});
export type WaitingLead = z.infer<typeof WaitingLead>;

export const STEP_NAMES = ['intake', 'schedule', 'routing', 'ring', 'accept', 'dial', 'answer'] as const;
export type StepName = (typeof STEP_NAMES)[number];
/** null: no call got that far today. */
const Step = z.object({ p50_ms: z.nullable(z.number()), p90_ms: z.nullable(z.number()), count: z.int() });
export type BoardStep = z.infer<typeof Step>;

export const BoardToday = z.object({
  /** Distinct leads with a call today, split into the next three. */
  leads: z.int(),
  contacted: z.int(),
  missed: z.int(),
  removed: z.int(),
  longest_seconds: z.int(),
  /** Measured from the lead's arrival. */
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
  lost: list({ reason: sentence, count: z.int() }),
  /** Hours of today so far, in the account's time zone. */
  hours: list({ hour: z.int(), leads: z.int(), contacted: z.int(), missed: z.int() }),
});
export type BoardToday = z.infer<typeof BoardToday>;

export const Board = z.object({
  success: z.literal(true),
  now: timestamp,
  time_zone: z.string(),
  agents: z.array(BoardAgent),
  teams: z.array(BoardTeam),
  /** The oldest 100; `waiting_total` counts all. */
  waiting: z.array(WaitingLead),
  waiting_total: z.int(),
  today: BoardToday,
});
export type Board = z.infer<typeof Board>;

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
    status: z.string(),
    result: nullableText,
    tag: nullableText,
    /** Set if the agent was rung on their external phone. */
    own_number: nullableText,
    reason: nullableSentence,
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

export const ConsoleTeam = z.object({
  id: z.int(),
  name: z.string(),
  /** Gets leads without a team. */
  is_default: z.boolean(),
  fallback_team_id: nullableInt,
  schedule: ShownSchedule,
  is_open: z.boolean(),
  agents: z.int(),
  available: z.int(),
  numbers: list({ id: z.int(), name: nullableText, phone_number_formatted: z.string() }),
});
export type ConsoleTeam = z.infer<typeof ConsoleTeam>;

export const RING_MODES = ['simultaneous', 'round_robin'] as const;

/** `by_region`: where the law at the number's region requires it, or the region is unknown. */
export const ANNOUNCEMENTS = ['always', 'never', 'by_region'] as const;
export type Announcement = (typeof ANNOUNCEMENTS)[number];

export const ConsoleTag = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  color: z.string(),
  /** A tag in use can't be removed. */
  uses: z.int(),
});
export type ConsoleTag = z.infer<typeof ConsoleTag>;

const ShownProfile = z.object({
  mode: z.enum(RING_MODES),
  whisper_template: nullableText,
  /** Shows the agent Tags & Stages after a contacted call. */
  is_deal_whispertext: z.boolean(),
  retry_minutes: z.array(z.int()),
  followup_minutes: z.array(z.int()),
  records: z.boolean(),
  recording_announcement: z.enum(ANNOUNCEMENTS),
  /** For older clients: false means `never`. */
  announces_recording: z.boolean(),
  delay_seconds: z.int(),
  missed_text: nullableText,
  welcome_message: nullableText,
  voicemail_greeting: nullableText,
  /** IETF tag for both messages; null for the provider's default. */
  greeting_language: nullableText,
  /** In display order. */
  tags: z.array(ConsoleTag),
});
export type ConsoleProfile = z.infer<typeof ShownProfile>;

export const ConsoleTeamDetail = z.object({
  ...ConsoleTeam.shape,
  version,
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
  .array(z.int().check(z.minimum(1), z.maximum(MAX_RETRY_DELAY_MINUTES)))
  .check(z.maxLength(MAX_RETRIES));

/** Without an id: a new tag. Tags that aren't listed are removed. */
const TagInput = z.object({
  id: z.optional(whole),
  key: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,99}$/))),
  name: nonEmptyText(100),
  color: z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)),
});
export type TagChange = z.input<typeof TagInput>;

const priorityGroup = z.int().check(z.minimum(1), z.maximum(MAX_PRIORITY));

const teamFields = {
  is_default: z.optional(z.literal(true)),
  fallback_team_id: z.optional(z.nullable(whole)),
  schedule: z.optional(z.nullable(ConsoleSchedule)),
  /** The complete list. */
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
      /** For older clients: true means `always`. `recording_announcement` takes precedence. */
      announces_recording: z.optional(z.boolean()),
      delay_seconds: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_RING_DELAY_S))),
      missed_text: optionalText(1600),
      welcome_message: optionalText(1000),
      voicemail_greeting: optionalText(1000),
      greeting_language: optionalText(35),
      tags: z.optional(z.array(TagInput).check(z.maxLength(50))),
    }),
  ),
};
export const NewTeam = z.object({ name: nonEmptyText(100), ...teamFields });
export type NewTeam = z.input<typeof NewTeam>;
export const TeamChange = z.object({ name: z.optional(nonEmptyText(100)), ...teamFields, ...versionField });
export type TeamChange = z.input<typeof TeamChange>;

export const ConsoleAgent = z.object({
  id: z.int(),
  version,
  email: z.string(),
  full_name: z.string(),
  profile_picture: z.string(),
  /** The agent's external phone. */
  phone_number: nullableText,
  phone_number_formatted: nullableText,
  permissions: z.array(z.string()),
  /** Never rung on the external phone. */
  is_app_only: z.boolean(),
  mobile_enabled: z.boolean(),
  do_not_disturb: z.boolean(),
  /** Daily call limit. */
  cap: nullableInt,
  /** null: the account's. Empty: none, so the phone looks it up. */
  country_code: nullableText,
  time_zone: z.string(),
  schedule: ShownSchedule,
  active: z.boolean(),
  created_at: timestamp,
  teams: list({ team_id: z.int(), name: z.string(), priority_group: z.int() }),
  state: z.enum(BOARD_STATES),
  reason: nullableSentence,
});
export type ConsoleAgent = z.infer<typeof ConsoleAgent>;

const agentFields = {
  /** National numbers are interpreted in the agent's country. */
  phone_number: optionalText(250),
  permissions: z.optional(z.array(z.enum(PERMISSIONS)).check(z.maxLength(20))),
  is_app_only: z.optional(z.boolean()),
  mobile_enabled: z.optional(z.boolean()),
  do_not_disturb: z.optional(z.boolean()),
  cap: z.optional(z.nullable(count.check(z.minimum(1)))),
  country_code: z.optional(z.nullable(z.string().check(z.regex(/^([A-Z]{2})?$/)))),
  time_zone: z.optional(timeZone),
  schedule: z.optional(z.nullable(ConsoleSchedule)),
  /** The complete list. */
  teams: z.optional(list({ team_id: whole, priority_group: priorityGroup }).check(z.maxLength(200))),
};
export const email = text(254).check(z.toLowerCase(), z.regex(/^[^\s@]+@[^\s@]+$/));
export const NewAgent = z.object({
  email,
  full_name: nonEmptyText(200),
  /** Generated and shown once when omitted. */
  password: z.optional(newPassword),
  ...agentFields,
});
export type NewAgent = z.input<typeof NewAgent>;
export const AgentChange = z.object({
  full_name: z.optional(nonEmptyText(200)),
  /** false logs the agent out and blocks logins. */
  active: z.optional(z.boolean()),
  ...agentFields,
  ...versionField,
});
export type AgentChange = z.input<typeof AgentChange>;

export const ConsoleNumber = z.object({
  id: z.int(),
  phone_number: z.string(),
  phone_number_formatted: z.string(),
  name: nullableText,
  team: Named,
  /** The provider is set up to send its calls to this server. */
  is_ready: z.boolean(),
});
export type ConsoleNumber = z.infer<typeof ConsoleNumber>;

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(DAY_MINUTES));
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
  name: z.string(),
  country_code: z.string(),
  time_zone: z.string(),
  /** Language in which Offhook speaks to callers, leads and external phones. Texts by the account aren't affected. */
  language: z.enum(LANGUAGES),
  /** In the lead's local time. */
  calling_from_minute: z.int(),
  calling_to_minute: z.int(),
  /** null: the calling hours. */
  texting_from_minute: nullableInt,
  texting_to_minute: nullableInt,
  /** Text only leads with a stored consent. */
  texts_need_consent: z.boolean(),
  /** Per lead in 24 h; null for no limit. */
  attempts_per_day: nullableInt,
  /** Two-letter codes; empty for all countries. */
  calling_countries: z.array(z.string()),
  special_numbers: z.array(z.enum(SPECIAL_NUMBERS)),
  /** null: no limit. */
  key_calls_per_minute: nullableInt,
  region_windows: list({ prefix: z.string(), from_minute: z.int(), to_minute: z.int() }),
  /** For teams with `by_region`. The longest prefix wins, then the built-in list. */
  recording_regions: list({ prefix: z.string(), announces: z.boolean() }),
  /** https, with `{source_id}`. */
  custom_crm_url: nullableText,
});
export type CallingRules = z.infer<typeof CallingRules>;

export const CallingRulesChange = z.object({
  name: z.optional(nonEmptyText(200)),
  country_code: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  time_zone: z.optional(timeZone),
  language: z.optional(z.enum(LANGUAGES)),
  calling_from_minute: z.optional(minuteOfDay),
  calling_to_minute: z.optional(minuteOfDay),
  /** null: the calling hours. */
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
  ...versionField,
});
export type CallingRulesChange = z.input<typeof CallingRulesChange>;

/** null: the installation's default. 0: forever. */
const days = z.nullable(z.int().check(z.minimum(0), z.maximum(99_999)));
export const Retention = z.object({
  version,
  /** After the call. */
  recordings_days: nullableInt,
  /** After the last activity. */
  personal_days: nullableInt,
  installation: z.object({ recordings_days: z.int(), personal_days: z.int() }),
});
export type Retention = z.infer<typeof Retention>;

export const RetentionChange = z.object({
  recordings_days: z.optional(days),
  personal_days: z.optional(days),
  ...versionField,
});
export type RetentionChange = z.input<typeof RetentionChange>;

export const DoNotCallEntry = z.object({
  /** The number's digits. */
  id: z.int(),
  phone_number: z.string(),
  phone_number_formatted: z.string(),
  lead: z.nullable(z.object({ id: z.int(), label: leadLabel })),
  /** `lead`: not on the list, but its lead must not be called. */
  source: z.enum([...DO_NOT_CALL_SOURCES, 'lead']),
  since: timestamp,
});
export type DoNotCallEntry = z.infer<typeof DoNotCallEntry>;

export const ConsoleWebhook = z.object({
  id: z.int(),
  version,
  /** `webhook`, or the name of a CRM. */
  kind: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  /** Only for `call_completed`. */
  filters: CallFilters,
  created_at: timestamp,
  /** Deliveries by state. */
  waiting: z.int(),
  delivered: z.int(),
  failed: z.int(),
});
export type ConsoleWebhook = z.infer<typeof ConsoleWebhook>;

const webhookUrl = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000), z.refine(isStorable, BAD_TEXT));
const events = z.array(z.enum(WEBHOOK_EVENT_NAMES)).check(z.minLength(1), z.maxLength(20));
export const NewWebhook = z.object({
  url: webhookUrl,
  /** Default: all. */
  events: z.optional(events),
  filters: z.optional(CallFilters),
});
export type NewWebhook = z.input<typeof NewWebhook>;
export const WebhookChange = z.object({
  url: z.optional(webhookUrl),
  events: z.optional(events),
  filters: z.optional(CallFilters),
  ...versionField,
});
export type WebhookChange = z.input<typeof WebhookChange>;

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

export const ConsoleDelivery = z.object({
  id: z.int(),
  event_id: z.int(),
  type: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  /** null: no answer. */
  last_status: nullableInt,
  last_error: nullableSentence,
  due_at: timestamp,
  concluded_at: z.nullable(timestamp),
  /** Time of the event. */
  created_at: timestamp,
});
export type ConsoleDelivery = z.infer<typeof ConsoleDelivery>;

export const ConsoleApiKey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: timestamp,
  revoked_at: z.nullable(timestamp),
});
export type ConsoleApiKey = z.infer<typeof ConsoleApiKey>;

export const ConsoleImport = z.object({
  id: z.int(),
  /** running, complete, failed, … */
  status: z.string(),
  lines: z.int(),
  taken: z.int(),
  refused: z.int(),
  error: nullableSentence,
  created_at: timestamp,
  ended_at: z.nullable(timestamp),
});
export type ConsoleImport = z.infer<typeof ConsoleImport>;

export const ImportLine = z.object({
  line: z.int(),
  /** The lead it created or updated. */
  lead_id: nullableInt,
  outcome: sentence,
  reason: sentence,
  /** When the call that it scheduled is due; null also from older servers. */
  scheduled_for: z._default(z.nullable(timestamp), null),
});
export type ImportLine = z.infer<typeof ImportLine>;

export const ConsoleCrm = z.object({
  id: z.int(),
  kind: z.enum(CRMS),
  url: z.string(),
  makes_contacts: z.boolean(),
  links_recordings: z.boolean(),
  tag_field: z.string(),
  /** The CRM's error that blocks deliveries. */
  trouble: nullableSentence,
  trouble_at: z.nullable(timestamp),
  paused_until: z.nullable(timestamp),
  created_at: timestamp,
});
export type ConsoleCrm = z.infer<typeof ConsoleCrm>;

export const NewConsoleCrm = z.object({
  kind: z.enum(CRMS),
  /** Access token or API key; for Salesforce, the client secret. */
  token: nonEmptyText(500),
  /** For CRMs with a URL per customer. */
  url: z.optional(text(200)),
  /** Salesforce only. */
  client_id: z.optional(text(500)),
  makes_contacts: z.optional(z.boolean()),
  links_recordings: z.optional(z.boolean()),
  tag_field: z.optional(text(100)),
});
export type NewConsoleCrm = z.input<typeof NewConsoleCrm>;

export const AuditEntry = z.object({
  id: z.int(),
  at: timestamp,
  /** null: not a user of the account; see `address`. */
  user: z.nullable(Person),
  action: z.string(),
  subject: z.string(),
  address: nullableText,
});
export type AuditEntry = z.infer<typeof AuditEntry>;
