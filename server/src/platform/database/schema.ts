/**
 * Every table of the server. One schema for the embedded database and for PostgreSQL.
 *
 * Conventions: a row belongs to the account it names or hangs below; nothing crosses accounts. Times are `timestamptz`.
 * Rows that are told to the telephony provider keep its id (`provider_sid`), unique, null until it answered.
 * Words that travel (`status`, `type`, …) are the contract's.
 */

import {
  CALL_DIRECTIONS,
  CALL_STATUSES,
  CALL_TYPES,
  CALL_USER_STATUSES,
  CONSENT_CHANNELS,
  DISPOSITIONS,
  DO_NOT_CALL_SOURCES,
  PHONE_STATES,
} from '@offhook/contract/entities';
import { SPECIAL_NUMBERS } from '@offhook/contract/phone-numbers/number-kinds';
import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/** Ids and counters are 64 bits wide, so that any id a request can carry is merely unknown, never out of range. */
const whole = () => bigint({ mode: 'number' });
const identity = (startWith = 1, increment = 1) =>
  whole().primaryKey().generatedByDefaultAsIdentity({ startWith, increment });
/** The row that this one hangs below. */
const of = (row: () => AnyPgColumn, actions?: { readonly onDelete: 'cascade' }) =>
  whole().notNull().references(row, actions);
/** One of these words, the first unless told otherwise. */
const word = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  text({ enum: words }).notNull().default(words[0]);
const moment = () => timestamp({ withTimezone: true, mode: 'date' });
const now = () => moment().notNull().defaultNow();
/** One more with each change by an administrator: who changes an older one is told. */
const version = () => integer().notNull().default(1);
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export interface RegionWindow {
  /** + and digits: a country's code, or one with an area's. */
  readonly prefix: string;
  readonly from_minute: number;
  readonly to_minute: number;
}

/** Overrides the built-in list of regions in which callers must be told of a recording. */
export interface RecordingRegion {
  /** + and digits: a country's code, or one with an area's. The longest match decides. */
  readonly prefix: string;
  readonly announces: boolean;
}

export const accounts = pgTable('accounts', {
  id: identity(),
  name: text().notNull(),
  /** Two letters; national phone numbers are read and written in it. */
  country_code: text().notNull(),
  time_zone: text().notNull(),
  /** An https address with `{source_id}`: the account's own CRM. */
  custom_crm_url: text(),
  /** Leads may be called from this minute of their day to that one. */
  calling_from_minute: integer().notNull().default(480),
  calling_to_minute: integer().notNull().default(1260),
  /** Tries to reach one lead in 24 hours; null: no limit. */
  attempts_per_day: integer(),
  /** Countries that may be called and texted, by two letters; empty: all of them. */
  calling_countries: text().array().notNull().default([]),
  /** Costly kinds of numbers that may be called and texted all the same. */
  special_numbers: text({ enum: SPECIAL_NUMBERS }).array().notNull().default([]),
  /** Calls that one API key may order in a minute, by leads or for a time; null: no limit. */
  key_calls_per_minute: integer().default(600),
  /** Narrower hours for numbers that begin so. */
  region_windows: jsonb().$type<readonly RegionWindow[]>().notNull().default([]),
  /** Texts are sent from this minute of the lead's day to that one; null: as calls. */
  texting_from_minute: integer(),
  texting_to_minute: integer(),
  /** A lead without a stored consent to texts is not texted. */
  texts_need_consent: boolean().notNull().default(false),
  /** Where teams that announce by region announce, and where not; other regions follow the built-in list. */
  recording_regions: jsonb().$type<readonly RecordingRegion[]>().notNull().default([]),
  /** Days after a call until its recordings are removed; 0: never; null: as the installation says. */
  recordings_days: integer(),
  /** Days until what is known of a person, of whom nothing new was heard, is erased; 0: never; null: as above. */
  personal_days: integer(),
  /** When it is looked again for what is older; null: it never was. */
  retention_due_at: moment(),
  version: version(),
  created_at: now(),
});

