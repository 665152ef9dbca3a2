/** Documentation of the console's requests beyond their schemas. */
import type { ConsoleRequestName } from '../console/console.ts';
import type { RequestNote } from './request-notes.ts';

const SCHEDULE = {
  time_zone: 'America/New_York',
  pieces: [
    { day: 1, from: 540, to: 1020 },
    { day: 6, from: 1320, to: 120 },
  ],
};

const TEAM_REFUSALS = [
  'badName',
  'badSchedule',
  'badTimeZone',
  'badFallback',
  'badMember',
  'badMinutes',
  'badTags',
] as const;
const AGENT_REFUSALS = [
  'invalidPhoneNumber',
  'emergencyNumber',
  'badTimeZone',
  'badCountry',
  'badSchedule',
  'badTeam',
] as const;

const note = (summary: string, rest: Omit<RequestNote, 'tag' | 'summary'> = {}): RequestNote => ({
  tag: 'Console',
  summary,
  ...rest,
});

export const CONSOLE_NOTES: { readonly [N in ConsoleRequestName]: RequestNote } = {
  ping: note('Check that the server responds', {
    description: 'Returns no data and does not extend the session.',
  }),
  readBoard: note('The live board: who is doing what, who waits, and how today goes', {
    description: 'Realtime events of the account’s channel say when to ask again.',
  }),
  listCalls: note('Calls of the account, the newest first'),
  readCall: note('A call with everybody in it, why it went as it did, and how long each step took'),
  listLeads: note('Leads of the account, the newest first'),
  readLead: note('A lead with its calls and texts'),
  changeLead: note('Changes a lead', {
    refusals: ['badName', 'badMember', 'badTeam', 'badTimeZone'],
    body: { company: 'Acme', do_not_call: true, owner_user_id: null, team_id: null, label: 'Ada Form' },
  }),
  exportLead: note('Everything that is stored of a person, as one document for the person', {
    description:
      'Also a number on the do-not-call list, with how and when it came there. Stands in the audit log.',
  }),
  eraseLead: note('Erases a person: names, number, notes, texts, recordings, evidence of consent', {
    description:
      'It cannot be undone. Calls stay as counts. A number on the do-not-call list stays there, and the number of a lead who must not be called comes on it.',
    refusals: ['personInCall', 'personInFile'],
  }),
  listTeams: note('Teams with who is available'),
  readTeam: note('A team with its members, its schedule, and how its leads are called'),
  addTeam: note('A new team', {
    refusals: TEAM_REFUSALS,
    body: { name: 'Sales', schedule: SCHEDULE, members: [], profile: { mode: 'simultaneous' } },
  }),
  changeTeam: note('Changes a team', {
    description: '`members` and `tags` are all of them: who or what is not named goes.',
    refusals: [...TEAM_REFUSALS, 'tagInUse', 'badGreeting', 'badLanguage', 'changedMeanwhile'],
    body: {
      name: 'Sales',
      fallback_team_id: null,
      schedule: SCHEDULE,
      members: [{ user_id: 1, priority_group: 1 }],
      profile: {
        mode: 'round_robin',
        retry_minutes: [1, 5, 30],
        followup_minutes: [60, 240, 1440],
        records: true,
        recording_announcement: 'by_region',
        whisper_template: '{fname} {lname} from {company}',
      },
    },
  }),
  listAgents: note('Users of the account, by name'),
  readAgent: note('A user of the account'),
  addAgent: note('A new user', {
    description: 'Without a password one is made, and shown this once.',
    refusals: ['badName', 'badEmail', 'emailTaken', 'badPassword', ...AGENT_REFUSALS],
    body: {
      email: 'grace@example.com',
      full_name: 'Grace Form',
      password: 'long enough',
      permissions: ['app-sms'],
      teams: [],
      schedule: SCHEDULE,
    },
  }),
  changeAgent: note('Changes a user', {
    description: 'Nobody takes their own administrator’s right, or the last one of the account.',
    refusals: ['badName', ...AGENT_REFUSALS, 'lastAdmin', 'ownRights'],
    body: { full_name: 'Grace Form', cap: 40, time_zone: 'Europe/Berlin', schedule: null, active: true },
  }),
  setAgentPassword: note('A new password: all sessions of the user end', {
    refusals: ['badPassword'],
    body: { password: 'long enough' },
  }),
  logOutAgent: note('All sessions of a user end'),
  listNumbers: note('Phone numbers of the account'),
  addNumber: note('A phone number of the account', {
    description: 'The server takes it up at the provider when it starts next.',
    refusals: ['invalidPhoneNumber', 'emergencyNumber', 'numberTaken', 'badTeam'],
    body: { phone_number: '+1 415 555 0142', team_id: 1, name: 'Second line' },
  }),
  changeNumber: note('Changes a phone number’s name or team', {
    refusals: ['badTeam'],
    body: { name: 'Main line' },
  }),
  removeNumber: note('Removes a phone number that no call has used', { refusals: ['numberInUse'] }),
  readRules: note('When, and how often, leads may be called'),
  changeRules: note('Changes when, and how often, leads may be called', {
    refusals: [
      'badName',
      'badTimeZone',
      'badCountry',
      'badCountries',
      'badWindow',
      'badRegions',
      'badCrmAddress',
    ],
    description:
      'Premium-rate, shared-cost, personal and satellite numbers are neither called nor texted unless `special_numbers` names their kind; emergency numbers never are.',
    body: {
      calling_from_minute: 540,
      calling_to_minute: 1200,
      attempts_per_day: 6,
      calling_countries: ['US', 'CA'],
      special_numbers: ['shared_cost'],
      key_calls_per_minute: 60,
      region_windows: [{ prefix: '+49', from_minute: 540, to_minute: 1140 }],
      texting_from_minute: 540,
      texting_to_minute: 1200,
      texts_need_consent: true,
      recording_regions: [{ prefix: '+1212', announces: true }],
    },
  }),
  readRetention: note('How long recordings and personal data are kept'),
  changeRetention: note('Changes how long recordings and personal data are kept', {
    description:
      'What is older is removed from an hour after the change on, and cannot be brought back: until then the change can be taken back.',
    refusals: ['badDays'],
    body: { recordings_days: 90, personal_days: null },
  }),
  listDoNotCall: note('Numbers that are never called'),
  addDoNotCall: note('A number that is never called or texted again', {
    refusals: ['invalidPhoneNumber', 'emergencyNumber'],
    body: { phone_number: '+1 415 555 0177' },
  }),
  removeDoNotCall: note('A number that may be called again; so may its lead'),
  listWebhooks: note('Addresses that are told what happens'),
  addWebhook: note('An address that is told; its secret is shown this once', {
    refusals: ['badAddress'],
    body: { url: 'https://example.com/hook', events: ['call_completed'], filters: {} },
  }),
  changeWebhook: note('Changes what an address is told', {
    refusals: ['badAddress'],
    body: { url: 'https://example.com/hook', events: ['call_completed', 'lead_created'] },
  }),
  removeWebhook: note('An address is told no more; what is on its way to it is given up'),
  listDeliveries: note('What was told to an address, the newest first'),
  replayDelivery: note('Tells again, under the same event id'),
  testWebhook: note('An example of an event is posted at once, once'),
  listApiKeys: note('API keys of the account'),
  addApiKey: note('A new API key, shown this once', { refusals: ['badName'], body: { name: 'Web form' } }),
  revokeApiKey: note('An API key is good no more'),
  listImports: note('Files of leads that were taken in, the newest first'),
  readImport: note('How far a file of leads is, and what became of its lines'),
  listCrms: note('The CRMs into which leads and calls are written, and what keeps one closed'),
  addCrm: note('Leads and calls are written into a CRM from now on', {
    refusals: ['crmNeedsAddress', 'crmNeedsClient', 'crmHasTags', 'badCrm'],
    body: { kind: 'followupboss', token: 'fka_0123456789', makes_contacts: true },
  }),
  testCrm: note('Asks a CRM for a little of everything that is written; nothing is written'),
  removeCrm: note('Nothing more is written into a CRM; what is there stays'),
  listAuditLog: note('Who did what, the newest first'),
};
