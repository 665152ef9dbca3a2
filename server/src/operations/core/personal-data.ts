/**
 * Columns with personal data of a lead, or of a number that called or was called. `personal-data.test.ts` checks that
 * every column of the schema is listed here.
 */
export interface TableDecision {
  /** What erasure does to the person's rows. `none`: the table has none. */
  readonly rows: 'deleted' | 'scrubbed' | 'kept' | 'none';
  readonly reason: string;
  /** If absent, these rows aren't exported, and `reason` says why. */
  readonly part?: string;
  /** Exported, and erased unless the row is kept. */
  readonly personal?: readonly string[];
  /** Exported, and kept in a scrubbed row: counts, times and ids that no longer identify a person. */
  readonly retained?: readonly string[];
  /** Not exported: technical keys and other people's data. */
  readonly internal: readonly string[];
}

const columnNames = (text: string): readonly string[] => text.split(' ');
const none = (reason: string, columns: string): TableDecision => ({
  rows: 'none',
  reason: reason,
  internal: columnNames(columns),
});

export const PERSONAL_DATA: Readonly<Record<string, TableDecision>> = {
  leads: {
    rows: 'scrubbed',
    reason: 'Calls and statistics reference the row, which no longer identifies the person.',
    part: 'lead',
    personal: columnNames(
      'phone_number fname lname label email company category crm source_id profile_picture owner_user_id time_zone form fields tag_id stopped_at',
    ),
    retained: columnNames(
      'id team_id form_at origin do_not_call removed_at missed_text_at erased_at created_at updated_at',
    ),
    internal: columnNames('account_id version'),
  },
  lead_consents: {
    rows: 'deleted',
    reason: 'The evidence of consent is no longer needed.',
    part: 'lead_consents',
    personal: columnNames('channel text method source_url ip user_agent given_at'),
    retained: columnNames('id created_at'),
    internal: columnNames('lead_id api_key_id fingerprint'),
  },
  do_not_call_numbers: {
    rows: 'kept',
    reason: 'The number must stay blocked, or the next lead import could lead to a call.',
    part: 'do_not_call_number',
    personal: columnNames('phone_number source created_at'),
    internal: columnNames('account_id added_by'),
  },
  calls: {
    rows: 'scrubbed',
    reason: 'The call counts in statistics, without name, number and reasons.',
    part: 'calls',
    personal: columnNames('phone_number extension lead_fname lead_lname lead_label reasons intake_key'),
    retained: columnNames(
      'id type direction status result team_id lead_id number_id retry lead_retry previous_call_id agent_id started_at talk_started_at ended_at seconds voicemail_at voicemail_seconds asked_by is_fallback requested_at planned_for callback_by callback_for erased_at',
    ),
    internal: columnNames(
      'account_id profile_id conference_name conference_sid claimed_by held_by held_since recording_pause parked vanished_at seen_at',
    ),
  },
  call_users: {
    rows: 'scrubbed',
    reason: 'Part of the agent’s history and statistics.',
    part: 'call_users',
    personal: columnNames('reason invite_reason hand_over_note'),
    retained: columnNames(
      'id call_id user_id type status created_at rung_at acknowledged_at accepted_at hung_up_at ended_at result tag_id taken_by',
    ),
    internal: columnNames(
      'n autoaccept invited_by invited_team_id consults provider_sid phone_id own_number vanished_at result_settles_at',
    ),
  },
  legs: {
    rows: 'kept',
    reason: 'Connection times without a number. The provider’s ID refers to the provider’s call log.',
    part: 'legs',
    retained: columnNames('id call_id kind status created_at answered_at joined_at left_at ended_at'),
    internal: columnNames('call_user_id provider_sid sip_code answered_by held coaches'),
  },
  recordings: {
    rows: 'deleted',
    reason: 'The person’s voice. Effects delete the file and the copy at the provider.',
    part: 'recordings',
    personal: columnNames(
      'call_id status bytes agent_channel duration_seconds is_voicemail created_at completed_at',
    ),
    retained: columnNames('id'),
    internal: columnNames('provider_sid storage path key_id provider_removed_at'),
  },
  recording_pauses: {
    rows: 'deleted',
    reason: 'Silent parts of a recording, deleted with it.',
    part: 'recording_pauses',
    personal: columnNames('call_id user_id paused_at resumed_at'),
    retained: columnNames('id'),
    internal: [],
  },
  recording_analyses: {
    rows: 'deleted',
    reason: 'What the person’s voice says, deleted with the recording.',
    part: 'recording_analyses',
    personal: columnNames('recording_id analysis created_at'),
    internal: [],
  },
  external_links: {
    rows: 'deleted',
    reason: 'Who could hear the person’s voice without a login. Deleted with the recording.',
    part: 'external_links',
    personal: columnNames('recording_id user_id created_at expires_at plays last_played_at'),
    retained: columnNames('id'),
    internal: columnNames('token_hash'),
  },
  recording_comments: {
    rows: 'deleted',
    reason: 'What supervisors wrote about the conversation, deleted with the recording.',
    part: 'recording_comments',
    personal: columnNames('recording_id user_id at_ms text created_at edited_at'),
    retained: columnNames('id'),
    internal: [],
  },
  scorecards: {
    rows: 'deleted',
    reason: 'A supervisor’s assessment of the conversation, deleted with the call’s last recording.',
    part: 'scorecards',
    personal: columnNames('call_id user_id score created_at updated_at'),
    retained: columnNames('id'),
    internal: [],
  },
  scorecard_answers: {
    rows: 'deleted',
    reason: 'The texts may name the person. Deleted with the scorecard.',
    part: 'scorecard_answers',
    personal: columnNames('question_id value text'),
    retained: columnNames('scorecard_id'),
    internal: [],
  },
  notes: {
    rows: 'deleted',
    reason: 'What an agent wrote about the person.',
    part: 'notes',
    personal: columnNames('call_id user_id content created_at'),
    retained: columnNames('id'),
    internal: columnNames('request_key'),
  },
  messages: {
    rows: 'deleted',
    reason: 'Texts to and from the person. An effect deletes the copy at the provider.',
    part: 'messages',
    personal: columnNames(
      'direction call_id user_id from_number to_number body status not_sent_reason delivery delivery_error created_at concluded_at',
    ),
    retained: columnNames('id'),
    internal: columnNames('account_id lead_id provider_sid request_key'),
  },
  planned_calls: {
    rows: 'scrubbed',
    reason: 'Part of the statistics. Pending calls are canceled.',
    part: 'planned_calls',
    personal: columnNames('reason intake_key cancelled'),
    retained: columnNames(
      'id team_id due_at retry lead_retry previous_call_id is_fallback asked_by callback_by callback_for requested_at created_at ended_at call_id',
    ),
    internal: columnNames('account_id lead_id'),
  },
  routing_decisions: {
    rows: 'deleted',
    reason: 'The texts may name the person.',
    part: 'routing_decisions',
    personal: columnNames('call_id at outcome agents'),
    retained: columnNames('id'),
    internal: [],
  },
  lead_import_lines: {
    rows: 'scrubbed',
    reason: 'The import report keeps its lines, without a reference to the lead.',
    part: 'import_lines',
    personal: columnNames('outcome reason scheduled_for'),
    retained: columnNames('import_id line'),
    // The cells are of rejected rows, which have no lead. Erasure deletes those that contain the person's number or email.
    internal: columnNames('lead_id created_lead cells'),
  },
  lead_import_parts: none(
    'Deleted at the end of the import. Until then the file may contain the person: erasure is rejected while an import runs, and deletes files that wait for their start.',
    'import_id n bytes',
  ),
  lead_import_plans: none(
    'How a file is imported: its columns, team and counts.',
    'import_id file_name uploaded_by revision has_header columns team_id source known calls call_date call_minute result headings last_line new_leads known_leads started_at started_by busy_ms work claimed_by claimed_until attempts expires_at',
  ),
  lead_import_mappings: none(
    'Fields of columns, by a hash of their names.',
    'account_id headings_hash columns used_at',
  ),
  lead_imports: none(
    'The progress of an import, without its lines.',
    'id account_id status encoding claimed_by claimed_until attempts lines taken refused error created_at ended_at',
  ),
  effects: {
    rows: 'deleted',
    reason: 'Effects, kept for a day. They only copy data from other tables, so they are not exported.',
    internal: columnNames(
      'id kind payload call_id due_at attempts claimed_by claimed_until done_at last_error dedupe_key created_at',
    ),
  },
  outward_events: {
    rows: 'deleted',
    reason: 'Webhook events. Pending ones are no longer sent.',
    part: 'outward_events',
    personal: columnNames('type call_id source due_at created_at told_at body'),
    retained: columnNames('id'),
    internal: columnNames('account_id lead_id key data'),
  },
  outward_deliveries: {
    rows: 'deleted',
    reason: 'Deleted with its event. The export names the recipients.',
    part: 'outward_deliveries',
    personal: columnNames('event_id destination_id status attempts last_status last_error concluded_at'),
    retained: columnNames('id'),
    internal: columnNames('since due_at claimed_until'),
  },
  crm_contacts: {
    rows: 'deleted',
    reason: 'Links the person to a CRM contact, which must be erased in the CRM.',
    part: 'crm_contacts',
    personal: columnNames('destination_id contact_id made_at'),
    internal: columnNames('lead_id making_since echoed_at written written_by'),
  },
  crm_calls: {
    rows: 'deleted',
    reason: 'Links the call to an entry in a CRM.',
    part: 'crm_calls',
    personal: columnNames('destination_id call_id entry_id'),
    internal: columnNames('making_since written written_by'),
  },
  audit_log: {
    rows: 'kept',
    reason: 'Accountability, including for the erasure itself. Leads are identified only by ID.',
    part: 'audit_log',
    retained: columnNames('id user_id action subject at'),
    internal: columnNames('account_id address'),
  },

  accounts: none(
    'Settings of the company.',
    'id name country_code time_zone language custom_crm_url calling_from_minute calling_to_minute attempts_per_day calling_countries special_numbers key_calls_per_minute region_windows texting_from_minute texting_to_minute texts_need_consent recording_regions recording_pause_minutes external_links board_limits park_minutes second_factor holidays currency call_rates recordings_days personal_days retention_due_at version created_at',
  ),
  users: none(
    'Users of Offhook, not people who are called.',
    'id account_id email full_name phone_number password_hash profile_picture permissions supervised_team_ids hubspot_id salesforce_domain activecampaign_domain country_code time_zone language clock date_order is_app_only mobile_enabled do_not_disturb status status_since next_status wrap_up_call_id wrap_up_ends_at cap schedule active call_user_total version created_at',
  ),
  user_invitations: none(
    'People who may become users, not people who are called.',
    'id account_id email full_name permissions team_ids supervised_team_ids invited_by created_at expires_at mail_status mail_at mail_error',
  ),
  report_mails: none(
    'Settings of users: when a report is sent, and by which team, agent, source or number it is filtered.',
    'id account_id owner_id frequency minute language filters compares is_paused next_at time_zone asked_at version created_at',
  ),
  report_mail_recipients: none('Belongs to users.', 'report_mail_id user_id status status_at error sent_for'),
  sign_in_tokens: none('Belongs to users and invitations.', 'id token_hash invitation_id user_id expires_at'),
  sessions: none(
    'Belongs to users.',
    'token_hash secret_hash user_id created_at expires_at user_agent address last_seen_at confirmed_at',
  ),
  login_attempts: none(
    'Hashes about users, kept for an hour.',
    'id account_key address_key network_key is_known succeeded at',
  ),
  passkeys: none(
    'Belongs to users.',
    'id user_id credential_id public_key counter transports name created_at last_used_at',
  ),
  totp_factors: none('Belongs to users.', 'user_id secret last_period created_at last_used_at'),
  recovery_codes: none('Belongs to users.', 'user_id code_hash created_at'),
  single_sign_on: none(
    'Settings of the company.',
    'account_id name domains issuer client_id client_secret trusts_emails is_only last_login_at version',
  ),
  sign_in_steps: none(
    'Belongs to users, for 5 minutes.',
    'token_hash kind user_id challenge totp_secret attempt_id page failures expires_at',
  ),
  teams: none('Belongs to the company.', 'id version account_id name is_default fallback_team_id schedule'),
  team_members: none('Belongs to users.', 'team_id user_id priority_group'),
  profiles: none(
    'Settings of a team.',
    'id account_id team_id mode whisper_template is_deal_whispertext retry_minutes followup_minutes records announces_recording announces_by_region rotation delay_seconds calls_per_minute missed_text welcome_message voicemail_greeting welcome_file voicemail_file greeting_language script shares_recordings wrap_up wrap_up_seconds',
  ),
  greeting_files: none(
    'Announcements of the company, spoken by its people.',
    'id account_id name milliseconds bytes storage path key_id created_at expires_at',
  ),
  tags: none('Names of tags. A lead’s tag is stored with the lead.', 'id profile_id key name color position'),
  numbers: none('Numbers of the company.', 'id account_id team_id name phone_number provider_sid'),
  presence: none(
    'Belongs to users.',
    'user_id phone_id session_hash state device audio call_user_id renewed_at changed_at unreachable_at unreachable_reason',
  ),
  agent_statuses: none(
    'Settings of the company.',
    'account_id key name icon minutes_per_day position archived_at',
  ),
  agent_call_times: none(
    'Times of agents in a call, without a party of it.',
    'id call_id user_id kind started_at ended_at',
  ),
  report_buckets: none('Which periods have stored figures.', 'account_id level start wait_for built_at'),
  report_marks: none('Hours with changes since their figures were stored.', 'id account_id hour'),
  report_figures: none(
    'Counts and durations. Erasing a lead clears its source, so its hours are counted again without it.',
    'account_id level start shape team_id agent_id source number_id hour_of_week leads contacted voicemail missed removed calls contacted_calls missed_rings talk_seconds hold_ms wrap_up_ms dialed answered inbound inbound_taken browser_minutes outbound_minutes inbound_minutes recording_minutes texts measures amounts counts',
  ),
  agent_status_intervals: none('Belongs to users.', 'id account_id user_id status started_at ended_at'),
  scorecard_questions: none('Settings of the company.', 'id account_id text kind weight position retired_at'),
  webhook_receipts: none('IDs of provider callbacks.', 'key received_at'),
  api_keys: none('Belongs to the company.', 'id account_id name key_hash created_at revoked_at'),
  web_forms: none(
    'Settings of the company.',
    'id account_id name public_key team_id origins thank_you_url consent_channel consent_text version created_at revoked_at',
  ),
  api_key_minutes: none('Counts.', 'api_key_id minute calls'),
  outward_destinations: none(
    'Endpoints of the company. `trouble` is a CRM’s error message about the key.',
    'id account_id kind url secret events filters settings trouble trouble_at paused_until version created_at removed_at',
  ),
  settings: none('Belongs to the installation.', 'key value'),
};