export const users = pgTable(
  'users',
  {
    id: identity(),
    account_id: of(() => accounts.id),
    /** Lower case. */
    email: text().notNull().unique(),
    full_name: text().notNull(),
    phone_number: text(),
    password_hash: text().notNull(),
    profile_picture: text().notNull().default(''),
    permissions: text().array().notNull().default([]),
    hubspot_id: text(),
    salesforce_domain: text(),
    activecampaign_domain: text(),
    country_code: text(),
    time_zone: text().notNull(),
    /** Reached only in the app; else also on `phone_number`. */
    is_app_only: boolean().notNull().default(true),
    /** The agent's own phone is switched on as a way to be reached. */
    mobile_enabled: boolean().notNull().default(false),
    do_not_disturb: boolean().notNull().default(false),
    /** Calls a day at most; null: no limit. */
    cap: integer(),
    schedule: jsonb().$type<WeeklySchedule>(),
    active: boolean().notNull().default(true),
    /** How many call users this agent has had; the next one gets this plus one as its `n`. */
    call_user_total: whole().notNull().default(0),
    version: version(),
    created_at: now(),
  },
  (table) => [index('users_account').on(table.account_id, table.full_name, table.id)],
);

/** The token itself is only in the cookie; here are the SHA-256 of its parts in hex. */
export const sessions = pgTable(
  'sessions',
  {
    /** Of the part that stays as long as the session. */
    token_hash: text().primaryKey(),
    /** Of the part that a change of password renews; null: there was none. */
    secret_hash: text(),
    user_id: of(() => users.id),
    created_at: now(),
    expires_at: moment().notNull(),
  },
  (table) => [index('sessions_expiry').on(table.expires_at), index('sessions_user').on(table.user_id)],
);

/** Logins by password that failed within the hour, and the last that succeeded. The keys are SHA-256 in hex. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    id: identity(),
    /** Of the email, whether or not a user has it. */
    account_key: text().notNull(),
    address_key: text().notNull(),
    /** Of the IPv4 address, or of the first 64 bits of the IPv6 address. */
    network_key: text().notNull(),
    /** This user had logged in from this network before. */
    is_known: boolean().notNull(),
    succeeded: boolean().notNull().default(false),
    at: moment().notNull(),
  },
  (table) => [
    index('login_attempts_account').on(table.account_key, table.at),
    index('login_attempts_network').on(table.network_key, table.at),
    index('login_attempts_at').on(table.at),
  ],
);

export const teams = pgTable(
  'teams',
  {
    id: identity(),
    version: version(),
    account_id: of(() => accounts.id),
    name: text().notNull(),
    /** Takes the leads that name no team. */
    is_default: boolean().notNull().default(false),
    fallback_team_id: whole(),
    schedule: jsonb().$type<WeeklySchedule>(),
  },
  (table) => [
    index('teams_account').on(table.account_id),
    uniqueIndex('teams_one_default').on(table.account_id).where(sql`${table.is_default}`),
  ],
);

export const teamMembers = pgTable(
  'team_members',
  {
    team_id: of(() => teams.id),
    user_id: of(() => users.id),
    /** Lower groups are rung first. */
    priority_group: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.team_id, table.user_id] }),
    index('team_members_user').on(table.user_id),
  ],
);

/** How a team's leads are called. */
export const profiles = pgTable('profiles', {
  id: identity(),
  account_id: of(() => accounts.id),
  team_id: of(() => teams.id).unique(),
  mode: word('simultaneous', 'round_robin'),
  /** `{fname}`, `{lname}`, `{company}`, `{category}`, … are filled from the lead. */
  whisper_template: text(),
  is_deal_whispertext: boolean().notNull().default(false),
  /** Minutes until each further try to reach an agent. */
  retry_minutes: integer().array().notNull().default([]),
  /** Minutes until each further try to reach the lead. */
  followup_minutes: integer().array().notNull().default([]),
  records: boolean().notNull().default(true),
  /** Who is called, or calls, hears that the conversation is recorded. */
  announces_recording: boolean().notNull().default(false),
  /** And only where the law of the number's region asks for it; counts while `announces_recording` is set. */
  announces_by_region: boolean().notNull().default(false),
  /** Round robin: where the next turn begins. */
  rotation: integer().notNull().default(0),
  /** A new lead waits so long before anybody is rung. */
  delay_seconds: integer().notNull().default(0),
  /** Goes out once to a lead whom nobody could call; null: none does. */
  missed_text: text(),
  /** What a caller hears first. */
  welcome_message: text(),
  /** What a caller hears whom nobody can take, before the tone; null: no voicemail. */
  voicemail_greeting: text(),
  /** In which these two are said, such as es-MX; null: in the provider's own. */
  greeting_language: text(),
});

