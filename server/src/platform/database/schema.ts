// The same for the embedded database and PostgreSQL. No row references another account's rows. `provider_sid` is the
// telephony provider's id: unique, null until it responds.

import { CLOCKS, DATE_ORDERS, LANGUAGES } from '@offhook/contract/accounts/languages';
import { SUPERVISE_ACTIONS } from '@offhook/contract/accounts/permissions';
import { SECOND_FACTOR_RULES } from '@offhook/contract/accounts/second-factor';
import { PHONE_STATES } from '@offhook/contract/agent/phone-states';
import { WRAP_UPS } from '@offhook/contract/agent/wrap-up';
import { CALL_DIRECTIONS, CALL_STATUSES, CALL_TYPES } from '@offhook/contract/calls/call-kinds';
import { CALL_USER_STATUSES } from '@offhook/contract/calls/call-user';
import { DISPOSITIONS } from '@offhook/contract/calls/dispositions';
import type { BoardLimits } from '@offhook/contract/console/board-limits';
import { INVITATION_MAIL_STATUSES } from '@offhook/contract/console/people/invitation-entities';
import type { CallRates } from '@offhook/contract/console/report-entities';
import {
  REPORT_MAIL_FREQUENCIES,
  REPORT_MAIL_STATUSES,
  type ReportMailFilters,
} from '@offhook/contract/console/report-mail-entities';
import { QUESTION_KINDS, type RecordingAnalysis } from '@offhook/contract/console/review-entities';
import { CONSENT_CHANNELS, DO_NOT_CALL_SOURCES } from '@offhook/contract/leads/consent';
import { SPECIAL_NUMBERS } from '@offhook/contract/phone-numbers/number-kinds';
import type { ClosedDate, WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
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
import { ACCENTS, BETWEEN_WORDS } from '../core/search/name-words.ts';

/** 64 bits, so that any id in a request is at worst unknown, never out of range. */
const int64 = () => bigint({ mode: 'number' });
const identity = (startWith = 1, increment = 1) =>
  int64().primaryKey().generatedByDefaultAsIdentity({ startWith, increment });
const parent = (row: () => AnyPgColumn, actions?: { readonly onDelete: 'cascade' }) =>
  int64().notNull().references(row, actions);
const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  text({ enum: values }).notNull().default(values[0]);
const timestamptz = () => timestamp({ withTimezone: true, mode: 'date' });
const defaultNow = () => timestamptz().notNull().defaultNow();
/** Detects concurrent edits by administrators. */
const version = () => integer().notNull().default(1);
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export interface RegionWindow {
  readonly prefix: string;
  readonly from_minute: number;
  readonly to_minute: number;
}

export interface ParkedRow {
  readonly by: number;
  readonly userId: number;
  readonly teamId: number | null;
  readonly since: number;
  readonly stage: 'none' | 'parker' | 'team';
}

export interface RecordingPauseRow {
  readonly state: 'pausing' | 'paused' | 'resuming';
  /** A call user. */
  readonly by: number;
  /** When the pause, or its end, was requested (ms since 1970). */
  readonly since: number;
}

/** Overrides the built-in list of regions where recordings must be announced. The longest prefix wins. */
export interface RecordingRegion {
  readonly prefix: string;
  readonly announces: boolean;
}

export type FormFields = readonly (readonly [name: string, value: string])[];

export const accounts = pgTable(
  'accounts',
  {
    id: identity(),
    name: text().notNull(),
    /** For parsing and formatting national phone numbers. */
    country_code: text().notNull(),
    time_zone: text().notNull(),
    /** For announcements and prompts that the account didn't write. */
    language: text({ enum: LANGUAGES }).notNull().default('en'),
    custom_crm_url: text(),
    /** Minutes of the lead's local day. */
    calling_from_minute: integer().notNull().default(480),
    calling_to_minute: integer().notNull().default(1260),
    /** Per lead within 24 hours; null for no limit. */
    attempts_per_day: integer(),
    calling_countries: text().array().notNull().default([]),
    special_numbers: text({ enum: SPECIAL_NUMBERS }).array().notNull().default([]),
    /** Per API key; null for no limit. */
    key_calls_per_minute: integer().default(600),
    region_windows: jsonb().$type<readonly RegionWindow[]>().notNull().default([]),
    /** Minutes of the lead's local day; null for the calling hours. */
    texting_from_minute: integer(),
    texting_to_minute: integer(),
    texts_need_consent: boolean().notNull().default(false),
    /** For teams that announce by region; other regions follow the built-in list. */
    recording_regions: jsonb().$type<readonly RecordingRegion[]>().notNull().default([]),
    /** How long an agent may pause a recording; null: not at all. */
    recording_pause_minutes: integer(),
    /** Only limits that were changed; see `BoardLimits`. */
    board_limits: jsonb().$type<Partial<BoardLimits>>().notNull().default({}),
    /** Supervisors may create links to a recording for people without a login. */
    external_links: boolean().notNull().default(false),
    /** How long a parked call waits before phones ring for it. */
    park_minutes: integer().notNull().default(3),
    /** Teams with hours are closed on these dates. */
    holidays: jsonb().$type<readonly ClosedDate[]>().notNull().default([]),
    /** ISO 4217, of `call_rates`. */
    currency: text().notNull().default('USD'),
    /** For the cost estimate of reports; null for the defaults. */
    call_rates: jsonb().$type<CallRates>(),
    /** Users who can't log in with their password alone. */
    second_factor: oneOf(...SECOND_FACTOR_RULES),
    /** 0 keeps them; null uses the installation's default. */
    recordings_days: integer(),
    personal_days: integer(),
    retention_due_at: timestamptz(),
    version: version(),
    created_at: defaultNow(),
  },
  (table) => [check('accounts_language', sql`${table.language} in ('en', 'es')`)],
);

export const users = pgTable(
  'users',
  {
    id: identity(),
    account_id: parent(() => accounts.id),
    /** Lower case. */
    email: text().notNull().unique(),
    full_name: text().notNull(),
    phone_number: text(),
    password_hash: text().notNull(),
    profile_picture: text().notNull().default(''),
    permissions: text().array().notNull().default([]),
    /** Of a supervisor of given teams; null: of the whole account. */
    supervised_team_ids: jsonb().$type<readonly number[]>(),
    hubspot_id: text(),
    salesforce_domain: text(),
    activecampaign_domain: text(),
    country_code: text(),
    time_zone: text().notNull(),
    /** Null: the browser's language. The same goes for `clock` and `date_order`. */
    language: text({ enum: LANGUAGES }),
    clock: text({ enum: CLOCKS }),
    date_order: text({ enum: DATE_ORDERS }),
    /** If false, also rung on `phone_number`. */
    is_app_only: boolean().notNull().default(true),
    mobile_enabled: boolean().notNull().default(false),
    /** Overrides `status`. */
    do_not_disturb: boolean().notNull().default(false),
    /** `available`, or the key of a status in which the agent gets no calls. */
    status: text().notNull().default('available'),
    /** null while signed out. */
    status_since: timestamptz(),
    /** Replaces `status` when the current call's wrap-up ends, and already counts for new calls. */
    next_status: text(),
    /** The call of the current wrap-up, or of one whose time is over. */
    wrap_up_call_id: int64(),
    /** null: when the agent is done. */
    wrap_up_ends_at: timestamptz(),
    /** Daily call limit; null for no limit. */
    cap: integer(),
    schedule: jsonb().$type<WeeklySchedule>(),
    active: boolean().notNull().default(true),
    /** The agent's next call user gets `n` = this + 1. */
    call_user_total: int64().notNull().default(0),
    version: version(),
    created_at: defaultNow(),
  },
  (table) => [
    index('users_account').on(table.account_id, table.full_name, table.id),
    check('users_language', sql`${table.language} in ('en', 'es')`),
    check('users_clock', sql`${table.clock} in ('12', '24')`),
    check('users_date_order', sql`${table.date_order} in ('mdy', 'dmy', 'ymd')`),
  ],
);

/** The account's own statuses, and its settings of built-in ones, whose `name` is null. */
export const agentStatuses = pgTable(
  'agent_statuses',
  {
    account_id: parent(() => accounts.id),
    key: text().notNull(),
    name: text(),
    icon: text().notNull(),
    /** Allowed per day; null for no limit. */
    minutes_per_day: integer(),
    position: integer().notNull(),
    archived_at: timestamptz(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.key] })],
);

