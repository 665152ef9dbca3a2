/** The columns of a file that is imported with an API key. Only the number is required. */
export const LEAD_FILE_COLUMNS = [
  'phone_number',
  'fname',
  'lname',
  'label',
  'email',
  'company',
  'category',
  'crm',
  'source_id',
  'owner',
  'team_id',
  'time_zone',
  'consent_text',
  'consent_channel',
  'consent_given_at',
  'consent_method',
  'consent_source_url',
  'consent_ip',
  'consent_user_agent',
] as const;
export type LeadFileColumn = (typeof LEAD_FILE_COLUMNS)[number];