export const tags = pgTable(
  'tags',
  {
    id: identity(),
    profile_id: of(() => profiles.id),
    key: text().notNull(),
    name: text().notNull(),
    color: text().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [unique('tags_profile_key').on(table.profile_id, table.key)],
);

export const numbers = pgTable(
  'numbers',
  {
    id: identity(),
    account_id: of(() => accounts.id),
    team_id: of(() => teams.id),
    name: text(),
    /** + and digits. */
    phone_number: text().notNull().unique(),
    provider_sid: text().unique(),
  },
  (table) => [index('numbers_account').on(table.account_id), index('numbers_team').on(table.team_id)],
);

export const leads = pgTable(
  'leads',
  {
    id: identity(),
    account_id: of(() => accounts.id),
    /** + and digits. */
    phone_number: text().notNull(),
    fname: text().notNull().default(''),
    lname: text().notNull().default(''),
    label: text().notNull(),
    email: text(),
    company: text(),
    category: text(),
    crm: text(),
    source_id: text(),
    profile_picture: text(),
    owner_user_id: whole().references(() => users.id),
    team_id: whole().references(() => teams.id),
    time_zone: text(),
    /** What made the lead. */
    origin: word('intake', 'agent', 'inbound'),
    do_not_call: boolean().notNull().default(false),
    /** The lead's own word in a text set `do_not_call`, and another one lifts it; null: somebody else did. */
    stopped_at: moment(),
    /** The tag that was chosen after the last call that got one. */
    tag_id: whole().references(() => tags.id),
    /** An agent's 'Remove': never called or texted again. */
    removed_at: moment(),
    /** The one text of its team that a lead gets when nobody could call. */
    missed_text_at: moment(),
    /** Nobody knows any more who this was; of who must not be called, the number alone. */
    erased_at: moment(),
    version: version(),
    created_at: now(),
    updated_at: now(),
  },
  (table) => [
    unique('leads_account_phone').on(table.account_id, table.phone_number),
    index('leads_phone').on(table.phone_number),
  ],
);

/** Evidence that a person agreed to be contacted. Rows are added and never changed; they go with the person. */
export const leadConsents = pgTable(
  'lead_consents',
  {
    id: identity(),
    lead_id: of(() => leads.id),
    channel: text({ enum: CONSENT_CHANNELS }).notNull(),
    /** The sentence the person agreed to. */
    text: text().notNull(),
    /** How they agreed, such as web_form. */
    method: text(),
    /** The page on which they agreed. */
    source_url: text(),
    /** Of the person's device, as its sender reported it. */
    ip: text(),
    user_agent: text(),
    /** When they agreed, as the sender reported it. */
    given_at: moment().notNull(),
    /** The key that sent it; null: a file or a CRM brought it. */
    api_key_id: whole().references(() => apiKeys.id),
    /** The same intake again adds no second row: a hash of its idempotency key or of the evidence itself. */
    fingerprint: text().notNull(),
    created_at: now(),
  },
  (table) => [unique('lead_consents_once').on(table.lead_id, table.fingerprint)],
);

/**
 * Numbers that the account never calls or texts, leads or not. What a lead itself said (`leads.do_not_call`) is apart
 * from it: a lead lifts its own word by a text, and never this one.
 */
export const doNotCallNumbers = pgTable(
  'do_not_call_numbers',
  {
    account_id: of(() => accounts.id),
    /** + and digits. */
    phone_number: text().notNull(),
    source: text({ enum: DO_NOT_CALL_SOURCES }).notNull(),
    /** null: an API key, or the command line. */
    added_by: whole().references(() => users.id),
    created_at: now(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.phone_number] })],
);

