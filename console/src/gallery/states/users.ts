import type { User } from '@offhook/contract/accounts/user';

export const LOS_ANGELES = 'America/Los_Angeles';

/** A Tuesday, 10:02:30 in Los Angeles. */
export const NOW = Date.UTC(2026, 10, 17, 18, 2, 30);

/** Seconds before `NOW`, as an API timestamp. */
export const ago = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString();

/** The response of a request that only reports success. */
export const done = { success: true as const };

const integrations = {
  hubspot_id: null,
  salesforce_domain: null,
  activecampaign_domain: null,
  custom_crm_url: null,
};

export const supervisor: User = {
  id: 901,
  account_id: 1,
  full_name: 'Eleanor Blackwood-Montgomery',
  email: 'eleanor@demo.test',
  phone_number_formatted: '(415) 555-0100',
  profile_picture: '',
  permissions: ['listen', 'whisper', 'barge'],
  supervised_team_ids: null,
  integrations,
  country_code: 'US',
  language: null,
  clock: null,
  date_order: null,
  time_zone: null,
  account_language: 'en',
};

/** Of the teams Sales and Support. */
export const limitedSupervisor: User = { ...supervisor, supervised_team_ids: [1, 2] };

export const administrator: User = {
  ...supervisor,
  id: 902,
  full_name: 'Jonathan Abernathy-Wellington',
  email: 'jonathan@demo.test',
  permissions: ['admin', 'listen', 'whisper', 'barge'],
};

/** An agent, who can't open the console. */
export const agent: User = { ...supervisor, id: 903, full_name: 'Priya Venkataraman', permissions: [] };
