import type { ConsoleAgent } from '@offhook/contract/console/agent-entities';
import type {
  AuditEntry,
  ConsoleCrm,
  ConsoleDelivery,
  ConsoleWebhook,
} from '@offhook/contract/console/integration-entities';
import type { CallingRules, DoNotCallEntry, Retention } from '@offhook/contract/console/rule-entities';
import type { ConsoleStatus } from '@offhook/contract/console/status-entities';
import type { ConsoleTeam, ConsoleTeamDetail } from '@offhook/contract/console/team-entities';
import type { Answers, GalleryState } from './gallery-state.ts';
import { administrator, ago } from './users.ts';

const done = { success: true as const };
const LOS_ANGELES = 'America/Los_Angeles';
const week = {
  time_zone: LOS_ANGELES,
  pieces: [
    ...[1, 2, 3, 4].map((day) => ({ day, from: 480, to: 720 })),
    ...[1, 2, 4].map((day) => ({ day, from: 780, to: 1080 })),
    { day: 3, from: 780, to: 1215 },
    { day: 5, from: 480, to: 1080 },
    { day: 6, from: 585, to: 780 },
    { day: 6, from: 1320, to: 120 },
  ],
};

const number = (id: number, name: string | null, formatted: string) => ({
  id,
  name,
  phone_number_formatted: formatted,
});
const salesNumber = number(1, 'Main line', '(415) 555-0199');

const sales: ConsoleTeam = {
  id: 1,
  name: 'Sales',
  is_default: true,
  fallback_team_id: 2,
  schedule: week,
  is_open: true,
  agents: 9,
  available: 5,
  numbers: [salesNumber],
};
const support: ConsoleTeam = {
  ...sales,
  id: 2,
  name: 'Support',
  is_default: false,
  fallback_team_id: null,
  schedule: null,
  agents: 6,
  available: 0,
  numbers: [],
};
const night: ConsoleTeam = {
  ...support,
  id: 3,
  name: 'Nachtschicht und Wochenenddienst der Außenstelle Lichtenfels',
  schedule: { time_zone: 'Europe/Berlin', pieces: [] },
  agents: 0,
};
const teams = [sales, support, night];

const people = [
  ['Priya Venkataraman', 1, 'oncall'],
  ['Aleksandra Wiśniewska-Kowalczyk', 1, 'available'],
  ['Hiroshi Takahashi', 1, 'oncall'],
  ['Marisol Etxeberria Quintana', 1, 'available'],
  ['Camille Desrosiers-Thibodeau-Lafontaine', 2, 'available'],
  ['Tobias Featherstonehaugh', 2, 'held'],
  ['Nguyễn Thị Phương Thảo', 2, 'wrapup'],
  ['Guðrún Sigurðardóttir', 2, 'unavailable'],
  ['Fatima al-Rashidi', 2, 'ringing'],
] as const;

export const team: ConsoleTeamDetail = {
  ...sales,
  members: people.map(([full_name, priority_group, state], at) => ({
    user_id: at + 1,
    full_name,
    profile_picture: '',
    active: full_name !== 'Guðrún Sigurðardóttir',
    priority_group,
    state,
  })),
  version: 1,
  profile: {
    mode: 'simultaneous',
    whisper_template: '{fname} {lname} from {company}, asked for {category}',
    is_deal_whispertext: true,
    retry_minutes: [1, 5, 30],
    followup_minutes: [60, 240, 1440],
    records: true,
    recording_announcement: 'by_region',
    announces_recording: true,
    delay_seconds: 0,
    calls_per_minute: null,
    missed_text: 'Sorry that we missed you. We will call you again.',
    welcome_message: null,
    voicemail_greeting: 'Please leave a message after the tone.',
    greeting_language: 'en-US',
    script:
      '# First call\n\n## Open\n\nHi {fname}, this is {agent} from Harbourline. Is now a good time?\n\n## Qualify\n\n- Owns the home\n- Current insurer\n- Renewal date',
    shares_recordings: true,
    wrap_up: 'fixed',
    wrap_up_seconds: 30,
    tags: [
      { id: 1, key: 'quote', name: 'Quote sent', color: '#1b7f5a', uses: 12 },
      { id: 2, key: 'later', name: 'Call again next quarter', color: '#b8860b', uses: 0 },
      { id: 3, key: 'no', name: 'Not interested', color: '#8a2be2', uses: 1 },
    ],
  },
};