/** Times in a status that has ended, also `available`. The current one is in `users`. */
export const agentStatusIntervals = pgTable(
  'agent_status_intervals',
  {
    id: identity(),
    account_id: parent(() => accounts.id),
    user_id: parent(() => users.id),
    status: text().notNull(),
    started_at: timestamptz().notNull(),
    ended_at: timestamptz().notNull(),
  },
  (table) => [
    index('agent_status_intervals_user').on(table.user_id, table.ended_at),
    index('agent_status_intervals_account').on(table.account_id, table.ended_at),
  ],
);

/** The cookie has the token; these are SHA-256 hashes of its parts, in hex. */
export const sessions = pgTable(
  'sessions',
  {
    /** Hash of the token's constant part. */
    token_hash: text().primaryKey(),
    /** Hash of the part that a password change renews; null before the first change. */
    secret_hash: text(),
    user_id: parent(() => users.id),
    created_at: defaultNow(),
    expires_at: timestamptz().notNull(),
    /** Null in sessions of earlier versions. Of the login; the same goes for `address`. */
    user_agent: text(),
    address: text(),
    last_seen_at: timestamptz(),
    /** When the user last proved who they are: by the login or before a change. */
    confirmed_at: timestamptz(),
  },
  (table) => [index('sessions_expiry').on(table.expires_at), index('sessions_user').on(table.user_id)],
);

/** People who were invited and aren't users yet: accepting or revoking an invitation deletes it. */
export const userInvitations = pgTable(
  'user_invitations',
  {
    id: identity(),
    account_id: parent(() => accounts.id),
    /** Lower case. */
    email: text().notNull(),
    /** May be empty. */
    full_name: text().notNull(),
    permissions: text().array().notNull(),
    team_ids: jsonb().$type<readonly number[]>().notNull(),
    /** As the user's. */
    supervised_team_ids: jsonb().$type<readonly number[]>(),
    /** null: the user no longer exists, or the command line. */
    invited_by: int64().references(() => users.id, { onDelete: 'set null' }),
    created_at: defaultNow(),
    expires_at: timestamptz().notNull(),
    mail_status: text({ enum: INVITATION_MAIL_STATUSES }).notNull(),
    /** Of the last change of `mail_status`. */
    mail_at: timestamptz().notNull(),
    mail_error: text(),
  },
  (table) => [unique('user_invitations_once').on(table.account_id, table.email)],
);

/** Reports that are sent by mail on a schedule. */
export const reportMails = pgTable(
  'report_mails',
  {
    id: identity(),
    account_id: parent(() => accounts.id),
    /** null: the user no longer exists. */
    owner_id: int64().references(() => users.id, { onDelete: 'set null' }),
    frequency: text({ enum: REPORT_MAIL_FREQUENCIES }).notNull(),
    /** Since midnight, in the account's time zone. */
    minute: smallint().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    filters: jsonb().$type<ReportMailFilters>().notNull(),
    compares: boolean().notNull(),
    is_paused: boolean().notNull().default(false),
    /** null: it's paused, or a worker plans it without sending anything. */
    next_at: timestamptz(),
    /** For which `next_at` was planned. A worker plans it again if the account's differs. */
    time_zone: text().notNull(),
    /** Of the last mail that a person asked for. */
    asked_at: timestamptz(),
    version: version(),
    created_at: defaultNow(),
  },
  (table) => [
    index('report_mails_of_account').on(table.account_id),
    index('report_mails_due').on(table.next_at).where(sql`not is_paused`),
  ],
);

export const reportMailRecipients = pgTable(
  'report_mail_recipients',
  {
    report_mail_id: parent(() => reportMails.id, { onDelete: 'cascade' }),
    user_id: parent(() => users.id, { onDelete: 'cascade' }),
    status: text({ enum: REPORT_MAIL_STATUSES }).notNull().default('none'),
    /** Of the last change of `status`. */
    status_at: timestamptz(),
    error: text(),
    /** The latest time whose mail the mail server has accepted: a server that died then doesn't send it again. */
    sent_for: timestamptz(),
  },
  (table) => [primaryKey({ columns: [table.report_mail_id, table.user_id] })],
);

/** Links that let someone in without a password: of an invitation, or for a user's new password. SHA-256 in hex. */
export const signInTokens = pgTable(
  'sign_in_tokens',
  {
    id: identity(),
    token_hash: text().notNull().unique(),
    invitation_id: int64().references(() => userInvitations.id, { onDelete: 'cascade' }),
    user_id: int64().references(() => users.id, { onDelete: 'cascade' }),
    expires_at: timestamptz().notNull(),
  },
  (table) => [
    index('sign_in_tokens_invitation').on(table.invitation_id),
    index('sign_in_tokens_user').on(table.user_id),
    index('sign_in_tokens_expiry').on(table.expires_at),
    check('sign_in_tokens_one', sql`(${table.invitation_id} is null) <> (${table.user_id} is null)`),
  ],
);

/** Attempts of the last hour, and each network's last success. Keys are SHA-256 in hex. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    id: identity(),
    account_key: text().notNull(),
    address_key: text().notNull(),
    network_key: text().notNull(),
    is_known: boolean().notNull(),
    succeeded: boolean().notNull().default(false),
    at: timestamptz().notNull(),
  },
  (table) => [
    index('login_attempts_account').on(table.account_key, table.at),
    index('login_attempts_network').on(table.network_key, table.at),
    index('login_attempts_at').on(table.at),
  ],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: identity(),
    user_id: parent(() => users.id),
    /** base64url, as in the browser's messages. */
    credential_id: text().notNull().unique(),
    /** COSE. */
    public_key: bytea().notNull(),
    /** Of uses; authenticators that don't count keep it at 0. */
    counter: int64().notNull(),
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    created_at: defaultNow(),
    last_used_at: timestamptz(),
  },
  (table) => [index('passkeys_user').on(table.user_id)],
);