export const calls = pgTable(
  'calls',
  {
    /** Even; call users are odd: a mix-up of the two can only miss. */
    id: identity(1000, 2),
    account_id: of(() => accounts.id),
    type: text({ enum: CALL_TYPES }).notNull(),
    direction: text({ enum: CALL_DIRECTIONS }).notNull(),
    status: text({ enum: CALL_STATUSES }).notNull(),
    result: text({ enum: DISPOSITIONS }),
    team_id: whole().references(() => teams.id),
    profile_id: whole().references(() => profiles.id),
    lead_id: whole().references(() => leads.id),
    number_id: whole().references(() => numbers.id),
    /** Whom the call is with: + and digits. */
    phone_number: text(),
    /** Digits that are dialled after the answer; null: none. */
    extension: text(),
    /**
     * The lead's name when the call was made: a later rename does not reach it. All three are null for a lead that had
     * no name then, and for older calls: they show the lead's present name.
     */
    lead_fname: text(),
    lead_lname: text(),
    lead_label: text(),
    /** Which further try to reach an agent this is; null: the first. */
    retry: integer(),
    /** Which further try to reach the lead this is; null: the first. */
    lead_retry: integer(),
    /** The try before this one. */
    previous_call_id: whole(),
    conference_name: text().unique(),
    conference_sid: text().unique(),
    /** The call user whose claim won: set once, by one conditional update, from null. */
    claimed_by: whole(),
    /** Who has the conversation (moves with a transfer); null: nobody took it. */
    agent_id: whole().references(() => users.id),
    /** The call user who holds the others. */
    held_by: whole(),
    /** Why the call went as it did, in plain words, oldest first. */
    reasons: jsonb().$type<readonly string[]>().notNull().default([]),
    started_at: now(),
    /** The lead (or caller) and an agent can talk. */
    talk_started_at: moment(),
    ended_at: moment(),
    /** Of conversation; 0 until it ended. */
    seconds: integer().notNull().default(0),
    /** One party was left alone by another that may come back: it hears music for 45 s at most. */
    vanished_at: moment(),
    /** Nobody took the caller, who may leave a message from then on. */
    voicemail_at: moment(),
    /** How long the message is; null: none, or not yet. */
    voicemail_seconds: integer(),
    /** The last sign of life from the provider: when the call ended, should nobody be left who knows. */
    seen_at: moment(),
    /** The lead's sender named its request: the same name again makes no second call. */
    intake_key: text(),
    /** An agent asked for this call: nobody else is rung for it. */
    asked_by: whole().references(() => users.id),
    /** The team's tries were used up: another team has its one try. */
    is_fallback: boolean().notNull().default(false),
    /** When the lead came, or the try was promised. */
    requested_at: moment(),
    /** The minute for which it was promised; null: at once. */
    planned_for: moment(),
    /** It counts, and nobody knows any more with whom it was or what was said. */
    erased_at: moment(),
  },
  (table) => [
    unique('calls_intake_key').on(table.account_id, table.intake_key),
    check('calls_id_even', sql`${table.id} % 2 = 0`),
    index('calls_open').on(table.id).where(sql`${table.ended_at} is null`),
    // Whether a number is in a call already is asked before each call to it.
    index('calls_open_number').on(table.account_id, table.phone_number).where(sql`${table.ended_at} is null`),
    index('calls_lead').on(table.lead_id, table.id),
    // The calls of a day, and the newest of an account.
    index('calls_account_started').on(table.account_id, table.started_at),
    index('calls_account').on(table.account_id, table.id),
  ],
);

