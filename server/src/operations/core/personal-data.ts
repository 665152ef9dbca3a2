/**
 * What each table holds of a person (a lead, or a number that called or was called), and what becomes of it when the
 * person is exported and erased. Every column of the schema is decided here; `personal-data.test.ts` beside the store
 * reads the schema and fails for one that is not.
 */
export interface TableDecision {
  /** What erasure does with the rows that concern the person. `none`: no row of the table does. */
  readonly rows: 'deleted' | 'scrubbed' | 'kept' | 'none';
  readonly why: string;
  /** The part of the export that has these rows; absent: not exported, and `why` says why. */
  readonly part?: string;
  /** Exported, and gone after the erasure (in a kept row: kept). */
  readonly personal?: readonly string[];
  /** Exported, and stays in a scrubbed row: counts, moments and ids that no longer lead to a person. */
  readonly open?: readonly string[];
  /** Not exported: keys of the machine, other people's data. */
  readonly internal: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');
const none = (why: string, columns: string): TableDecision => ({
  rows: 'none',
  why,
  internal: words(columns),
});

export const PERSONAL_DATA: Readonly<Record<string, TableDecision>> = {
  leads: {
    rows: 'scrubbed',
    why: 'Calls and statistics refer to the row; it says no more who it was.',
    part: 'lead',
    personal: words(
      'phone_number fname lname label email company category crm source_id profile_picture owner_user_id time_zone tag_id stopped_at',
    ),
    open: words('id team_id origin do_not_call removed_at missed_text_at erased_at created_at updated_at'),
    internal: words('account_id version'),
  },
  lead_consents: {
    rows: 'deleted',
    why: 'Evidence of a consent that nothing rests on any more.',
    part: 'lead_consents',
    personal: words('channel text method source_url ip user_agent given_at'),
    open: words('id created_at'),
    internal: words('lead_id api_key_id fingerprint'),
  },
  do_not_call_numbers: {
    rows: 'kept',
    why: 'That the number must not be called outlives the record: without it the next file would have it called.',
    part: 'do_not_call_number',
    personal: words('phone_number source created_at'),
    internal: words('account_id added_by'),
  },
  calls: {
    rows: 'scrubbed',
    why: 'A call counts in the statistics, without the name, the number, or why it went as it did.',
    part: 'calls',
    personal: words('phone_number extension lead_fname lead_lname lead_label reasons intake_key'),
    open: words(
      'id type direction status result team_id lead_id number_id retry lead_retry previous_call_id agent_id started_at talk_started_at ended_at seconds voicemail_at voicemail_seconds asked_by is_fallback requested_at planned_for erased_at',
    ),
    internal: words(
      'account_id profile_id conference_name conference_sid claimed_by held_by vanished_at seen_at',
    ),
  },
  call_users: {
    rows: 'scrubbed',
    why: 'The history and the numbers of the agent, who was offered the call.',
    part: 'call_users',
    personal: words('reason'),
    open: words(
      'id call_id user_id type status created_at rung_at acknowledged_at accepted_at hung_up_at ended_at result tag_id taken_by',
    ),
    internal: words('n autoaccept invited_by provider_sid phone_id own_number vanished_at result_settles_at'),
  },
  legs: {
    rows: 'kept',
    why: 'When somebody was connected, without a number. The name at the provider leads to its own call log.',
    part: 'legs',
    open: words('id call_id kind status created_at answered_at joined_at left_at ended_at'),
    internal: words('call_user_id provider_sid sip_code answered_by held coaches'),
  },
  recordings: {
    rows: 'deleted',
    why: 'The voice of the person. The file and the copy at the provider go by rows that order it.',
    part: 'recordings',
    personal: words(
      'call_id status bytes agent_channel duration_seconds is_voicemail created_at completed_at',
    ),
    open: words('id'),
    internal: words('provider_sid storage path key_id provider_removed_at'),
  },
  notes: {
    rows: 'deleted',
    why: 'What an agent wrote of the person.',
    part: 'notes',
    personal: words('call_id user_id content created_at'),
    open: words('id'),
    internal: words('request_key'),
  },
  messages: {
    rows: 'deleted',
    why: 'What was said to and by the person. The copy at the provider goes by a row that orders it.',
    part: 'messages',
    personal: words(
      'direction call_id user_id from_number to_number body status not_sent_reason delivery delivery_error created_at concluded_at',
    ),
    open: words('id'),
    internal: words('account_id lead_id provider_sid request_key'),
  },
  planned_calls: {
    rows: 'scrubbed',
    why: 'Which call came of which promise is part of the statistics; what waits is cancelled.',
    part: 'planned_calls',
    personal: words('reason intake_key cancelled'),
    open: words(
      'id team_id due_at retry lead_retry previous_call_id is_fallback asked_by requested_at created_at ended_at call_id',
    ),
    internal: words('account_id lead_id'),
  },
  routing_decisions: {
    rows: 'deleted',
    why: 'Its words may name the person.',
    part: 'routing_decisions',
    personal: words('call_id at outcome agents'),
    open: words('id'),
    internal: [],
  },
  lead_import_lines: {
    rows: 'scrubbed',
    why: 'The report of the file keeps its lines, which refer to no lead any more.',
    part: 'import_lines',
    personal: words('outcome reason'),
    open: words('import_id line'),
    internal: words('lead_id'),
  },
  lead_import_parts: none(
    'The file goes with its last line. Before that it may hold the person, and an erasure is refused.',
    'import_id n bytes',
  ),
  lead_imports: none(
    'How far a file is; it holds no line of it.',
    'id account_id status encoding claimed_by claimed_until attempts lines taken refused error created_at ended_at',
  ),
  effects: {
    rows: 'deleted',
    why: 'Work that was ordered, kept for a day; a copy of what the tables above say, so not exported.',
    internal: words(
      'id kind payload call_id due_at attempts claimed_by claimed_until done_at last_error dedupe_key created_at',
    ),
  },
  outward_events: {
    rows: 'deleted',
    why: 'What other systems are told; what waits is not told any more.',
    part: 'outward_events',
    personal: words('type call_id source due_at created_at told_at body'),
    open: words('id'),
    internal: words('account_id lead_id key'),
  },
  outward_deliveries: {
    rows: 'deleted',
    why: 'Goes with its event. The export says who was told.',
    part: 'outward_deliveries',
    personal: words('event_id destination_id status attempts last_status last_error concluded_at'),
    open: words('id'),
    internal: words('since due_at claimed_until'),
  },
  crm_contacts: {
    rows: 'deleted',
    why: 'Which contact of a CRM the person is. The contact itself is the CRM’s to erase.',
    part: 'crm_contacts',
    personal: words('destination_id contact_id made_at'),
    internal: words('lead_id making_since echoed_at written written_by'),
  },
  crm_calls: {
    rows: 'deleted',
    why: 'Which entry of a CRM the call is.',
    part: 'crm_calls',
    personal: words('destination_id call_id entry_id'),
    internal: words('making_since written written_by'),
  },
  audit_log: {
    rows: 'kept',
    why: 'Who answers for what was done, the erasure among it. Leads are named by their id alone.',
    part: 'audit_log',
    open: words('id user_id action subject at'),
    internal: words('account_id address'),
  },

  accounts: none(
    'The company’s own settings.',
    'id name country_code time_zone custom_crm_url calling_from_minute calling_to_minute attempts_per_day calling_countries special_numbers key_calls_per_minute region_windows texting_from_minute texting_to_minute texts_need_consent recording_regions recordings_days personal_days retention_due_at version created_at',
  ),
  users: none(
    'People who work with the product, not people who are called.',
    'id account_id email full_name phone_number password_hash profile_picture permissions hubspot_id salesforce_domain activecampaign_domain country_code time_zone is_app_only mobile_enabled do_not_disturb cap schedule active call_user_total version created_at',
  ),
  sessions: none('Of users.', 'token_hash secret_hash user_id created_at expires_at'),
  login_attempts: none(
    'Of users, as hashes, for an hour.',
    'id account_key address_key network_key is_known succeeded at',
  ),
  teams: none('Of the company.', 'id version account_id name is_default fallback_team_id schedule'),
  team_members: none('Of users.', 'team_id user_id priority_group'),
  profiles: none(
    'How a team calls.',
    'id account_id team_id mode whisper_template is_deal_whispertext retry_minutes followup_minutes records announces_recording announces_by_region rotation delay_seconds missed_text welcome_message voicemail_greeting greeting_language',
  ),
  tags: none(
    'Names that a team gives; which one a lead has stands there.',
    'id profile_id key name color position',
  ),
  numbers: none('The company’s own lines.', 'id account_id team_id name phone_number provider_sid'),
  presence: none(
    'Of users.',
    'user_id phone_id session_hash state device audio call_user_id renewed_at changed_at unreachable_at unreachable_reason',
  ),
  webhook_receipts: none('Names of callbacks at the provider.', 'key received_at'),
  api_keys: none('Of the company.', 'id account_id name key_hash created_at revoked_at'),
  api_key_minutes: none('Counts.', 'api_key_id minute calls'),
  outward_destinations: none(
    'Addresses of the company; `trouble` is how a CRM refused its key.',
    'id account_id kind url secret events filters settings trouble trouble_at paused_until version created_at removed_at',
  ),
  settings: none('Of the installation.', 'key value'),
};
