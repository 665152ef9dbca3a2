/** Unknown keys are dropped while parsing, so a newer server doesn't break an older phone. */
import * as z from 'zod/mini';
import { NamedStatus } from './agent/agent-status.ts';
import { leadLabel } from './sentences.ts';

const nullableText = z.nullable(z.string());

export const Integrations = z.object({
  hubspot_id: nullableText,
  salesforce_domain: nullableText,
  activecampaign_domain: nullableText,
  /** https, with `{source_id}`; shown only for account 6671. */
  custom_crm_url: z.optional(nullableText),
});
export type Integrations = z.infer<typeof Integrations>;

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export const CLOCKS = ['12', '24'] as const;
/** Month, day and year: 'Nov 17, 2026', '17 Nov 2026' or '2026-11-17'. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const;

/**
 * How texts, dates and times are shown to a user. Null: the browser's default, also for values that only a newer server
 * knows.
 */
const localeFields = {
  language: z.catch(z.nullable(z.enum(LANGUAGES)), null),
  clock: z.catch(z.nullable(z.enum(CLOCKS)), null),
  date_order: z.catch(z.nullable(z.enum(DATE_ORDERS)), null),
  /** IANA name of the zone in which the user sees times; null: an older server. */
  time_zone: z._default(nullableText, null),
};

