import type { GreetingFile } from '@offhook/contract/console/greeting-entities';
import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import type { ConsoleStatus } from '@offhook/contract/console/people/status-entities';
import type { ConsoleTeam, ConsoleTeamDetail } from '@offhook/contract/console/people/team-entities';
import type { Answers } from './gallery-state.ts';
import { ago, done, LOS_ANGELES } from './users.ts';

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
export const support: ConsoleTeam = {
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

export const greetingFile = (name: string | null, url: string, seconds: number): GreetingFile => ({
  id: `${name === null ? 'recorded' : 'uploaded'}${'x'.repeat(24)}`,
  name,
  seconds,
  url,
  created_at: ago(60),
  is_missing: false,
});

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
    welcome_file: null,
    voicemail_file: null,
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
    supervised_team_ids: null,
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
    is_agent: true,
    last_seen_at: null,
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
  {
    ...salesNumber,
    phone_number: '+14155550199',
    team: { id: 1, name: 'Sales' },
    is_ready: true,
    is_checked: true,
  },
  {
    ...number(2, null, '(212) 555-0147'),
    phone_number: '+12125550147',
    team: { id: 2, name: 'Support' },
    is_ready: false,
    is_checked: true,
  },
  {
    ...number(3, null, '(312) 555-0123'),
    phone_number: '+13125550123',
    team: { id: 2, name: 'Support' },
    is_ready: false,
    is_checked: false,
  },
];

export const teamAnswers: Answers = {
  addNumber: { refused: 'Enter a valid phone number.', errorCode: 'invalidPhoneNumber' },
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
  readAgent: { ...done, agent: sampleAgent, scores: { count: 12, average: 82 } },
  addAgent: { ...done, agent: sampleAgent, password: 'brook-lantern-42-quartz' },
  changeAgent: { refused: 'Your account must have at least one administrator.' },
  setAgentPassword: { ...done, password: 'brook-lantern-42-quartz' },
  logOutAgent: { ...done, ended: 2 },
  readAgentSecurity: {
    ...done,
    security: {
      passkeys: 1,
      totp: true,
      recovery_codes: 8,
      is_required: true,
      sessions: [
        {
          id: 'a1',
          browser: 'Firefox 143',
          system: 'Windows',
          address: '198.51.100.24',
          signed_in_at: '2026-03-02T13:02:00.000Z',
          last_seen_at: '2026-03-02T15:40:00.000Z',
        },
        {
          id: 'b2',
          browser: null,
          system: null,
          address: null,
          signed_in_at: '2026-02-27T08:00:00.000Z',
          last_seen_at: null,
        },
      ],
    },
  },
  endAgentSession: { refused: 'Not found. It may have been removed.' },
  resetAgentFactors: { ...done, ended: 2 },
  readStatuses: { ...done, statuses },
  listNumbers: { ...done, data: numbers },
  removeNumber: { refused: 'This number has been used for calls and can’t be removed.' },
};

export const emptyTeamAnswers: Answers = {
  listTeams: { ...done, data: [] },
  readTeam: {
    ...done,
    team: { ...team, schedule: { ...week, pieces: [] }, members: [], profile: { ...team.profile, tags: [] } },
  },
  listAgents: { ...done, data: [], total: 0, meta: { current_page: 1, last_page: 1 } },
  listNumbers: { ...done, data: [] },
};