/** A call as offered to one agent. */
export const callUsers = pgTable(
  'call_users',
  {
    /** Odd. */
    id: identity(1001, 2),
    call_id: of(() => calls.id),
    user_id: of(() => users.id),
    /** The call's type as this agent sees it: a transfer is one for its target only. */
    type: text({ enum: CALL_TYPES }).notNull(),
    status: text({ enum: CALL_USER_STATUSES }).notNull(),
    /** Running number per user without gaps, from 1: the history is paged by it. Made by `addCallUser`. */
    n: whole().notNull(),
    autoaccept: boolean().notNull().default(false),
    /** The call user who asked this agent into the conversation. */
    invited_by: whole(),
    /** The leg by which the agent is connected; another one after a resume. */
    provider_sid: text().unique(),
    /** The page load that took the call. */
    phone_id: text(),
    /** The agent is rung on this number of their own; null: in the app. */
    own_number: text(),
    created_at: now(),
    rung_at: moment(),
    acknowledged_at: moment(),
    accepted_at: moment(),
    /** The agent's leg ended without a word; null: they are in the call, or done with it. */
    vanished_at: moment(),
    /** The agent said so ('Hang Up'), before the leg ended. */
    hung_up_at: moment(),
    ended_at: moment(),
    /** The result this agent gave; the call's own result is the handling agent's. */
    result: text({ enum: DISPOSITIONS }),
    /** Until then the result can be undone, and nothing follows from it; null: what follows has been done. */
    result_settles_at: moment(),
    /** The tag this agent chose; the lead's own is the handling agent's. */
    tag_id: whole().references(() => tags.id),
    /** Who took the call instead. */
    taken_by: whole().references(() => users.id),
    /** Why this agent was passed over. */
    reason: text(),
  },
  (table) => [
    check('call_users_id_odd', sql`${table.id} % 2 = 1`),
    // Read backwards for a page of the history.
    unique('call_users_user_n').on(table.user_id, table.n),
    index('call_users_call').on(table.call_id),
    index('call_users_settling').on(table.call_id).where(sql`${table.result_settles_at} is not null`),
    // Nobody is rung, or talks, in two calls at once.
    uniqueIndex('call_users_one_open').on(table.user_id).where(sql`${table.ended_at} is null`),
  ],
);

/** One connection at the telephony provider. */
export const legs = pgTable(
  'legs',
  {
    id: identity(),
    call_id: of(() => calls.id),
    kind: text({ enum: ['agent', 'lead', 'caller'] }).notNull(),
    call_user_id: whole().references(() => callUsers.id),
    provider_sid: text().unique(),
    /** The provider's word: queued, ringing, in-progress, completed, busy, failed, no-answer, canceled. */
    status: text().notNull(),
    created_at: now(),
    answered_at: moment(),
    joined_at: moment(),
    left_at: moment(),
    ended_at: moment(),
    /** The network's own word at its end, such as 404. */
    sip_code: integer(),
    /** Who picked up; null: nobody, it is not known, or nobody asked. */
    answered_by: text({ enum: ['human', 'machine'] }),
    /** It is to wait with music. */
    held: boolean().notNull().default(false),
    /** The provider's name of the leg that alone hears this one, a whispering supervisor's. */
    coaches: text(),
  },
  (table) => [index('legs_call').on(table.call_id), index('legs_call_user').on(table.call_user_id)],
);

export const recordings = pgTable(
  'recordings',
  {
    id: identity(),
    call_id: of(() => calls.id),
    provider_sid: text().unique(),
    status: word('in-progress', 'complete', 'failed'),
    /** Where the file is. */
    storage: word('folder', 's3'),
    /** The file's name there, of the folder relative to the data's recordings; set when complete. */
    path: text(),
    /** The key it was encrypted with; null: it was not. */
    key_id: text(),
    /** Of the recording itself, whether or not its file is encrypted; null: written before this was kept. */
    bytes: whole(),
    /** The agent's channel, 1 or 2: the provider records the first to join on 1 and everyone else on 2. */
    agent_channel: smallint(),
    duration_seconds: integer(),
    /** A message that a caller left: of one voice, for whoever the call was for. */
    is_voicemail: boolean().notNull().default(false),
    created_at: now(),
    completed_at: moment(),
    /** The provider has none of it any more. */
    provider_removed_at: moment(),
  },
  (table) => [index('recordings_call').on(table.call_id)],
);

export const notes = pgTable(
  'notes',
  {
    id: identity(),
    call_id: of(() => calls.id),
    user_id: of(() => users.id),
    content: text().notNull(),
    /** The phone named its request: the same name again is the same note, sent again. */
    request_key: text(),
    created_at: now(),
  },
  (table) => [
    index('notes_call').on(table.call_id),
    unique('notes_request_key').on(table.user_id, table.request_key),
  ],
);