export const totpFactors = pgTable('totp_factors', {
  user_id: int64()
    .primaryKey()
    .references(() => users.id),
  /** base32, sealed (`platform/secrets`). */
  secret: text().notNull(),
  /** The newest 30 s period whose code was used; its code and older ones are rejected. */
  last_period: int64().notNull(),
  created_at: defaultNow(),
  last_used_at: timestamptz(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: parent(() => users.id),
    /** SHA-256 in hex of a random code of 80 bits. */
    code_hash: text().notNull(),
    created_at: defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
);

/** Login by the account's own OpenID Connect issuer. */
export const singleSignOn = pgTable('single_sign_on', {
  account_id: int64()
    .primaryKey()
    .references(() => accounts.id),
  /** What users call it, such as `Acme`. */
  name: text().notNull(),
  /** Of users' emails, in lower case. A domain belongs to one account at most. */
  domains: text().array().notNull(),
  issuer: text().notNull(),
  client_id: text().notNull(),
  /** Sealed (`platform/secrets`). */
  client_secret: text().notNull(),
  /** Accepts an email about which the issuer doesn't say whether it's verified. */
  trusts_emails: boolean().notNull().default(false),
  /** Refuses every other login of the account's users. */
  is_only: boolean().notNull().default(false),
  /** null: no login has succeeded with this issuer and client ID yet. */
  last_login_at: timestamptz(),
  version: version(),
});

/** Logins that wait for their second step, and factors that are being set up. */
export const signInSteps = pgTable(
  'sign_in_steps',
  {
    /** Of the step's own cookie, or of the session whose user adds a factor. */
    token_hash: text().primaryKey(),
    kind: text({ enum: ['verify', 'setUp', 'passkey', 'change'] }).notNull(),
    /** Null while the browser is asked for any passkey. */
    user_id: int64().references(() => users.id),
    /** Of the passkey that the browser was asked for. */
    challenge: text(),
    /** Not confirmed by a code yet. Sealed (`platform/secrets`). */
    totp_secret: text(),
    /** The login's attempt, which succeeds with the second step. */
    attempt_id: int64(),
    /** Origin of the page that logs in; empty for the server's own. */
    page: text().notNull().default(''),
    failures: integer().notNull().default(0),
    expires_at: timestamptz().notNull(),
  },
  (table) => [
    index('sign_in_steps_expiry').on(table.expires_at),
    index('sign_in_steps_user').on(table.user_id),
  ],
);

export const teams = pgTable(
  'teams',
  {
    id: identity(),
    version: version(),
    account_id: parent(() => accounts.id),
    name: text().notNull(),
    /** Gets leads without a team. */
    is_default: boolean().notNull().default(false),
    fallback_team_id: int64(),
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
    team_id: parent(() => teams.id),
    user_id: parent(() => users.id),
    /** Lower groups are rung first. */
    priority_group: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.team_id, table.user_id] }),
    index('team_members_user').on(table.user_id),
  ],
);

export const profiles = pgTable('profiles', {
  id: identity(),
  account_id: parent(() => accounts.id),
  team_id: parent(() => teams.id).unique(),
  mode: oneOf('simultaneous', 'round_robin'),
  /** `{fname}`, `{lname}`, `{company}`, `{category}`, … are replaced with the lead's data. */
  whisper_template: text(),
  is_deal_whispertext: boolean().notNull().default(false),
  /** Delays of the retries to reach an agent. */
  retry_minutes: integer().array().notNull().default([]),
  /** Delays of the follow-ups to reach the lead. */
  followup_minutes: integer().array().notNull().default([]),
  records: boolean().notNull().default(true),
  announces_recording: boolean().notNull().default(false),
  /** Only in regions whose law requires it; needs `announces_recording`. */
  announces_by_region: boolean().notNull().default(false),
  rotation: integer().notNull().default(0),
  delay_seconds: integer().notNull().default(0),
  /** Highest number of scheduled calls that start in a minute; null without a limit. */
  calls_per_minute: integer(),
  /** Sent once if the lead couldn't be called. */
  missed_text: text(),
  welcome_message: text(),
  /** null turns voicemail off. */
  voicemail_greeting: text(),
  /** A row of `greeting_files`, which plays in place of the text. */
  welcome_file: text(),
  /** A row of `greeting_files`, which plays in place of the text and turns voicemail on. */
  voicemail_file: text(),
  /** BCP 47, for both greetings; null uses the provider's default. */
  greeting_language: text(),
  /** Markdown, with the lead's data in place of `{fname}`, `{company}`, … */
  script: text(),
  /** Agents may hear their colleagues' recordings of a lead while the lead rings or talks with them. */
  shares_recordings: boolean().notNull().default(false),
  wrap_up: oneOf(...WRAP_UPS),
  /** For `fixed`. */
  wrap_up_seconds: integer().notNull().default(30),
});

/** Audio that callers hear. A new recording is a new row, so that calls can play the old one to its end. */
export const greetingFiles = pgTable(
  'greeting_files',
  {
    /** Random: the audio's address has no other protection. */
    id: text().primaryKey(),
    account_id: parent(() => accounts.id),
    /** The uploaded file's; null: recorded with a microphone. */
    name: text(),
    milliseconds: integer().notNull(),
    bytes: integer().notNull(),
    storage: oneOf('folder', 's3'),
    path: text().notNull(),
    key_id: text(),
    created_at: defaultNow(),
    /** null while a team uses it. */
    expires_at: timestamptz(),
  },
  (table) => [
    index('greeting_files_account').on(table.account_id),
    index('greeting_files_path').on(table.path),
  ],
);

export const tags = pgTable(
  'tags',
  {
    id: identity(),
    profile_id: parent(() => profiles.id),
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
    account_id: parent(() => accounts.id),
    team_id: parent(() => teams.id),
    name: text(),
    phone_number: text().notNull().unique(),
    provider_sid: text().unique(),
  },
  (table) => [index('numbers_account').on(table.account_id), index('numbers_team').on(table.team_id)],
);

/**
 * What agents search leads by: the words of the name without case and accents, each three digits of the number as `#415`,
 * and the account as `@100`. A search repeats this expression, so that PostgreSQL uses the index.
 */
export function leadSearchTerms(
  lead: Readonly<Record<'account_id' | 'phone_number' | 'fname' | 'lname' | 'label', SQLWrapper>>,
): SQL {
  const { account_id, phone_number, fname, lname, label } = lead;
  const words = wordsOf(sql`${fname} || ' ' || ${lname} || ' ' || ${label}`, 400);
  const digits = THREE_DIGITS.map((at) => sql`'#' || substr(${phone_number}, ${sql.raw(String(at))}, 3)`);
  return sql`array_to_tsvector(array_remove(${words} || array['@' || ${account_id}::text, ${sql.join(digits, sql`, `)}], ''))`;
}