const agent = (at: number, fields: Partial<ConsoleAgent> = {}): ConsoleAgent => {
  const [full_name, priority_group, state] = people[at % people.length] ?? people[0];
  return {
    id: at + 1,
    version: 1,
    email: `${full_name.split(' ')[0]?.toLowerCase()}${at}@harbourline-insurance.example`,
    full_name,
    profile_picture: '',
    phone_number: null,
    phone_number_formatted: null,
    permissions: at % 3 === 0 ? ['app-sms', 'app-retry', 'listen'] : ['app-sms'],
    is_app_only: true,
    mobile_enabled: false,
    do_not_disturb: false,
    cap: at % 2 === 0 ? 120 : null,
    country_code: null,
    time_zone: LOS_ANGELES,
    schedule: null,
    active: at !== 7,
    created_at: ago(9_000_000),
    teams: [{ team_id: 1, name: 'Sales', priority_group }],
    state,
    reason: state === 'unavailable' ? 'Outside the agent’s schedule' : null,
    status: null,
    ...fields,
  };
};
const agents = people.map((_, at) => agent(at));
export const sampleAgent = agent(0, {
  phone_number: '+14155550133',
  phone_number_formatted: '(415) 555-0133',
  is_app_only: false,
  mobile_enabled: true,
  schedule: { time_zone: LOS_ANGELES, pieces: [{ day: 1, from: 540, to: 1020 }] },
  teams: [
    { team_id: 1, name: 'Sales', priority_group: 1 },
    { team_id: 3, name: night.name, priority_group: 2 },
  ],
});

const statuses = {
  version: 1,
  list: [
    { key: 'break', name: null, icon: 'coffee', minutes_per_day: 30, archived: false },
    { key: 'lunch', name: null, icon: 'restaurant', minutes_per_day: 60, archived: false },
    { key: 'training', name: null, icon: 'school', minutes_per_day: null, archived: false },
    {
      key: 'coaching',
      name: 'Coaching with the team lead of the north',
      icon: 'groups',
      minutes_per_day: 45,
      archived: false,
    },
    { key: 'inventory', name: 'Inventory', icon: 'build', minutes_per_day: null, archived: true },
  ] satisfies ConsoleStatus[],
};

