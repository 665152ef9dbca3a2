import type {
  CallRates,
  ConsoleCallRates,
  Report,
  ReportTotals,
} from '@offhook/contract/console/report-entities';
import { LOS_ANGELES } from './users.ts';

const durations = (p50: number | null, p90: number | null, count = 1_284) => ({
  p50_ms: p50,
  p90_ms: p90,
  count,
});

type Outcomes = readonly [
  leads: number,
  contacted: number,
  voicemail: number,
  missed: number,
  removed: number,
];

const outcomes = ([leads, contacted, voicemail, missed, removed]: Outcomes) => ({
  leads,
  contacted,
  voicemail,
  missed,
  removed,
  open: leads - contacted - voicemail - missed - removed,
  contact_rate: leads === 0 ? null : contacted / leads,
});

const figures = (all: Outcomes, calls: number, talk: number, speed: number | null, missedRings: number) => ({
  ...outcomes(all),
  calls,
  contacted_calls: all[1],
  missed_rings: missedRings,
  talk_seconds: talk,
  hold_seconds: Math.round(talk / 40),
  wrap_up_seconds: Math.round(talk / 9),
  speed: durations(speed, speed === null ? null : speed * 3, all[1]),
});

const totals: ReportTotals = {
  ...figures([1_284, 552, 271, 382, 67], 2_486, 532_800, 6_400, 96),
  speed: durations(6_400, 19_900, 1_284),
  dialed: 2_103,
  answered: 914,
  answer_rate: 914 / 2_103,
  inbound: 383,
  inbound_taken: 341,
  minutes: 12_940,
  cost: 121.37,
};

const totalsBefore: ReportTotals = {
  ...totals,
  leads: 1_189,
  contact_rate: 0.4,
  speed: durations(7_500, 22_400, 1_189),
  calls: 2_437,
  missed_rings: 84,
  talk_seconds: 511_200,
  hold_seconds: 14_000,
  wrap_up_seconds: 60_100,
  dialed: 2_011,
  answered: 829,
  answer_rate: 829 / 2_011,
};

/** As in the picture: Monday to Sunday, 8 AM to 7 PM. */
const HEAT = [
  '134442354431',
  '235533344432',
  '134443354431',
  '235433344432',
  '134332354221',
  '111111111111',
  '000000000000',
];

const hours = HEAT.flatMap((row, day) =>
  [...row].flatMap((level, at) => {
    const calls = Math.round(Number(level) * 19 + (day === 1 && at === 2 ? 1 : 0) - (at % 3));
    return level === '0'
      ? []
      : [{ weekday: day + 1, hour: 8 + at, calls, contacted_calls: Math.round(calls * 0.44) }];
  }),
);

const reportDay = (date: string, calls: number, leads: number) => ({
  date,
  ...outcomes([leads, Math.round(leads * 0.43), Math.round(leads * 0.2), Math.round(leads * 0.3), 2]),
  calls,
  contacted_calls: Math.round(calls * 0.3),
});

const dates = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `2026-11-${String(from + at).padStart(2, '0')}`);

const WEEK_CALLS = [451, 478, 462, 489, 410, 138, 58];
const week = (from: number, factor: number) =>
  dates(from, from + 6).map((date, at) => {
    const calls = Math.round((WEEK_CALLS[at] ?? 0) * factor);
    return reportDay(date, calls, Math.round(calls / 2));
  });