/**
 * What the console searches leads by besides their names and numbers: the words of the company and of the email address,
 * and the account as `@100`.
 */
export function leadContactTerms(
  lead: Readonly<Record<'account_id' | 'company' | 'email', SQLWrapper>>,
): SQL {
  const { account_id, company, email } = lead;
  const words = wordsOf(sql`coalesce(${company}, '') || ' ' || coalesce(${email}, '')`, 500);
  return sql`array_to_tsvector(array_remove(${words} || array['@' || ${account_id}::text], ''))`;
}

/** Without case and accents. */
function wordsOf(texts: SQL, maxLength: number): SQL {
  const start = sql`left(normalize(${texts}, NFKD), ${sql.raw(String(maxLength))})`;
  const plain = sql`lower(regexp_replace(${start}, ${literal(ACCENTS)}, '', 'g'))`;
  return sql`regexp_split_to_array(${plain}, ${literal(BETWEEN_WORDS)})`;
}

export const hasLeadContact = (lead: Readonly<Record<'company' | 'email', SQLWrapper>>): SQL =>
  sql`(${lead.company} is not null or ${lead.email} is not null)`;

/** An index has no parameters. */
const literal = (text: string) => sql.raw(`'${text}'`);
/** Where they begin in the longest number, after its plus sign. */
const THREE_DIGITS = Array.from({ length: 13 }, (_, index) => index + 2);

export const leads = pgTable(
  'leads',
  {
    id: identity(),
    account_id: parent(() => accounts.id),
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
    owner_user_id: int64().references(() => users.id),
    team_id: int64().references(() => teams.id),
    time_zone: text(),
    /** Name of the form that the person last sent. */
    form: text(),
    /** What it contained besides the other columns: names and values, in the form's order. */
    fields: jsonb().$type<FormFields>().notNull().default([]),
    /** When the lead last came in through the API, an import or a CRM. */
    form_at: timestamptz(),
    origin: oneOf('intake', 'agent', 'inbound'),
    do_not_call: boolean().notNull().default(false),
    /** The lead opted out by text, which sets `do_not_call`; an opt-in lifts it. */
    stopped_at: timestamptz(),
    /** From the latest tagged call. */
    tag_id: int64().references(() => tags.id),
    /** Set by an agent's result; the lead is never called or texted again. */
    removed_at: timestamptz(),
    missed_text_at: timestamptz(),
    /** When personal data was erased; a do-not-call lead keeps its number. */
    erased_at: timestamptz(),
    version: version(),
    created_at: defaultNow(),
    updated_at: defaultNow(),
  },
  (table) => [
    unique('leads_account_phone').on(table.account_id, table.phone_number),
    index('leads_phone').on(table.phone_number),
    // With `fastupdate`, one insert of many would have to write the terms of all.
    index('leads_search').using('gin', leadSearchTerms(table)).with({ fastupdate: false }),
    index('leads_contact_search')
      .using('gin', leadContactTerms(table))
      .with({ fastupdate: false })
      .where(hasLeadContact(table)),
  ],
);

/** Never changed, and deleted when the person is erased. */
export const leadConsents = pgTable(
  'lead_consents',
  {
    id: identity(),
    lead_id: parent(() => leads.id),
    channel: text({ enum: CONSENT_CHANNELS }).notNull(),
    /** The sentence the person agreed to. */
    text: text().notNull(),
    method: text(),
    source_url: text(),
    ip: text(),
    user_agent: text(),
    given_at: timestamptz().notNull(),
    api_key_id: int64().references(() => apiKeys.id),
    /** Hash of the idempotency key or the evidence, so that a repeated request adds no row. */
    fingerprint: text().notNull(),
    created_at: defaultNow(),
  },
  (table) => [unique('lead_consents_once').on(table.lead_id, table.fingerprint)],
);

/** Numbers that are never called or texted. Unlike `leads.do_not_call`, an opt-in by text doesn't lift it. */
export const doNotCallNumbers = pgTable(
  'do_not_call_numbers',
  {
    account_id: parent(() => accounts.id),
    phone_number: text().notNull(),
    source: text({ enum: DO_NOT_CALL_SOURCES }).notNull(),
    /** null if added by API key or command line. */
    added_by: int64().references(() => users.id),
    created_at: defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.phone_number] })],
);

export const calls = pgTable(
  'calls',
  {
    /** Even, while call users are odd, so that mixed-up ids never match. */
    id: identity(1000, 2),
    account_id: parent(() => accounts.id),
    type: text({ enum: CALL_TYPES }).notNull(),
    direction: text({ enum: CALL_DIRECTIONS }).notNull(),
    status: text({ enum: CALL_STATUSES }).notNull(),
    result: text({ enum: DISPOSITIONS }),
    team_id: int64().references(() => teams.id),
    profile_id: int64().references(() => profiles.id),
    lead_id: int64().references(() => leads.id),
    number_id: int64().references(() => numbers.id),
    phone_number: text(),
    /** Digits sent after the answer. */
    extension: text(),
    /** Name at the time of the call. null if the lead had no name, and for older calls, which show the current name. */
    lead_fname: text(),
    lead_lname: text(),
    lead_label: text(),
    /** Number of the retry to reach an agent; null for the first attempt. */
    retry: integer(),
    /** Number of the follow-up to reach the lead; null for the first attempt. */
    lead_retry: integer(),
    previous_call_id: int64(),
    conference_name: text().unique(),
    conference_sid: text().unique(),
    /** A call user. Set once, by a conditional update. */
    claimed_by: int64(),
    /** Updated by transfers; null if no agent accepted it. */
    agent_id: int64().references(() => users.id),
    held_by: int64(),
    /** Set by a trigger. */
    held_since: timestamptz(),
    /** null: the recording runs, if there is one. */
    recording_pause: jsonb().$type<RecordingPauseRow>(),
    parked: jsonb().$type<ParkedRow>(),
    reasons: jsonb().$type<readonly string[]>().notNull().default([]),
    started_at: defaultNow(),
    talk_started_at: timestamptz(),
    ended_at: timestamptz(),
    /** Talk time; 0 until the call ends. */
    seconds: integer().notNull().default(0),
    /** A party's connection was lost and may resume; the other party hears music for at most 45 s. */
    vanished_at: timestamptz(),
    voicemail_at: timestamptz(),
    voicemail_seconds: integer(),
    /** Last report from the provider: used as the end time if the actual one is unknown. */
    seen_at: timestamptz(),
    /** Idempotency key of the lead's sender. */
    intake_key: text(),
    /** The agent who requested this call; no other agents are rung. */
    asked_by: int64().references(() => users.id),
    is_fallback: boolean().notNull().default(false),
    requested_at: timestamptz(),
    /** null for immediately. */
    planned_for: timestamptz(),
    /** As in the scheduled call. */
    callback_by: int64().references(() => users.id),
    callback_for: int64().references(() => users.id),
    /** When personal data was erased. The call still counts in reports. */
    erased_at: timestamptz(),
  },
  (table) => [
    unique('calls_intake_key').on(table.account_id, table.intake_key),
    check('calls_id_even', sql`${table.id} % 2 = 0`),
    index('calls_open').on(table.id).where(sql`${table.ended_at} is null`),
    index('calls_open_number').on(table.account_id, table.phone_number).where(sql`${table.ended_at} is null`),
    index('calls_lead').on(table.lead_id, table.id),
    index('calls_unknown_number')
      .on(table.account_id, table.phone_number, table.id)
      .where(sql`${table.lead_id} is null`),
    index('calls_account_started').on(table.account_id, table.started_at),
    index('calls_account').on(table.account_id, table.id),
    index('calls_previous').on(table.previous_call_id).where(sql`${table.previous_call_id} is not null`),
  ],
);