const userFields = {
  id: z.int(),
  account_id: z.int(),
  full_name: z.string(),
  email: z.string(),
  phone_number_formatted: z.string(),
  /** A path on this server, which proxies the picture. */
  profile_picture: z.string(),
};
/** Has defaults for fields that a server may omit. */
export const User = z.object({
  ...userFields,
  permissions: z._default(z.array(z.string()), []),
  /** Of a supervisor of given teams; null: of the whole account. */
  supervised_team_ids: z._default(z.nullable(z.array(z.int())), null),
  integrations: z._default(Integrations, {
    hubspot_id: null,
    salesforce_domain: null,
    activecampaign_domain: null,
  }),
  country_code: z._default(nullableText, null),
  ...localeFields,
  /** Language of texts to leads. English if the server omits it or sends an unknown one. */
  account_language: z.catch(z.enum(LANGUAGES), 'en'),
});
export const MaybeUser = z.partial(
  z.object({
    ...userFields,
    permissions: z.array(z.string()),
    supervised_team_ids: z.nullable(z.array(z.int())),
    integrations: Integrations,
    country_code: nullableText,
    account_language: z.enum(LANGUAGES),
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
  /** Of the teams that the agent is a member of. Older servers don't send it. */
  team_ids: z._default(z.array(z.int()), []),
  integrations: Integrations,
  country_code: nullableText,
  /** null: available. */
  status: z.optional(z.nullable(NamedStatus)),
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

/** Ignores case, spaces and punctuation. */
export function parseCrm(name: string): (typeof CRMS)[number] | null {
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
  /** Older leads may have a name that isn't in `CRMS`; it gets no link. */
  crm: nullableText,
  source_id: nullableText,
  profile_picture: nullableText,
});
export type Lead = z.infer<typeof Lead>;

export const Tag = z.object({ id: z.int(), name: z.string(), color: z.string(), key: z.string() });
export type Tag = z.infer<typeof Tag>;

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

/** `voicemail`: answered by a machine. `canceled`: the agent hung up first. */
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

/** The lead's side of an outbound call. */
export const FarEnd = z.object({
  state: z.enum(FAR_END_STATES),
  /** Since the answer, or until the end; while ringing, since the ring. */
  seconds: z.number(),
});
export type FarEnd = z.infer<typeof FarEnd>;

/** `missed`: no one accepted. */
export const INVITATION_STATES = ['ringing', 'missed'] as const;

/** A colleague, or a team, that an agent rings to hand over or share the running call. */
export const Invitation = z.object({
  type: z.enum(['transfer', 'conference']),
  /** Null for a team. */
  user_id: z.nullable(z.int()),
  team_id: z.nullable(z.int()),
  /** Of the colleague or team. */
  name: z.string(),
  /** The colleague's team. */
  team_name: nullableText,
  /** The colleague's, as a path on this server. */
  profile_picture: nullableText,
  /** What the colleague reads while the phone rings. */
  reason: nullableText,
  /** The agents talk first, while the lead is on hold. */
  consult: z.optional(z.boolean()),
  state: z.enum(INVITATION_STATES),
  /** Since the ring began or, if missed, ended. */
  seconds: z.number(),
});
export type Invitation = z.infer<typeof Invitation>;

/** An agent talks to a colleague before the hand-over; the lead hears music. */
export const Consultation = z.object({
  /** `agent`: started it and decides how it ends. */
  role: z.enum(['agent', 'colleague']),
  /** Of the other one. */
  name: z.string(),
  profile_picture: nullableText,
  /** Since the colleague accepted. */
  seconds: z.number(),
  /** False while the other one's connection is interrupted. */
  is_connected: z.boolean(),
  lead_left: z.boolean(),
});
export type Consultation = z.infer<typeof Consultation>;

export const CONSULT_ENDS = ['complete', 'conference', 'back'] as const;
export type ConsultEnd = (typeof CONSULT_ENDS)[number];

/** A call whose lead hears music until an agent of the team picks up. */
export const ParkedCall = z.object({
  call_id: z.int(),
  lead_name: z.string(),
  phone_number_formatted: nullableText,
  parked_by: z.string(),
  /** This user parked it. */
  is_own: z.optional(z.boolean()),
  /** Since it was parked. */
  seconds: z.number(),
  /** Until phones ring for it; 0 while they do. */
  seconds_left: z.number(),
  /** An agent who picked up is being connected. */
  is_taken: z.boolean(),
});
export type ParkedCall = z.infer<typeof ParkedCall>;

export const RECORDING_STATES = ['on', 'pausing', 'paused', 'resuming'] as const;

/** While the state is `pausing` or `resuming`, the provider hasn't confirmed it: the recording may run. */
export const CallRecording = z.object({
  state: z.enum(RECORDING_STATES),
  /** Longest pause; null: this user may not pause. */
  pause_minutes: z.nullable(z.int()),
});
export type CallRecording = z.infer<typeof CallRecording>;

/** Everyone but one agent, and supervisors, hears music. */
export const CallHold = z.object({
  /** The agent who hears no music; null: this user. */
  by: nullableText,
  /** That agent hears this user. */
  is_heard: z.boolean(),
  /** False during a consultation, which its agent ends. */
  can_resume: z.boolean(),
});
export type CallHold = z.infer<typeof CallHold>;

/**
 * `none`: an agent on Thank You gets calls. `until_done`: only after Done. `fixed`: after a number of seconds, or
 * after Done.
 */
export const WRAP_UPS = ['none', 'until_done', 'fixed'] as const;

/** The agent's current wrap-up, if their team has chosen one. */
export const WrapUp = z.object({
  call_id: z.int(),
  /** null: until the agent is done. */
  seconds_left: z.nullable(z.number()),
});
export type WrapUp = z.infer<typeof WrapUp>;

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
  /** The other party. */
  phone_number: nullableText,
  /** Dialed after the answer. */
  extension: z.optional(nullableText),
  profile: z.nullable(
    z.object({
      is_deal_whispertext: z.boolean(),
      tags: z.array(Tag),
      /** Older servers don't send it. */
      wrap_up: z.optional(z.enum(WRAP_UPS)),
    }),
  ),
  /** From the profile's template. */
  whispertext: z.optional(nullableText),
  /** Only for listen, whisper and barge. */
  seconds_since_started_at: z.optional(z.nullable(z.number())),
  /** null: not dialed yet, or unknown. */
  far_end: z.optional(z.nullable(FarEnd)),
  /** This agent has put the others on hold; restores the state after a reload. */
  held: z.optional(z.boolean()),
  /** Missing: the server doesn't say. null: not on hold, or this user takes part in a consultation. */
  hold: z.optional(z.nullable(CallHold)),
  /** The other side has left; the agents still talk. */
  lead_left: z.optional(z.boolean()),
  /** The other agents in the call. Supervisors aren't among them. */
  agents: z.optional(z.array(z.object({ name: z.string() }))),
  /** The supervisors that this agent hears. Agents don't see who only listens. */
  supervisors: z.optional(z.array(z.object({ name: z.string(), type: z.enum(['whisper', 'barge']) }))),
  /** Only for a supervisor: the name of the agent who has the call. */
  supervised_agent: z.optional(nullableText),
  /** This agent's newest, unless it was accepted or withdrawn. */
  invitation: z.optional(z.nullable(Invitation)),
  /** Missing: the server offers none. */
  consultation: z.optional(z.nullable(Consultation)),
  /** The server can park calls. */
  parks: z.optional(z.boolean()),
  /** null: the team's calls aren't recorded. */
  recording: z.optional(z.nullable(CallRecording)),
  /** The agent who set this call as a callback, and when (ISO 8601). */
  callback: z.optional(z.nullable(z.object({ set_by: z.string(), set_at: z.string() }))),
});
export type Call = z.infer<typeof Call>;