const sources: Report['sources'] = [
  {
    key: 'form:Solar form',
    kind: 'form',
    name: 'Solar form',
    ...figures([612, 280, 130, 166, 36], 1_180, 250_000, 5_900, 40),
  },
  {
    key: 'form:Home page',
    kind: 'form',
    name: 'Home page',
    ...figures([301, 123, 72, 91, 15], 590, 120_000, 6_600, 22),
  },
  {
    key: 'form:Ads: roof quote, autumn campaign in the north-west',
    kind: 'form',
    name: 'Ads: roof quote, autumn campaign in the north-west',
    ...figures([208, 69, 55, 68, 16], 401, 80_000, 7_100, 17),
  },
  {
    key: 'crm:hubspot',
    kind: 'crm',
    name: 'HubSpot',
    ...figures([104, 60, 18, 23, 3], 190, 60_000, 6_100, 9),
  },
  { key: 'inbound', kind: 'inbound', name: null, ...figures([34, 12, 8, 11, 2], 77, 15_000, null, 5) },
  { key: 'agent', kind: 'agent', name: null, ...figures([25, 4, 8, 10, 2], 48, 7_800, 12_400, 3) },
  { key: 'other', kind: 'other', name: null, ...figures([9, 3, 2, 3, 0], 17, 2_000, 8_000, 1) },
];

const AGENTS: readonly (readonly [string, number, number, number, number | null, number])[] = [
  ['Fatima al-Rashidi', 68, 142, 33_120, 5_100, 2],
  ['Tobias Featherstonehaugh-Cholmondeley', 66, 156, 38_820, 6_000, 4],
  ['Priya Venkataraman', 55, 128, 30_600, 5_800, 3],
  ['Hiroshi Takahashi', 51, 134, 32_280, 7_400, 6],
  ['Nguyễn Thị Phương Thảo', 47, 119, 27_660, 6_900, 5],
  ['Deshawn Whitfield', 41, 112, 25_500, 6_100, 4],
  ['Aleksandra Wiśniewska-Kowalczyk', 38, 108, 24_480, 7_200, 7],
  ['Camille Desrosiers-Thibodeau', 35, 97, 22_800, 9_800, 14],
  ['Marisol Etxeberria Quintana', 30, 90, 20_100, 6_600, 4],
  ['Guðrún Sigurðardóttir', 0, 0, 0, null, 3],
];

const agents: Report['agents'] = AGENTS.map(([full_name, contacted, calls, talk, speed, missed], at) => ({
  id: at + 1,
  full_name,
  profile_picture: '',
  ...figures([calls, contacted, Math.round(calls / 5), Math.round(calls / 4), 2], calls, talk, speed, missed),
  statuses: [
    { key: 'break', seconds: 4_000 + at * 211 },
    { key: 'lunch', seconds: 9_000 },
    { key: 'coaching', seconds: at % 3 === 0 ? 5_400 : 0 },
  ],
}));

const rates: CallRates = {
  browser: 0.004,
  outbound: 0.014,
  inbound: 0.0085,
  recording: 0.0025,
  text: 0.0083,
};

const callRates: ConsoleCallRates = { version: 3, currency: 'USD', rates, is_default: false };

export const ratesAnswer = { success: true as const, call_rates: callRates };