/** A row is added when the agent is rung. */
export const callUsers = pgTable(
  'call_users',
  {
    id: identity(1001, 2),
    call_id: parent(() => calls.id),
    user_id: parent(() => users.id),
    /** From this agent's perspective: only the target of a transfer sees `transfer`. */
    type: text({ enum: CALL_TYPES }).notNull(),
    status: text({ enum: CALL_USER_STATUSES }).notNull(),
    /** Gapless per user, from 1, for paging the history. Assigned by `addCallUser`. */
    n: int64().notNull(),
    autoaccept: boolean().notNull().default(false),
    invited_by: int64(),
    /** The team that was rung. */
    invited_team_id: int64().references(() => teams.id),
    /** The inviting agent's words. */
    invite_reason: text(),
    /** What this agent had written when handing over the call; null once their note is saved. */
    hand_over_note: text(),
    /** The inviting agent talks to this agent first, while the lead is on hold. */
    consults: boolean().notNull().default(false),
    /** Changes with a resume. */
    provider_sid: text().unique(),
    phone_id: text(),
    /** null for the app. */
    own_number: text(),
    created_at: defaultNow(),
    rung_at: timestamptz(),
    acknowledged_at: timestamptz(),
    accepted_at: timestamptz(),
    /** The connection was lost without a hang-up; null if connected or done. */
    vanished_at: timestamptz(),
    /** Set before the leg ends. */
    hung_up_at: timestamptz(),
    ended_at: timestamptz(),
    /** This agent's result; the call's result is the handling agent's. */
    result: text({ enum: DISPOSITIONS }),
    /** Until then the result can be undone and has no consequences; null once they have been applied. */
    result_settles_at: timestamptz(),
    /** This agent's tag; the lead's tag is the handling agent's. */
    tag_id: int64().references(() => tags.id),
    taken_by: int64().references(() => users.id),
    reason: text(),
  },
  (table) => [
    check('call_users_id_odd', sql`${table.id} % 2 = 1`),
    unique('call_users_user_n').on(table.user_id, table.n),
    index('call_users_call').on(table.call_id),
    index('call_users_accepted')
      .on(table.user_id, table.accepted_at)
      .where(sql`${table.accepted_at} is not null`),
    index('call_users_settling').on(table.call_id).where(sql`${table.result_settles_at} is not null`),
    // An agent rings or talks in one call at a time.
    uniqueIndex('call_users_one_open').on(table.user_id).where(sql`${table.ended_at} is null`),
  ],
);

export const legs = pgTable(
  'legs',
  {
    id: identity(),
    call_id: parent(() => calls.id),
    kind: text({ enum: ['agent', 'lead', 'caller'] }).notNull(),
    call_user_id: int64().references(() => callUsers.id),
    provider_sid: text().unique(),
    /** The provider's: queued, ringing, in-progress, completed, busy, failed, no-answer, canceled. */
    status: text().notNull(),
    created_at: defaultNow(),
    answered_at: timestamptz(),
    joined_at: timestamptz(),
    left_at: timestamptz(),
    ended_at: timestamptz(),
    sip_code: integer(),
    /** null if unanswered, unknown or off. */
    answered_by: text({ enum: ['human', 'machine'] }),
    held: boolean().notNull().default(false),
    /** Call SID of the leg that this one whispers to. */
    coaches: text(),
  },
  (table) => [index('legs_call').on(table.call_id), index('legs_call_user').on(table.call_user_id)],
);

export const recordings = pgTable(
  'recordings',
  {
    id: identity(),
    call_id: parent(() => calls.id),
    provider_sid: text().unique(),
    status: oneOf('in-progress', 'complete', 'failed'),
    storage: oneOf('folder', 's3'),
    /** Name in the storage, or relative to the recordings folder; set when complete. */
    path: text(),
    key_id: text(),
    /** Before encryption; null in older rows. */
    bytes: int64(),
    /** 1 or 2: the provider records the first participant on 1 and all others on 2. */
    agent_channel: smallint(),
    duration_seconds: integer(),
    /** Mono, left by a caller. */
    is_voicemail: boolean().notNull().default(false),
    created_at: defaultNow(),
    completed_at: timestamptz(),
    provider_removed_at: timestamptz(),
  },
  (table) => [index('recordings_call').on(table.call_id)],
);

/** Silent parts of a call's recording. Deleted with the recording. */
export const recordingPauses = pgTable(
  'recording_pauses',
  {
    id: identity(),
    call_id: parent(() => calls.id),
    /** Who paused. */
    user_id: parent(() => users.id),
    paused_at: timestamptz().notNull(),
    /** null: until the call ended, or still paused. */
    resumed_at: timestamptz(),
  },
  (table) => [index('recording_pauses_call').on(table.call_id)],
);

/** What a recording's audio says. Deleted with the recording. */
export const recordingAnalyses = pgTable('recording_analyses', {
  recording_id: int64()
    .primaryKey()
    .references(() => recordings.id, { onDelete: 'cascade' }),
  /** null: the audio can't be read. */
  analysis: jsonb().$type<RecordingAnalysis>(),
  created_at: defaultNow(),
});

/** Opens a recording without a login. Deleted when it is revoked, and with the recording. */
export const externalLinks = pgTable(
  'external_links',
  {
    id: identity(),
    recording_id: parent(() => recordings.id, { onDelete: 'cascade' }),
    /** Who created it. */
    user_id: parent(() => users.id),
    token_hash: text().notNull().unique(),
    created_at: defaultNow(),
    expires_at: timestamptz().notNull(),
    plays: integer().notNull().default(0),
    last_played_at: timestamptz(),
  },
  (table) => [
    index('external_links_recording').on(table.recording_id),
    index('external_links_expiry').on(table.expires_at),
  ],
);

/** Written while listening. Deleted with the recording. */
export const recordingComments = pgTable(
  'recording_comments',
  {
    id: identity(),
    recording_id: parent(() => recordings.id, { onDelete: 'cascade' }),
    user_id: parent(() => users.id),
    at_ms: integer().notNull(),
    text: text().notNull(),
    created_at: defaultNow(),
    edited_at: timestamptz(),
  },
  (table) => [index('recording_comments_recording').on(table.recording_id)],
);