/** Texts to leads, each sent at most once. */
export const messages = pgTable(
  'messages',
  {
    id: identity(),
    account_id: of(() => accounts.id),
    lead_id: of(() => leads.id),
    direction: word('outbound', 'inbound'),
    /** null: it belongs to no call, as those that leads send. */
    call_id: whole().references(() => calls.id),
    /** Who sent it; null: no agent. */
    user_id: whole().references(() => users.id),
    /** + and digits, as `to_number`. */
    from_number: text().notNull(),
    to_number: text().notNull(),
    body: text().notNull(),
    status: text({ enum: ['sending', 'sent', 'failed'] }).notNull(),
    /** Why it was not sent, where the rules did not allow it; null: they did, or it was sent. */
    not_sent_reason: text(),
    /** What the network said later: queued, sent, delivered, undelivered, … Never back from its last word. */
    delivery: text(),
    /** The provider's number for why it did not arrive. */
    delivery_error: integer(),
    provider_sid: text().unique(),
    /** The phone named its request: the same name again is the same text, sent again. */
    request_key: text(),
    created_at: now(),
    /** When the status became final. */
    concluded_at: moment(),
  },
  (table) => [
    unique('messages_request_key').on(table.user_id, table.request_key),
    index('messages_call').on(table.call_id, table.id),
    index('messages_lead').on(table.lead_id, table.id),
  ],
);

/**
 * A call that was promised to a lead: the next try, or the first when its time has not come. One at most waits for a
 * lead; which call came of it, or why none did, stays as a record.
 */
export const plannedCalls = pgTable(
  'planned_calls',
  {
    id: identity(),
    account_id: of(() => accounts.id),
    lead_id: of(() => leads.id),
    team_id: whole().references(() => teams.id),
    due_at: moment().notNull(),
    retry: integer(),
    lead_retry: integer(),
    previous_call_id: whole().references(() => calls.id),
    is_fallback: boolean().notNull().default(false),
    /** The agent who asked for it: nobody else is rung; null: the team. */
    asked_by: whole().references(() => users.id),
    /** Why it is not made now, in plain words. */
    reason: text().notNull(),
    requested_at: moment().notNull(),
    intake_key: text(),
    created_at: now(),
    /** It waits no longer. */
    ended_at: moment(),
    call_id: whole().references(() => calls.id),
    /** Why no call came of it. */
    cancelled: text(),
  },
  (table) => [
    uniqueIndex('planned_calls_one_open').on(table.lead_id).where(sql`${table.ended_at} is null`),
    index('planned_calls_due').on(table.due_at).where(sql`${table.ended_at} is null`),
    index('planned_calls_team').on(table.account_id, table.ended_at),
    unique('planned_calls_intake_key').on(table.account_id, table.intake_key),
  ],
);

/** Why an agent was rung or passed over, as it was known at that moment. */
export interface AgentReason {
  readonly user_id: number;
  readonly verdict: 'rung' | 'skipped';
  readonly reason: string;
}

/** Each look for somebody to ring, with its reasons. */
export const routingDecisions = pgTable(
  'routing_decisions',
  {
    id: identity(),
    call_id: of(() => calls.id),
    at: moment().notNull(),
    outcome: text().notNull(),
    agents: jsonb().$type<readonly AgentReason[]>().notNull(),
  },
  (table) => [index('routing_decisions_call').on(table.call_id, table.id)],
);

/** Files of leads that were taken in. */
export const leadImports = pgTable(
  'lead_imports',
  {
    id: identity(),
    account_id: of(() => accounts.id),
    /** `receiving`: the file's end has not come. */
    status: text({ enum: ['receiving', 'running', 'complete', 'failed'] }).notNull(),
    /** How its bytes are read. */
    encoding: text(),
    /** The process that takes it in, until then; another one goes on afterwards. */
    claimed_by: text(),
    claimed_until: moment(),
    /** Tries in a row that got no further. */
    attempts: integer().notNull().default(0),
    /** Lines read so far, without the heading. */
    lines: integer().notNull().default(0),
    taken: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    /** Why the rest of the file was not read. */
    error: text(),
    created_at: now(),
    ended_at: moment(),
  },
  (table) => [
    index('lead_imports_account').on(table.account_id, table.id),
    index('lead_imports_open').on(table.claimed_until).where(sql`${table.ended_at} is null`),
  ],
);

