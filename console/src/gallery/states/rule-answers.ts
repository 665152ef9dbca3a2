import type { SingleSignOn } from '@offhook/contract/console/people/sign-on-entities';
import type { CallingRules, DoNotCallEntry, Retention } from '@offhook/contract/console/rule-entities';
import type { Answers } from './gallery-state.ts';
import { ago, done, LOS_ANGELES } from './users.ts';

export const rules: CallingRules = {
  version: 1,
  name: 'Harbourline Insurance',
  country_code: 'US',
  time_zone: LOS_ANGELES,
  language: 'en',
  calling_from_minute: 480,
  calling_to_minute: 1260,
  texting_from_minute: 540,
  texting_to_minute: 1200,
  texts_need_consent: true,
  attempts_per_day: 8,
  recording_pause_minutes: 10,
  external_links: true,
  park_minutes: 3,
  second_factor: 'none',
  calling_countries: ['US', 'GB'],
  special_numbers: ['shared_cost'],
  key_calls_per_minute: 600,
  region_windows: [
    { prefix: '+1212', from_minute: 540, to_minute: 1200 },
    { prefix: '+44', from_minute: 540, to_minute: 1080 },
  ],
  recording_regions: [{ prefix: '+1212', announces: true }],
  custom_crm_url: null,
  holidays: [
    { date: '2026-11-26', name: 'Thanksgiving Day' },
    { date: '2026-12-25', name: 'Christmas Day' },
  ],
};
export const retention: Retention = {
  version: 1,
  recordings_days: null,
  personal_days: 1_000,
  installation: { recordings_days: 0, personal_days: 730 },
  deletion: { is_running: false, next_at: ago(-1_800), last_at: ago(7_200) },
};
const marked: DoNotCallEntry = {
  id: 14155550142,
  phone_number: '+14155550142',
  phone_number_formatted: '(415) 555-0142',
  lead: { id: 31, label: 'Agnieszka Brzęczyszczykiewicz-Wolańska' },
  source: 'lead',
  since: ago(86_400),
};
export const doNotCall: DoNotCallEntry[] = [
  marked,
  {
    ...marked,
    id: 14155550143,
    phone_number: '+14155550143',
    phone_number_formatted: '(415) 555-0143',
    lead: null,
    source: 'file',
  },
];

const singleSignOn: SingleSignOn = {
  version: 2,
  name: 'Harbourline',
  domains: ['harbourline.example', 'harbourline-insurance.example'],
  issuer: 'https://login.harbourline.example/realms/sales',
  client_id: 'offhook',
  trusts_emails: false,
  is_only: true,
  last_login_at: ago(86_400),
};
const redirect_uri = 'https://phone.example.com/apps/webrtc/login/organization/1/callback';

export const ruleAnswers: Answers = {
  readSingleSignOn: { ...done, single_sign_on: singleSignOn, redirect_uri },
  testSingleSignOn: { ...done, result: 'works', reason: '' },
  readRules: { ...done, rules },
  readRetention: { ...done, retention },
  changeRules: { ...done, rules: { ...rules, version: 2 } },
  changeRetention: { ...done, retention: { ...retention, version: 2, recordings_days: 90 } },
  listDoNotCall: { ...done, data: doNotCall, next: 30 },
  listPublicHolidays: {
    ...done,
    data: [
      { date: '2026-09-07', name: 'Labor Day' },
      { date: '2026-12-25', name: 'Christmas Day (public holiday)' },
    ],
  },
};

export const emptyRuleAnswers: Answers = {
  readSingleSignOn: { ...done, single_sign_on: null, redirect_uri },
  readRules: { ...done, rules: { ...rules, region_windows: [], holidays: [] } },
  listDoNotCall: { ...done, data: [], next: null },
};