/** Retired ones stay for the scorecards that answered them. */
export const scorecardQuestions = pgTable(
  'scorecard_questions',
  {
    id: identity(),
    account_id: parent(() => accounts.id),
    text: text().notNull(),
    kind: text({ enum: QUESTION_KINDS }).notNull(),
    weight: integer().notNull(),
    position: integer().notNull(),
    retired_at: timestamptz(),
  },
  (table) => [index('scorecard_questions_account').on(table.account_id)],
);

/** One per call and reviewer. Deleted with the call's last recording, because its texts may name the person. */
export const scorecards = pgTable(
  'scorecards',
  {
    id: identity(),
    call_id: parent(() => calls.id),
    user_id: parent(() => users.id),
    /** Percent, when it was saved. */
    score: smallint(),
    created_at: defaultNow(),
    updated_at: defaultNow(),
  },
  (table) => [unique('scorecards_reviewer').on(table.call_id, table.user_id)],
);

export const scorecardAnswers = pgTable(
  'scorecard_answers',
  {
    scorecard_id: parent(() => scorecards.id, { onDelete: 'cascade' }),
    question_id: parent(() => scorecardQuestions.id),
    value: smallint(),
    text: text(),
  },
  (table) => [
    primaryKey({ columns: [table.scorecard_id, table.question_id] }),
    index('scorecard_answers_question').on(table.question_id),
  ],
);

export const notes = pgTable(
  'notes',
  {
    id: identity(),
    call_id: parent(() => calls.id),
    user_id: parent(() => users.id),
    content: text().notNull(),
    /** Idempotency key of the phone. */
    request_key: text(),
    created_at: defaultNow(),
  },
  (table) => [
    index('notes_call').on(table.call_id),
    unique('notes_request_key').on(table.user_id, table.request_key),
  ],
);

/** Each is sent at most once. */
export const messages = pgTable(
  'messages',
  {
    id: identity(),
    account_id: parent(() => accounts.id),
    lead_id: parent(() => leads.id),
    direction: oneOf('outbound', 'inbound'),
    /** null if the text belongs to no call, as with inbound texts. */
    call_id: int64().references(() => calls.id),
    user_id: int64().references(() => users.id),
    from_number: text().notNull(),
    to_number: text().notNull(),
    body: text().notNull(),
    status: text({ enum: ['sending', 'sent', 'failed'] }).notNull(),
    /** The rule that prevented sending. */
    not_sent_reason: text(),
    /** queued, sent, delivered, undelivered, … A final status never changes. */
    delivery: text(),
    delivery_error: integer(),
    provider_sid: text().unique(),
    /** Idempotency key of the phone. */
    request_key: text(),
    created_at: defaultNow(),
    concluded_at: timestamptz(),
  },
  (table) => [
    unique('messages_request_key').on(table.user_id, table.request_key),
    index('messages_call').on(table.call_id, table.id),
    index('messages_lead').on(table.lead_id, table.id),
    index('messages_account').on(table.account_id, table.created_at),
  ],
);

/** At most one callback and one other is open per lead. Ended rows record the resulting call, or why there was none. */
export const scheduledCalls = pgTable(
  'planned_calls',
  {
    id: identity(),
    account_id: parent(() => accounts.id),
    lead_id: parent(() => leads.id),
    team_id: int64().references(() => teams.id),
    due_at: timestamptz().notNull(),
    retry: integer(),
    lead_retry: integer(),
    previous_call_id: int64().references(() => calls.id),
    is_fallback: boolean().notNull().default(false),
    /** The agent who requested it and is rung alone; null for the team. */
    asked_by: int64().references(() => users.id),
    /** The agent who set it; null: not a callback. */
    callback_by: int64().references(() => users.id),
    /** The agent who is rung before the team; null for the team. */
    callback_for: int64().references(() => users.id),
    /** Why it wasn't made immediately. */
    reason: text().notNull(),
    requested_at: timestamptz().notNull(),
    intake_key: text(),
    created_at: defaultNow(),
    ended_at: timestamptz(),
    call_id: int64().references(() => calls.id),
    cancelled: text(),
  },
  (table) => [
    uniqueIndex('planned_calls_one_attempt')
      .on(table.lead_id)
      .where(sql`${table.ended_at} is null and ${table.callback_by} is null`),
    uniqueIndex('planned_calls_one_callback')
      .on(table.lead_id)
      .where(sql`${table.ended_at} is null and ${table.callback_by} is not null`),
    index('planned_calls_callbacks')
      .on(table.callback_by, table.due_at)
      .where(sql`${table.ended_at} is null and ${table.callback_by} is not null`),
    // As the turns of due calls are sorted.
    index('planned_calls_turn')
      .on(
        table.team_id,
        sql`coalesce(${table.lead_retry}, 0)`,
        sql`coalesce(${table.retry}, 0)`,
        table.created_at,
      )
      .where(sql`${table.ended_at} is null and ${table.callback_by} is null`),
    index('planned_calls_due').on(table.due_at).where(sql`${table.ended_at} is null`),
    index('planned_calls_team').on(table.account_id, table.ended_at),
    unique('planned_calls_intake_key').on(table.account_id, table.intake_key),
  ],
);

/** What was known when the agent was rung or skipped. */
export interface AgentReason {
  readonly user_id: number;
  readonly verdict: 'rung' | 'skipped';
  readonly reason: string;
}

export const routingDecisions = pgTable(
  'routing_decisions',
  {
    id: identity(),
    call_id: parent(() => calls.id),
    at: timestamptz().notNull(),
    outcome: text().notNull(),
    agents: jsonb().$type<readonly AgentReason[]>().notNull(),
  },
  (table) => [index('routing_decisions_call').on(table.call_id, table.id)],
);

export const leadImports = pgTable(
  'lead_imports',
  {
    id: identity(),
    account_id: parent(() => accounts.id),
    /**
     * `receiving`: the upload isn't complete. `draft`: nothing is imported until an administrator starts it. `removing`: its
     * leads are being removed, after which it is `canceled` or `undone`.
     */
    status: text({
      enum: [
        'receiving',
        'draft',
        'running',
        'paused',
        'removing',
        'complete',
        'canceled',
        'undone',
        'failed',
      ],
    }).notNull(),
    encoding: text(),
    claimed_by: text(),
    claimed_until: timestamptz(),
    attempts: integer().notNull().default(0),
    /** Read so far, without the header. */
    lines: integer().notNull().default(0),
    taken: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    /** Why the rest of the file wasn't read. */
    error: text(),
    created_at: defaultNow(),
    ended_at: timestamptz(),
  },
  (table) => [
    index('lead_imports_account').on(table.account_id, table.id),
    index('lead_imports_open').on(table.claimed_until).where(sql`${table.ended_at} is null`),
  ],
);

export const leadImportParts = pgTable(
  'lead_import_parts',
  {
    import_id: parent(() => leadImports.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.import_id, table.n] })],
);