/** The file itself, in pieces, until its last line is done. */
export const leadImportParts = pgTable(
  'lead_import_parts',
  {
    import_id: of(() => leadImports.id, { onDelete: 'cascade' }),
    /** From 0. */
    n: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.import_id, table.n] })],
);

export const leadImportLines = pgTable(
  'lead_import_lines',
  {
    import_id: of(() => leadImports.id),
    /** Of the file: the heading is 1. */
    line: integer().notNull(),
    lead_id: whole().references(() => leads.id),
    outcome: text().notNull(),
    reason: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.import_id, table.line] }),
    index('lead_import_lines_lead').on(table.lead_id),
  ],
);

/** The lease by which the server knows who can be rung: one phone per user. */
export const presence = pgTable('presence', {
  user_id: of(() => users.id).primaryKey(),
  phone_id: text().notNull(),
  /** The browser of that page, by its session: its next page load takes the lease over at once. null: it has ended. */
  session_hash: text(),
  state: text({ enum: PHONE_STATES }).notNull(),
  device: text({ enum: ['registered', 'unregistered'] }).notNull(),
  audio: text({ enum: ['ready', 'locked'] }).notNull(),
  call_user_id: whole(),
  renewed_at: moment().notNull(),
  /** Since when it says what it says; null: since before that was written down. */
  changed_at: moment(),
  /** Set when a ring was not acknowledged in time; cleared by the next sign of life that is newer. */
  unreachable_at: moment(),
  unreachable_reason: text(),
});

/** The outbox: what a committed transition ordered. Performed at least once, claimed by one worker at a time. */
export const effects = pgTable(
  'effects',
  {
    id: identity(),
    kind: text().notNull(),
    payload: jsonb().$type<unknown>().notNull(),
    call_id: whole(),
    due_at: now(),
    attempts: integer().notNull().default(0),
    claimed_by: text(),
    claimed_until: moment(),
    /** Performed, or no longer wanted, or given up (`last_error`). */
    done_at: moment(),
    last_error: text(),
    /** A second row with the same key is not made. */
    dedupe_key: text().unique(),
    created_at: now(),
  },
  (table) => [
    index('effects_due').on(table.due_at, table.id).where(sql`${table.done_at} is null`),
    index('effects_call').on(table.call_id).where(sql`${table.done_at} is null`),
  ],
);

/** Callbacks of the provider that were taken already: they come twice. */
export const webhookReceipts = pgTable(
  'webhook_receipts',
  { key: text().primaryKey(), received_at: now() },
  (table) => [index('webhook_receipts_age').on(table.received_at)],
);

/** The key itself is shown once; here is its SHA-256 in hex. */
export const apiKeys = pgTable('api_keys', {
  id: identity(),
  account_id: of(() => accounts.id),
  name: text().notNull(),
  key_hash: text().notNull().unique(),
  created_at: now(),
  revoked_at: moment(),
});

/** How many calls an API key has ordered in each of the last minutes. */
export const apiKeyMinutes = pgTable(
  'api_key_minutes',
  {
    api_key_id: of(() => apiKeys.id),
    minute: moment().notNull(),
    calls: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.api_key_id, table.minute] })],
);

/** Where an account wants to be told of what happens: an address of its own, or its CRM. */
export const outwardDestinations = pgTable(
  'outward_destinations',
  {
    id: identity(),
    account_id: of(() => accounts.id),
    kind: text().notNull().default('webhook'),
    url: text().notNull(),
    /** Signs what is posted; of a CRM, its token. */
    secret: text().notNull(),
    events: text().array().notNull(),
    /** Of `call_completed`. */
    filters: jsonb().$type<unknown>().notNull().default({}),
    /** Of a CRM: how it is written to. */
    settings: jsonb().$type<unknown>(),
    /** Why a CRM let nothing in at the last try; null: it does. */
    trouble: text(),
    trouble_at: moment(),
    /** Nothing is tried before. */
    paused_until: moment(),
    version: version(),
    created_at: now(),
    removed_at: moment(),
  },
  (table) => [index('outward_destinations_account').on(table.account_id)],
);