export const report: Report = {
  success: true,
  choices: {
    teams: [
      { id: 1, name: 'Sales' },
      { id: 2, name: 'Support' },
    ],
    agents: AGENTS.map(([full_name], at) => ({ id: at + 1, full_name })),
    numbers: [
      { id: 1, name: 'Main line', phone_number_formatted: '(415) 555-0100' },
      { id: 2, name: null, phone_number_formatted: '(702) 555-0186' },
    ],
  },
  time_zone: LOS_ANGELES,
  from: '2026-11-09',
  to: '2026-11-15',
  is_running: false,
  current: totals,
  before: { from: '2026-11-02', to: '2026-11-08', totals: totalsBefore },
  steps: {
    intake: durations(96, 200),
    schedule: durations(null, null, 0),
    routing: durations(310, 600),
    ring: durations(900, 1_600),
    accept: durations(2_800, 6_900),
    dial: durations(800, 1_400),
    answer: durations(1_500, 9_200),
  },
  days: week(9, 1),
  hours,
  sources,
  teams: [
    { id: 1, name: 'Sales', ...figures([1_040, 470, 210, 300, 50], 1_990, 430_000, 6_100, 70) },
    { id: 2, name: 'Support', ...figures([214, 72, 58, 70, 12], 440, 90_000, 7_900, 24) },
    { id: null, name: null, ...figures([30, 10, 3, 12, 5], 56, 12_800, null, 2) },
  ],
  agents,
  numbers: [
    {
      id: 1,
      name: 'Main line',
      phone_number_formatted: '(415) 555-0100',
      ...figures([900, 400, 190, 260, 40], 1_700, 380_000, 6_200, 66),
    },
    {
      id: 2,
      name: null,
      phone_number_formatted: '(702) 555-0186',
      ...figures([370, 150, 80, 118, 22], 770, 150_000, 6_800, 30),
    },
    {
      id: null,
      name: null,
      phone_number_formatted: null,
      ...figures([14, 2, 1, 4, 5], 16, 2_800, null, 0),
    },
  ],
  attempts: [301, 132, 64, 30, 14, 11].map((leads, at) => ({ attempt: at + 1, leads })),
  statuses: [
    { key: 'break', name: null, icon: 'coffee', seconds: 49_495 },
    { key: 'lunch', name: null, icon: 'restaurant', seconds: 90_000 },
    { key: 'coaching', name: 'Coaching with the team lead', icon: 'groups', seconds: 21_600 },
  ],
  lost: [
    { reason: 'The lead did not answer', count: 352 },
    { reason: 'Voicemail', count: 271 },
    { reason: 'Removed', count: 67 },
    { reason: 'No agent was available', count: 30 },
  ],
  cost: {
    currency: 'USD',
    items: [
      { item: 'browser', quantity: 8_880, rate: 0.004, amount: 35.52 },
      { item: 'outbound', quantity: 3_420, rate: 0.014, amount: 47.88 },
      { item: 'inbound', quantity: 640, rate: 0.0085, amount: 5.44 },
      { item: 'recording', quantity: 8_600, rate: 0.0025, amount: 21.5 },
      { item: 'text', quantity: 1_329, rate: 0.0083, amount: 11.03 },
    ],
    total: 121.37,
  },
};

/** The week before `report`. */
export const reportBefore: Report = {
  ...report,
  from: '2026-11-02',
  to: '2026-11-08',
  current: totalsBefore,
  days: week(2, 0.97),
};

/** Today until now: less than yesterday, because the day isn't over. */
export const reportToday: Report = {
  ...report,
  from: '2026-11-17',
  to: '2026-11-17',
  is_running: true,
  before: { from: '2026-11-16', to: '2026-11-16', totals: totalsBefore },
  current: { ...totals, leads: 214, calls: 301, missed_rings: 11 },
  days: [reportDay('2026-11-17', 301, 214)],
  hours: [8, 9, 10].map((hour) => ({ weekday: 2, hour, calls: 60 + hour * 4, contacted_calls: 30 })),
};

const noFigures = figures([0, 0, 0, 0, 0], 0, 0, null, 0);
const noTotals: ReportTotals = {
  ...totals,
  ...noFigures,
  dialed: 0,
  answered: 0,
  answer_rate: null,
  inbound: 0,
  inbound_taken: 0,
  minutes: 0,
  cost: 0,
};

export const emptyReport: Report = {
  ...report,
  steps: {
    intake: durations(null, null, 0),
    schedule: durations(null, null, 0),
    routing: durations(null, null, 0),
    ring: durations(null, null, 0),
    accept: durations(null, null, 0),
    dial: durations(null, null, 0),
    answer: durations(null, null, 0),
  },
  current: noTotals,
  before: { ...report.before, totals: noTotals },
  days: report.days.map(({ date }) => reportDay(date, 0, 0)),
  hours: [],
  sources: [],
  teams: [],
  agents: [],
  numbers: [],
  attempts: [],
  statuses: [],
  lost: [],
};

/** One outbound call that no one answered. */
export const sparseReport: Report = {
  ...emptyReport,
  current: { ...noTotals, calls: 1, dialed: 1, answer_rate: 0 },
  hours: [{ weekday: 6, hour: 23, calls: 1, contacted_calls: 0 }],
  days: report.days.map(({ date }, at) => reportDay(date, at === 5 ? 1 : 0, 0)),
};