export const leadImportLines = pgTable(
  'lead_import_lines',
  {
    import_id: parent(() => leadImports.id),
    /** The header is 1. */
    line: integer().notNull(),
    lead_id: int64().references(() => leads.id),
    outcome: text().notNull(),
    reason: text().notNull(),
    /** When the call that the line scheduled is due. */
    scheduled_for: timestamptz(),
    /** The lead didn't exist before. */
    created_lead: boolean().notNull().default(false),
    /** The cells of a rejected row, until the import's plan expires. */
    cells: jsonb().$type<readonly string[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.import_id, table.line] }),
    index('lead_import_lines_lead').on(table.lead_id),
  ],
);

export interface ImportCheck {
  readonly rows: number;
  readonly new_leads: number;
  readonly known_leads: number;
  /** Number of rejected rows by problem. */
  readonly invalid: Readonly<Record<string, number>>;
  /** The first rejected rows. */
  readonly first_invalid: readonly number[];
  readonly is_complete: boolean;
}

/**
 * How a file that was uploaded in the console is imported. `lead_imports.claimed_until` of these is null, so that servers
 * which don't know plans leave them alone.
 */
export const leadImportPlans = pgTable(
  'lead_import_plans',
  {
    /** The import's. */
    id: bigint('import_id', { mode: 'number' })
      .primaryKey()
      .references(() => leadImports.id, { onDelete: 'cascade' }),
    file_name: text().notNull(),
    uploaded_by: parent(() => users.id),
    /** Increases with each change, so that a check or a start for an earlier plan is ignored. */
    revision: integer().notNull().default(1),
    has_header: boolean().notNull().default(true),
    /** The field of each column: a field's name, `field` for a form field, or null. */
    columns: jsonb().$type<readonly (string | null)[]>().notNull(),
    team_id: int64().references(() => teams.id),
    source: text(),
    known: oneOf('update', 'skip'),
    calls: oneOf('at', 'now', 'none'),
    /** YYYY-MM-DD, in the lead's time zone. */
    call_date: text(),
    call_minute: integer().notNull().default(540),
    result: jsonb().$type<ImportCheck>(),
    /** Names of the file's columns, for the file of rejected rows. */
    headings: jsonb().$type<readonly string[]>().notNull().default([]),
    /** The last line that was imported; while leads are removed, the last one of the removal. */
    last_line: integer().notNull().default(0),
    new_leads: integer().notNull().default(0),
    known_leads: integer().notNull().default(0),
    started_at: timestamptz(),
    started_by: int64().references(() => users.id),
    /** Time spent importing so far, without pauses. */
    busy_ms: int64().notNull().default(0),
    /** `check` counts the rows, `import` adds the leads, `cancel` and `undo` remove them. */
    work: text({ enum: ['check', 'import', 'cancel', 'undo'] }),
    claimed_by: text(),
    claimed_until: timestamptz(),
    attempts: integer().notNull().default(0),
    /** When the file, or what is left of it, is deleted. */
    expires_at: timestamptz(),
  },
  (table) => [
    index('lead_import_plans_due').on(table.claimed_until).where(sql`${table.work} is not null`),
    index('lead_import_plans_expiry').on(table.expires_at),
  ],
);

/** What the columns of a file were mapped to last time, by a hash of their names. */
export const leadImportMappings = pgTable(
  'lead_import_mappings',
  {
    account_id: parent(() => accounts.id),
    headings_hash: text().notNull(),
    columns: jsonb().$type<readonly (string | null)[]>().notNull(),
    used_at: defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.headings_hash] })],
);

/** One phone per user, with a lease. */
export const presence = pgTable('presence', {
  user_id: parent(() => users.id).primaryKey(),
  phone_id: text().notNull(),
  /** The browser's session: its next page load may take over immediately. null if the session has ended. */
  session_hash: text(),
  state: text({ enum: PHONE_STATES }).notNull(),
  device: text({ enum: ['registered', 'unregistered'] }).notNull(),
  audio: text({ enum: ['ready', 'locked'] }).notNull(),
  call_user_id: int64(),
  renewed_at: timestamptz().notNull(),
  /** null in older rows. */
  changed_at: timestamptz(),
  /** A ring wasn't acknowledged in time; cleared by the next newer report. */
  unreachable_at: timestamptz(),
  unreachable_reason: text(),
});

/** Transactional outbox. Performed at least once, claimed by one worker at a time. */
export const effects = pgTable(
  'effects',
  {
    id: identity(),
    kind: text().notNull(),
    payload: jsonb().$type<unknown>().notNull(),
    call_id: int64(),
    due_at: defaultNow(),
    attempts: integer().notNull().default(0),
    claimed_by: text(),
    claimed_until: timestamptz(),
    /** Done, obsolete, or given up (see `last_error`). */
    done_at: timestamptz(),
    last_error: text(),
    dedupe_key: text().unique(),
    created_at: defaultNow(),
  },
  (table) => [
    index('effects_due').on(table.due_at, table.id).where(sql`${table.done_at} is null`),
    index('effects_call').on(table.call_id).where(sql`${table.done_at} is null`),
  ],
);

export const webhookReceipts = pgTable(
  'webhook_receipts',
  { key: text().primaryKey(), received_at: defaultNow() },
  (table) => [index('webhook_receipts_age').on(table.received_at)],
);

/** The key is shown once; this is its SHA-256 in hex. */
export const apiKeys = pgTable('api_keys', {
  id: identity(),
  account_id: parent(() => accounts.id),
  name: text().notNull(),
  key_hash: text().notNull().unique(),
  created_at: defaultNow(),
  revoked_at: timestamptz(),
});

export const apiKeyMinutes = pgTable(
  'api_key_minutes',
  {
    api_key_id: parent(() => apiKeys.id),
    minute: timestamptz().notNull(),
    calls: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.api_key_id, table.minute] })],
);

/** A form on a website that sends leads from the visitor's browser. Revoked ones stay as a record. */
export const webForms = pgTable(
  'web_forms',
  {
    id: identity(),
    account_id: parent(() => accounts.id),
    name: text().notNull(),
    /** In the page, so it is no secret: it only adds leads, and only from `origins`. */
    public_key: text().notNull().unique(),
    /** null: the account's default team. */
    team_id: int64().references(() => teams.id),
    origins: text().array().notNull(),
    /** null: our own page. */
    thank_you_url: text(),
    /** null: the form asks for no consent. */
    consent_channel: text({ enum: CONSENT_CHANNELS }),
    consent_text: text(),
    version: version(),
    created_at: defaultNow(),
    revoked_at: timestamptz(),
  },
  (table) => [index('web_forms_account').on(table.account_id)],
);

