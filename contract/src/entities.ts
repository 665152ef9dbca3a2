/**
 * The entities of the API as they travel: snake_case, parsed at both ends.
 * Unknown keys are dropped, so that a newer server does not break an older phone.
 */
import * as z from 'zod/mini';

const nullableText = z.nullable(z.string());

export const Integrations = z.object({
  hubspot_id: nullableText,
  salesforce_domain: nullableText,
  activecampaign_domain: nullableText,
  /** An https address with `{source_id}` in it; only account 6671 shows it. */
  custom_crm_url: z.optional(nullableText),
});
export type Integrations = z.infer<typeof Integrations>;

const userFields = {
  id: z.int(),
  account_id: z.int(),
  full_name: z.string(),
  email: z.string(),
  phone_number_formatted: z.string(),
  /** A path of this server, which fetches the picture itself; empty: none. */
  profile_picture: z.string(),
};
/** What a server may leave out, and what it then means. */
export const User = z.object({
  ...userFields,
  permissions: z._default(z.array(z.string()), []),
  integrations: z._default(Integrations, {
    hubspot_id: null,
    salesforce_domain: null,
    activecampaign_domain: null,
  }),
  country_code: z._default(nullableText, null),
});
/** The user's fields where all of them may be missing. */
export const MaybeUser = z.partial(
  z.object({
    ...userFields,
    permissions: z.array(z.string()),
    integrations: Integrations,
    country_code: nullableText,
  }),
);
export type User = z.infer<typeof User>;

export const Agent = z.object({
  id: z.int(),
  full_name: z.string(),
  on_call_id: z.nullable(z.int()),
  is_available: z.boolean(),
  is_app_only: z.boolean(),
  is_online_app: z.boolean(),
  is_mobile: z.boolean(),
  permissions: z.array(z.string()),
  integrations: Integrations,
  country_code: nullableText,
});
export type Agent = z.infer<typeof Agent>;

export const Team = z.object({ id: z.int(), name: z.string(), is_available: z.boolean() });
export type Team = z.infer<typeof Team>;

export const CallerId = z.object({ id: z.int(), name: z.string(), phone_number_formatted: z.string() });
export type CallerId = z.infer<typeof CallerId>;

export const CRMS = ['hubspot', 'salesforce', 'activecampaign', 'followupboss'] as const;
export const CRM_NAMES: Readonly<Record<(typeof CRMS)[number], string>> = {
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  activecampaign: 'ActiveCampaign',
  followupboss: 'Follow Up Boss',
};

/** The CRM of a name, without regard to case, spaces and punctuation; null: none of ours. */
export function crmOf(name: string): (typeof CRMS)[number] | null {
  const plain = name.toLowerCase().replace(/[\s._-]/g, '');
  return CRMS.find((crm) => crm === plain) ?? null;
}

export const Lead = z.object({
  id: z.int(),
  fname: z.string(),
  lname: z.string(),
  label: z.string(),
  phone_number: nullableText,
  phone_number_formatted: nullableText,
  email: nullableText,
  company: nullableText,
  category: nullableText,
  /** One of CRMS; leads of before may have another name, which gives no link. */
  crm: nullableText,
  source_id: nullableText,
  /** A path of this server, which fetches the picture itself. */
  profile_picture: nullableText,
});
export type Lead = z.infer<typeof Lead>;

export const Tag = z.object({ id: z.int(), name: z.string(), color: z.string(), key: z.string() });
export type Tag = z.infer<typeof Tag>;

/** `lead` and `outbound` and `inbound` are the "others": they differ by direction and by who started them. */
export const CALL_TYPES = [
  'lead',
  'outbound',
  'inbound',
  'conference',
  'transfer',
  'listen',
  'whisper',
  'barge',
] as const;
export type CallType = (typeof CALL_TYPES)[number];

export const CALL_DIRECTIONS = ['inbound', 'outbound'] as const;
export type CallDirection = (typeof CALL_DIRECTIONS)[number];

/**
 * `ringing`: its phone rings. `answered`: it was picked up. `voicemail`: by a machine. The others say why it was not;
 * `canceled`: the agent hung up before.
 */
export const FAR_END_STATES = [
  'ringing',
  'answered',
  'voicemail',
  'busy',
  'no-answer',
  'no-such-number',
  'failed',
  'canceled',
] as const;
export type FarEndState = (typeof FAR_END_STATES)[number];

/** The lead's side of a call that we dial. */
export const FarEnd = z.object({
  state: z.enum(FAR_END_STATES),
  /** `answered`, `voicemail`: since then, or until the end. Otherwise: for so long it has rung. */
  seconds: z.number(),
});
export type FarEnd = z.infer<typeof FarEnd>;