export const ActiveCall = z.object({
  id: z.int(),
  type: z.string(),
  seconds_since_started_at: z.number(),
});
export type ActiveCall = z.infer<typeof ActiveCall>;

export const CALL_USER_STATUSES = ['ringing', 'accepted', 'ignored', 'missed', 'withdrawn', 'ended'] as const;
export type CallUserStatus = (typeof CALL_USER_STATUSES)[number];

/** Who transfers a call, or invites to it, and why. */
export const Inviter = z.object({
  name: z.string(),
  reason: nullableText,
  /** Of this call so far, else the lead's newest. */
  note: nullableText,
  consult: z.optional(z.boolean()),
  /** The call is parked, and waited too long. */
  parked: z.optional(z.boolean()),
  /** This agent parked it. */
  is_own: z.optional(z.boolean()),
});
export type Inviter = z.infer<typeof Inviter>;

/** A call as offered to one agent. */
export const CallUser = z.object({
  call: Call,
  type: z.string(),
  autoaccept: z.boolean(),
  status: z.optional(z.enum(CALL_USER_STATUSES)),
  taken_by: z.optional(nullableText),
  /** Only for a transfer or a conference. */
  invited_by: z.optional(z.nullable(Inviter)),
});
export type CallUser = z.infer<typeof CallUser>;

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

/** How a number got on the list. `erasure`: its lead was erased and must not be called. */
export const DO_NOT_CALL_SOURCES = ['console', 'file', 'command line', 'erasure'] as const;

export const DISPOSITIONS = ['contacted', 'voicemail', 'missed', 'removed'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

export const CONSENT_CHANNELS = ['call', 'text', 'both'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

/** A part of a recording, in seconds from its start. */
export const SilentPart = z.object({ from_seconds: z.number(), to_seconds: z.number() });
export type SilentPart = z.infer<typeof SilentPart>;

export const HistoryItem = z.object({
  id: z.int(),
  direction: z.string(),
  recording_url: nullableText,
  /** 0 or 1; default: 0. */
  agent_channel: z.optional(z.nullable(z.int())),
  /** Silent, because an agent paused the recording. */
  recording_pauses: z.optional(z.array(SilentPart)),
  time_formatted: z.string(),
  lead_retry: z.nullable(z.int()),
  retry: z.nullable(z.int()),
  status: z.string(),
  seconds: z.int(),
  duration: z.string(),
  user: z.nullable(z.object({ name: z.string() })),
  /** With the names at the time of the call. */
  lead: z.nullable(
    z.object({
      fname: z.string(),
      lname: z.string(),
      label: leadLabel,
      /** The current name, for calling again. */
      present_name: z.optional(z.object({ fname: z.string(), lname: z.string() })),
      phone_number: nullableText,
      phone_number_formatted: nullableText,
    }),
  ),
  phone_number_formatted: z.string(),
  /** Dialed after the answer. */
  extension: z.optional(nullableText),
  call_user_id: z.optional(z.int()),
  result: z.optional(z.nullable(z.enum(DISPOSITIONS))),
  /** The agent was connected, the call is over, and a result or note can still be added. */
  takes_result: z.optional(z.boolean()),
  /** Time left to undo the result. */
  undo_ms: z.optional(z.int()),
});
export type HistoryItem = z.infer<typeof HistoryItem>;

export const MissingResult = z.object({
  call_id: z.int(),
  call_user_id: z.int(),
  lead: z.object({ fname: z.string(), lname: z.string(), label: leadLabel }),
  /** In the agent's time zone: 'Mar 3, 10:15 AM'. */
  time_formatted: z.string(),
  duration: z.string(),
});
export type MissingResult = z.infer<typeof MissingResult>;

export const Paging = z.object({ current_page: z.int(), last_page: z.int() });
export type Paging = z.infer<typeof Paging>;

/** Times are ISO 8601 in UTC. */
export const LeadQueue = z.object({
  /** The server's time, because the phone's clock may differ. */
  at: z.string(),
  /** Scheduled calls that this agent may be offered now or soon. */
  waiting: z.int(),
  /** When the next of them is due; past if it is due now. */
  next_due_at: z.nullable(z.string()),
  /** `next_due_at` is later than their calls are due, because the agent has just missed a ring. */
  after_missed_ring: z.optional(z.boolean()),
  /** Null on shift. */
  off_shift_until: z.nullable(z.string()),
});
export type LeadQueue = z.infer<typeof LeadQueue>;

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