/** Where an account's events are delivered: a webhook, or a CRM. */
export const webhookEndpoints = pgTable(
  'outward_destinations',
  {
    id: identity(),
    account_id: parent(() => accounts.id),
    kind: text().notNull().default('webhook'),
    url: text().notNull(),
    /** Signs the requests; for a CRM, its token. Sealed (`platform/secrets`). */
    secret: text().notNull(),
    events: text().array().notNull(),
    /** For `call_completed`. */
    filters: jsonb().$type<unknown>().notNull().default({}),
    /** CRM only. */
    settings: jsonb().$type<unknown>(),
    /** CRM only: error of the last attempt; null if it succeeded. */
    trouble: text(),
    /** Since when that is so; null before the first attempt. */
    trouble_at: timestamptz(),
    paused_until: timestamptz(),
    version: version(),
    created_at: defaultNow(),
    removed_at: timestamptz(),
  },
  (table) => [index('outward_destinations_account').on(table.account_id)],
);

/** Written in the transaction of the change (`record-events.ts`); `body` is filled in when dispatched. */
export const webhookEvents = pgTable(
  'outward_events',
  {
    id: identity(),
    account_id: int64().notNull(),
    type: text().notNull(),
    lead_id: int64(),
    call_id: int64(),
    key: text().unique(),
    /** What the event says, for events that aren't about a lead or call. */
    data: jsonb().$type<unknown>(),
    /** The CRM that made the change and so doesn't receive the event. */
    source: text(),
    due_at: timestamptz().notNull(),
    created_at: defaultNow(),
    told_at: timestamptz(),
    body: text(),
  },
  (table) => [
    index('outward_events_due').on(table.due_at).where(sql`${table.told_at} is null`),
    index('outward_events_lead').on(table.lead_id),
    index('outward_events_call').on(table.call_id),
    index('outward_events_age').on(table.created_at),
  ],
);

export const webhookDeliveries = pgTable(
  'outward_deliveries',
  {
    id: identity(),
    event_id: parent(() => webhookEvents.id, { onDelete: 'cascade' }),
    destination_id: parent(() => webhookEndpoints.id),
    status: oneOf('waiting', 'delivered', 'failed'),
    attempts: integer().notNull().default(0),
    /** Start of the current series of attempts: at the event, or at its replay. */
    since: timestamptz().notNull(),
    due_at: timestamptz().notNull(),
    claimed_until: timestamptz(),
    /** null without a response. */
    last_status: integer(),
    last_error: text(),
    concluded_at: timestamptz(),
  },
  (table) => [
    unique('outward_deliveries_once').on(table.event_id, table.destination_id),
    index('outward_deliveries_due')
      .on(table.destination_id, table.due_at)
      .where(sql`${table.status} = 'waiting'`),
  ],
);

export const crmContacts = pgTable(
  'crm_contacts',
  {
    destination_id: parent(() => webhookEndpoints.id),
    lead_id: parent(() => leads.id),
    /** The CRM's id; null if unknown or missing. */
    contact_id: text(),
    /** When the last create request started, if its response was lost. */
    making_since: timestamptz(),
    /** null if it existed before. */
    made_at: timestamptz(),
    /** When the CRM reported our own creation back to us. */
    echoed_at: timestamptz(),
    /** SHA-256 of the last written data, and the delivery that wrote it. */
    written: text(),
    written_by: int64(),
  },
  (table) => [
    primaryKey({ columns: [table.destination_id, table.lead_id] }),
    index('crm_contacts_lead').on(table.lead_id),
  ],
);

/** One per call, however many events it has. */
export const crmCalls = pgTable(
  'crm_calls',
  {
    destination_id: parent(() => webhookEndpoints.id),
    call_id: parent(() => calls.id),
    entry_id: text(),
    making_since: timestamptz(),
    written: text(),
    written_by: int64(),
  },
  (table) => [
    primaryKey({ columns: [table.destination_id, table.call_id] }),
    index('crm_calls_call').on(table.call_id),
  ],
);

/**
 * Holds and wrap-ups that have ended, written by triggers on `calls.held_by` and `users.wrap_up_call_id`; and how a
 * supervisor took part before changing it. Without foreign keys, whose locks could deadlock with those of a call's
 * transaction.
 */
export const agentCallTimes = pgTable(
  'agent_call_times',
  {
    id: identity(),
    call_id: int64().notNull(),
    user_id: int64().notNull(),
    kind: text({ enum: ['hold', 'wrap_up', ...SUPERVISE_ACTIONS] }).notNull(),
    started_at: timestamptz().notNull(),
    ended_at: timestamptz().notNull(),
  },
  (table) => [index('agent_call_times_call').on(table.call_id)],
);

/**
 * Periods of the account's local time whose figures are stored. `level` is the length in hours, and `start` counts local
 * hours since 1970. Triggers mark changes only of hours that have a row here.
 */
export const reportBuckets = pgTable(
  'report_buckets',
  {
    account_id: parent(() => accounts.id),
    level: integer().notNull(),
    start: integer().notNull(),
    /** Transactions below this one may not have seen this row; null: not yet known. */
    wait_for: int64(),
    built_at: timestamptz(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.level, table.start] })],
);

/** An hour with a row has changed since its figures were stored. Written by triggers. */
export const reportMarks = pgTable(
  'report_marks',
  {
    id: identity(),
    account_id: int64().notNull(),
    hour: integer().notNull(),
  },
  (table) => [index('report_marks_hour').on(table.account_id, table.hour)],
);

const figure = () => int64();
const ints = () => integer().array();

/**
 * Sums of a bucket's calls. `shape` has a bit for each dimension that the row is about: 1 team, 2 agent, 4 source,
 * 8 number, 16 hour of the week. A row has either counts, or durations as parallel arrays. Derived from other tables,
 * so backups leave it out.
 */
export const reportFigures = pgTable(
  'report_figures',
  {
    account_id: int64().notNull(),
    level: integer().notNull(),
    start: integer().notNull(),
    shape: smallint().notNull(),
    team_id: int64(),
    agent_id: int64(),
    source: text(),
    number_id: int64(),
    hour_of_week: smallint(),
    leads: figure(),
    contacted: figure(),
    voicemail: figure(),
    missed: figure(),
    removed: figure(),
    calls: figure(),
    contacted_calls: figure(),
    missed_rings: figure(),
    talk_seconds: figure(),
    hold_ms: figure(),
    wrap_up_ms: figure(),
    dialed: figure(),
    answered: figure(),
    inbound: figure(),
    inbound_taken: figure(),
    browser_minutes: figure(),
    outbound_minutes: figure(),
    inbound_minutes: figure(),
    recording_minutes: figure(),
    texts: figure(),
    /** See `MEASURES`. */
    measures: ints(),
    amounts: ints(),
    counts: ints(),
  },
  (table) => [index('report_figures_bucket').on(table.account_id, table.level, table.start, table.shape)],
);

export const settings = pgTable('settings', { key: text().primaryKey(), value: text().notNull() });

export const auditLog = pgTable(
  'audit_log',
  {
    id: identity(),
    account_id: int64().notNull(),
    user_id: int64(),
    action: text().notNull(),
    subject: text().notNull(),
    address: text(),
    at: defaultNow(),
  },
  (table) => [
    index('audit_log_account').on(table.account_id, table.id),
    // For what happened to one lead or call: the subject's beginning names it.
    index('audit_log_subject').on(table.account_id, table.subject.op('text_pattern_ops')),
  ],
);