export const Call = z.object({
  id: z.int(),
  type: z.string(),
  direction: z.string(),
  account_id: z.int(),
  profile_id: z.nullable(z.int()),
  lead_id: z.nullable(z.int()),
  lead: z.nullable(Lead),
  number: z.nullable(
    z.object({ name: nullableText, phone_number_formatted: z.string(), account_id: z.int() }),
  ),
  /** Whom the call is with, in + and digits form. */
  phone_number: nullableText,
  /** Digits that are dialled after the answer. */
  extension: z.optional(nullableText),
  profile: z.nullable(z.object({ is_deal_whispertext: z.boolean(), tags: z.array(Tag) })),
  /** One line about the lead for the agent, filled from the profile's template. */
  whispertext: z.optional(nullableText),
  /** Present for listen, whisper and barge. */
  seconds_since_started_at: z.optional(z.nullable(z.number())),
  /** How the other side of a call that we dial stands; null: not dialled yet, or not known. */
  far_end: z.optional(z.nullable(FarEnd)),
  /** This agent holds the others: so it is for who comes back into a call that they held. */
  held: z.optional(z.boolean()),
});
export type Call = z.infer<typeof Call>;

/** A running call as a supervisor joins it. */
export const ActiveCall = z.object({
  id: z.int(),
  /** listen, whisper, barge. */
  type: z.string(),
  seconds_since_started_at: z.number(),
});
export type ActiveCall = z.infer<typeof ActiveCall>;

export const CALL_USER_STATUSES = ['ringing', 'accepted', 'ignored', 'missed', 'withdrawn', 'ended'] as const;
export type CallUserStatus = (typeof CALL_USER_STATUSES)[number];

/** A call as offered to one agent. */
export const CallUser = z.object({
  call: Call,
  type: z.string(),
  autoaccept: z.boolean(),
  status: z.optional(z.enum(CALL_USER_STATUSES)),
  /** Who took the call instead, when `status` is withdrawn. */
  taken_by: z.optional(nullableText),
});
export type CallUser = z.infer<typeof CallUser>;

/** What the telephone network says happened. */
export const CALL_STATUSES = [
  'ringing',
  'in-progress',
  'completed',
  'missed',
  'busy',
  'offline',
  'ignored',
  'canceled',
  'failed',
  'no-answer',
] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** How a number came on the do-not-call list. `erasure`: its lead must not be called, and was erased. */
export const DO_NOT_CALL_SOURCES = ['console', 'file', 'command line', 'erasure'] as const;

/** What the agent says happened. */
export const DISPOSITIONS = ['contacted', 'voicemail', 'missed', 'removed'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** What a person agreed to. */
export const CONSENT_CHANNELS = ['call', 'text', 'both'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

export const HistoryItem = z.object({
  id: z.int(),
  direction: z.string(),
  recording_url: nullableText,
  /** Which channel of the recording, 0 or 1, is the agent's; 0 where it is not said. */
  agent_channel: z.optional(z.nullable(z.int())),
  time_formatted: z.string(),
  lead_retry: z.nullable(z.int()),
  retry: z.nullable(z.int()),
  status: z.string(),
  seconds: z.int(),
  duration: z.string(),
  user: z.nullable(z.object({ name: z.string() })),
  /** The names are those that the lead had at the time of the call. */
  lead: z.nullable(
    z.object({
      fname: z.string(),
      lname: z.string(),
      label: z.string(),
      /** The lead's current name, used to call again. */
      present_name: z.optional(z.object({ fname: z.string(), lname: z.string() })),
      phone_number: nullableText,
      phone_number_formatted: nullableText,
    }),
  ),
  phone_number_formatted: z.string(),
  /** Digits that were dialled after the answer. */
  extension: z.optional(nullableText),
  /** The agent's own part of the call. */
  call_user_id: z.optional(z.int()),
  /** What this agent said came of it. */
  result: z.optional(z.nullable(z.enum(DISPOSITIONS))),
  /** A result or a note of this agent is taken: the agent was connected, and the call is over. */
  takes_result: z.optional(z.boolean()),
  /** For so many milliseconds from now the result can be undone; 0: no more. */
  undo_ms: z.optional(z.int()),
});
export type HistoryItem = z.infer<typeof HistoryItem>;

/** A call after which its agent gave no result. */
export const MissingResult = z.object({
  call_id: z.int(),
  call_user_id: z.int(),
  lead: z.object({ fname: z.string(), lname: z.string(), label: z.string() }),
  /** When the call began, in the agent's time zone: 'Mar 3, 10:15 AM'. */
  time_formatted: z.string(),
  /** M:SS */
  duration: z.string(),
});
export type MissingResult = z.infer<typeof MissingResult>;

export const Paging = z.object({ current_page: z.int(), last_page: z.int() });
export type Paging = z.infer<typeof Paging>;

/** The phone's states as the server is told them. */
export const PHONE_STATES = [
  'waiting',
  'ringing',
  'oncall',
  'disposition',
  'disposition2',
  'note',
  'sms',
  'thankyou',
] as const;
export type PhoneStateName = (typeof PHONE_STATES)[number];