/**
 * What happened, for the outside. Written in the transaction of the change itself (`record-news.ts`);
 * `body` is what was told, as it was when its time had come.
 */
export const outwardEvents = pgTable(
  'outward_events',
  {
    id: identity(),
    account_id: whole().notNull(),
    type: text().notNull(),
    lead_id: whole(),
    call_id: whole(),
    /** A second event with the same key is not made. */
    key: text().unique(),
    /** The CRM that said so; it is not told again. */
    source: text(),
    due_at: moment().notNull(),
    created_at: now(),
    told_at: moment(),
    body: text(),
  },
  (table) => [
    index('outward_events_due').on(table.due_at).where(sql`${table.told_at} is null`),
    index('outward_events_lead').on(table.lead_id),
    index('outward_events_call').on(table.call_id),
    index('outward_events_age').on(table.created_at),
  ],
);

/** One event on its way to one destination. */
export const outwardDeliveries = pgTable(
  'outward_deliveries',
  {
    id: identity(),
    event_id: of(() => outwardEvents.id, { onDelete: 'cascade' }),
    destination_id: of(() => outwardDestinations.id),
    status: word('waiting', 'delivered', 'failed'),
    attempts: integer().notNull().default(0),
    /** The tries of the present round began then: at the event, or at its replay. */
    since: moment().notNull(),
    due_at: moment().notNull(),
    claimed_until: moment(),
    /** HTTP status of the last try; null: no answer. */
    last_status: integer(),
    last_error: text(),
    concluded_at: moment(),
  },
  (table) => [
    unique('outward_deliveries_once').on(table.event_id, table.destination_id),
    index('outward_deliveries_due')
      .on(table.destination_id, table.due_at)
      .where(sql`${table.status} = 'waiting'`),
  ],
);

/** A lead as a CRM knows it. */
export const crmContacts = pgTable(
  'crm_contacts',
  {
    destination_id: of(() => outwardDestinations.id),
    lead_id: of(() => leads.id),
    /** The CRM's own id; null: not known, or not there. */
    contact_id: text(),
    /** The last request to make one was begun then, and its answer was not heard. */
    making_since: moment(),
    /** It was made by us then; null: it was there before. */
    made_at: moment(),
    /** The CRM's own news of what we had made there came back then. */
    echoed_at: moment(),
    /** SHA-256 of what was written last, and the delivery that wrote it. */
    written: text(),
    written_by: whole(),
  },
  (table) => [
    primaryKey({ columns: [table.destination_id, table.lead_id] }),
    index('crm_contacts_lead').on(table.lead_id),
  ],
);

/** A call as a CRM keeps it: one entry, whatever is told of it and how often. */
export const crmCalls = pgTable(
  'crm_calls',
  {
    destination_id: of(() => outwardDestinations.id),
    call_id: of(() => calls.id),
    /** The CRM's own id of the entry. */
    entry_id: text(),
    /** The last request to make one was begun then, and its answer was not heard. */
    making_since: moment(),
    /** SHA-256 of what was written last, and the delivery that wrote it. */
    written: text(),
    written_by: whole(),
  },
  (table) => [
    primaryKey({ columns: [table.destination_id, table.call_id] }),
    index('crm_calls_call').on(table.call_id),
  ],
);

/** The installation's own values: made secrets, the application at the provider, the version of the demo. */
export const settings = pgTable('settings', { key: text().primaryKey(), value: text().notNull() });

/** Who did what that must be answered for. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: identity(),
    account_id: whole().notNull(),
    user_id: whole(),
    action: text().notNull(),
    subject: text().notNull(),
    address: text(),
    at: now(),
  },
  (table) => [index('audit_log_account').on(table.account_id, table.id)],
);