const numbers = [
  { ...salesNumber, phone_number: '+14155550199', team: { id: 1, name: 'Sales' }, is_ready: true },
  {
    ...number(2, null, '(212) 555-0147'),
    phone_number: '+12125550147',
    team: { id: 2, name: 'Support' },
    is_ready: false,
  },
];

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
  calling_countries: ['US', 'GB'],
  special_numbers: ['shared_cost'],
  key_calls_per_minute: 600,
  region_windows: [
    { prefix: '+1212', from_minute: 540, to_minute: 1200 },
    { prefix: '+44', from_minute: 540, to_minute: 1080 },
  ],
  recording_regions: [{ prefix: '+1212', announces: true }],
  custom_crm_url: null,
};
export const retention: Retention = {
  version: 1,
  recordings_days: null,
  personal_days: 1_000,
  installation: { recordings_days: 0, personal_days: 730 },
};
const marked: DoNotCallEntry = {
  id: 14155550142,
  phone_number: '+14155550142',
  phone_number_formatted: '(415) 555-0142',
  lead: { id: 31, label: 'Agnieszka Brzęczyszczykiewicz-Wolańska' },
  source: 'lead',
  since: ago(86_400),
};
const doNotCall: DoNotCallEntry[] = [
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

export const webhook: ConsoleWebhook = {
  id: 1,
  version: 1,
  kind: 'webhook',
  url: 'https://hooks.harbourline-insurance.example/offhook/events?environment=production',
  events: ['call_completed', 'lead_created'],
  filters: { direction: ['outbound'], result: ['contacted'], team: [1] },
  created_at: ago(800_000),
  waiting: 1,
  delivered: 4_812,
  failed: 2,
};
const delivery = (id: number, fields: Partial<ConsoleDelivery>): ConsoleDelivery => ({
  id,
  event_id: 700 + id,
  type: 'call_completed',
  status: 'delivered',
  attempts: 1,
  last_status: 200,
  last_error: null,
  due_at: ago(100),
  concluded_at: ago(60 * id),
  created_at: ago(60 * id + 2),
  ...fields,
});
const deliveries = [
  delivery(4, { status: 'waiting', attempts: 2, last_status: 503, concluded_at: null }),
  delivery(3, {}),
  delivery(2, {
    status: 'failed',
    attempts: 12,
    last_status: null,
    last_error: 'The name of the host could not be found.',
  }),
  delivery(1, {}),
];

const keys = [
  { id: 2, name: 'Landing pages', created_at: ago(500_000), revoked_at: null },
  { id: 1, name: 'Old website', created_at: ago(9_500_000), revoked_at: ago(86_000) },
];
const imports = [
  {
    id: 2,
    status: 'running',
    lines: 4_100,
    taken: 4_032,
    refused: 68,
    error: null,
    created_at: ago(40),
    ended_at: null,
  },
  {
    id: 1,
    status: 'failed',
    lines: 12,
    taken: 12,
    refused: 0,
    error: 'The file ended in the middle of a line.',
    created_at: ago(90_000),
    ended_at: ago(89_000),
  },
];
const entry = (id: number, action: string, subject: string): AuditEntry => ({
  id,
  at: ago(id * 900),
  user: { id: 902, full_name: administrator.full_name },
  action,
  subject,
  address: '203.0.113.7',
});
const audit = [
  entry(1, 'console', 'team 1: schedule, profile whisper_template'),
  entry(2, 'console', 'user 14: added'),
  { ...entry(3, 'admin', 'api key 2: added'), user: null, address: null },
];

const hubspot: ConsoleCrm = {
  id: 9,
  kind: 'hubspot',
  url: 'https://api.hubapi.com',
  makes_contacts: true,
  links_recordings: false,
  tag_field: '',
  trouble: null,
  trouble_at: null,
  paused_until: null,
  created_at: ago(700_000),
};
const crms: ConsoleCrm[] = [
  hubspot,
  {
    ...hubspot,
    id: 10,
    kind: 'activecampaign',
    url: 'https://harbourline-insurance.api-us1.example',
    links_recordings: true,
    trouble: 'HTTP 403: You do not have permission to view or modify this resource.',
    trouble_at: ago(600),
    created_at: ago(300_000),
  },
];

const answers: Answers = {
  listTeams: { ...done, data: teams },
  readTeam: { ...done, team },
  changeTeam: { refused: 'Choose another team in your account as the fallback.' },
  addTeam: { refused: 'Enter a name.' },
  listAgents: ({ query }) => ({
    ...done,
    data: agents.filter(({ full_name }) =>
      full_name.toLowerCase().includes(String(query?.['search'] ?? '').toLowerCase()),
    ),
    total: 54,
    meta: { current_page: 1, last_page: 3 },
  }),
  readAgent: { ...done, agent: sampleAgent },
  addAgent: { ...done, agent: sampleAgent, password: 'brook-lantern-42-quartz' },
  changeAgent: { refused: 'Your account must have at least one administrator.' },
  setAgentPassword: { ...done, password: 'brook-lantern-42-quartz' },
  logOutAgent: { ...done, ended: 2 },
  readStatuses: { ...done, statuses },
  listNumbers: { ...done, data: numbers },
  removeNumber: { refused: 'This number has been used for calls and can’t be removed.' },
  readRules: { ...done, rules },
  readRetention: { ...done, retention },
  changeRules: { ...done, rules: { ...rules, version: 2 } },
  changeRetention: { ...done, retention: { ...retention, version: 2, recordings_days: 90 } },
  listDoNotCall: { ...done, data: doNotCall, next: 30 },
  listWebhooks: { ...done, data: [webhook] },
  testWebhook: { ...done, delivered: false, status: null, error: 'No response within 10 s.' },
  listDeliveries: { ...done, data: deliveries, next: null },
  listApiKeys: { ...done, data: keys },
  addApiKey: {
    ...done,
    key: { id: 3, name: 'Fair in May', created_at: ago(1), revoked_at: null },
    secret: 'ok_0123456789abcdefghijklmnopqrstuv',
  },
  listImports: { ...done, data: imports, next: null },
  readImport: {
    ...done,
    import: { id: 2, status: 'running', lines: 4_100, taken: 1, refused: 1, error: null },
    lines: [
      {
        line: 2,
        lead_id: 51,
        outcome: 'scheduled for 09:00',
        reason: 'It is outside the team’s hours.',
        scheduled_for: '2026-11-18T17:00:00.000Z',
      },
      {
        line: 3,
        lead_id: null,
        outcome: 'refused',
        reason: 'The phone number is not valid.',
        scheduled_for: null,
      },
      {
        line: 4,
        lead_id: 52,
        outcome: 'taken already',
        reason: 'This request’s call was already made',
        scheduled_for: null,
      },
      { line: 5, lead_id: 53, outcome: 'not called', reason: 'No agent was available', scheduled_for: null },
    ],
  },
  listCrms: { ...done, data: crms },
  addCrm: { refused: 'Salesforce also needs the client ID.' },
  testCrm: { ...done, error: 'The token is no longer valid.' },
  removeCrm: done,
  listAuditLog: { ...done, data: audit, next: 1 },
};

const empty: Answers = {
  ...answers,
  listTeams: { ...done, data: [] },
  readTeam: {
    ...done,
    team: { ...team, schedule: { ...week, pieces: [] }, members: [], profile: { ...team.profile, tags: [] } },
  },
  listAgents: { ...done, data: [], total: 0, meta: { current_page: 1, last_page: 1 } },
  listNumbers: { ...done, data: [] },
  readRules: { ...done, rules: { ...rules, region_windows: [] } },
  listDoNotCall: { ...done, data: [], next: null },
  listWebhooks: { ...done, data: [] },
  listApiKeys: { ...done, data: [] },
  listCrms: { ...done, data: [] },
  listImports: { ...done, data: [], next: null },
  listAuditLog: { ...done, data: [], next: null },
};
const loading: Answers = {
  listTeams: 'loading',
  readTeam: 'loading',
  listAgents: 'loading',
  readAgent: 'loading',
};

const stateAt = (address: string, stateAnswers: Answers = answers): GalleryState => ({
  path: address,
  answers: stateAnswers,
  user: administrator,
});

export const administrationStates: Readonly<Record<string, GalleryState>> = {
  teams: stateAt('/teams'),
  'teams-empty': stateAt('/teams', empty),
  'teams-loading': stateAt('/teams', loading),
  'teams-failed': stateAt('/teams', {}),
  team: stateAt('/teams/1'),
  'team-always': stateAt('/teams/2', { ...answers, readTeam: { ...done, team: { ...team, ...support } } }),
  'team-empty': stateAt('/teams/1', empty),
  'team-loading': stateAt('/teams/1', loading),
  'team-failed': stateAt('/teams/1', {}),
  'team-newer': stateAt('/teams/1', {
    ...answers,
    readTeam: {
      ...done,
      team: {
        ...team,
        version: 2,
        name: 'Evening sales',
        profile: { ...team.profile, whisper_template: 'Ask for the evening' },
      },
    },
  }),
  agents: stateAt('/agents'),
  'agents-empty': stateAt('/agents', empty),
  agent: stateAt('/agents/1'),
  'agent-lunch': stateAt('/agents/1', {
    ...answers,
    readAgent: {
      ...done,
      agent: {
        ...sampleAgent,
        state: 'unavailable',
        reason: 'At lunch',
        status: {
          key: 'lunch',
          name: null,
          icon: 'restaurant',
          since: ago(4_000),
          minutes_per_day: 60,
          used_seconds: 4_000,
        },
      },
    },
  }),
  statuses: stateAt('/statuses'),
  'statuses-failed': stateAt('/statuses', {}),
  'agent-failed': stateAt('/agents/1', {}),
  numbers: stateAt('/numbers'),
  'numbers-empty': stateAt('/numbers', empty),
  'calling-rules': stateAt('/calling-rules'),
  'calling-rules-empty': stateAt('/calling-rules', empty),
  retention: stateAt('/retention'),
  'retention-newer': stateAt('/retention', {
    ...answers,
    readRetention: {
      ...done,
      retention: { ...retention, version: 2, installation: { recordings_days: 90, personal_days: 730 } },
    },
  }),
  'retention-loading': stateAt('/retention', { readRetention: 'loading' }),
  webhooks: stateAt('/webhooks'),
  'webhooks-empty': stateAt('/webhooks', empty),
  webhook: stateAt('/webhooks/1'),
  'api-keys': stateAt('/api-keys'),
  'lead-file': stateAt('/api-keys/files/2'),
  'api-keys-empty': stateAt('/api-keys', empty),
  'audit-log': stateAt('/audit-log'),
  'audit-log-empty': stateAt('/audit-log', empty),
};
