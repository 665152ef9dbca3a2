import type { ConsoleCall, ConsoleCallDetail } from '@offhook/contract/console/call-entities';
import type { ListChoices } from '@offhook/contract/console/list-filters';
import { board } from './board-states.ts';
import type { Answers, GalleryState } from './gallery-state.ts';
import { administrator, ago, limitedSupervisor } from './users.ts';

const sales = { id: 1, name: 'Sales' };
const priya = { id: 4, full_name: 'Priya Venkataraman' };
const tobias = { id: 2, full_name: 'Tobias Featherstonehaugh-Cholmondeley' };
const omer = { id: 12, full_name: 'Ömer Faruk Yıldırım' };

const call: ConsoleCall = {
  id: 77,
  type: 'lead',
  direction: 'outbound',
  status: 'completed',
  result: 'contacted',
  started_at: ago(3_900),
  ended_at: ago(3_610),
  seconds: 277,
  retry: 1,
  lead_retry: null,
  label: 'Bartholomew Okonkwo-Lindqvist',
  phone_number_formatted: '(415) 555-0142',
  lead_id: 51,
  team: sales,
  agent: priya,
  has_recording: true,
  reason: null,
  score: null,
};

const missed: ConsoleCall = {
  ...call,
  id: 76,
  status: 'missed',
  result: null,
  seconds: 0,
  retry: null,
  label: 'Agnieszka Brzęczyszczykiewicz-Wolańska',
  agent: null,
  has_recording: false,
  reason: 'No agents answered',
  started_at: ago(9_000),
};

export const calls: readonly ConsoleCall[] = [
  call,
  missed,
  {
    ...call,
    id: 75,
    direction: 'inbound',
    type: 'inbound',
    status: 'in-progress',
    result: null,
    retry: null,
    label: '(702) 555-0186',
    phone_number_formatted: '(702) 555-0186',
    lead_id: null,
    agent: tobias,
    has_recording: false,
    started_at: ago(48),
  },
  {
    ...call,
    id: 74,
    result: 'removed',
    retry: null,
    lead_retry: 3,
    label: 'Renée O’Callaghan',
    agent: tobias,
    started_at: ago(90_000),
  },
  {
    ...missed,
    id: 73,
    status: 'offline',
    label: 'Thandiwe Mokoena-van Wyk',
    reason: 'Outside availability hours',
    started_at: ago(120_000),
  },
];

const party: ConsoleCallDetail['parties'][number] = {
  call_user_id: 501,
  user: priya,
  type: 'lead',
  status: 'ended',
  result: 'contacted',
  tag: 'Quote sent',
  own_number: null,
  reason: null,
  invited_by: null,
  rung_at: ago(3_900),
  accepted_at: ago(3_896),
  ended_at: ago(3_610),
};

const recording: ConsoleCallDetail['recordings'][number] = {
  id: 1,
  status: 'completed',
  url: '/sounds/ring.mp3',
  agent_channel: 0,
  duration_seconds: 277,
  created_at: ago(3_600),
  pauses: [{ from_seconds: 72, to_seconds: 101, user: { id: 7, full_name: 'Priya Venkataraman' } }],
};

const text: ConsoleCallDetail['texts'][number] = {
  id: 1,
  direction: 'outbound',
  body: 'Thank you for talking with us. Your quote comes by Friday.',
  status: 'sent',
  not_sent_reason: null,
  delivery: 'delivered',
  user: priya,
  created_at: ago(3_580),
};

const chained = (of: ConsoleCall): ConsoleCallDetail['chain'][number] => ({
  id: of.id,
  status: of.status,
  result: of.result,
  retry: of.retry,
  lead_retry: of.lead_retry,
  started_at: of.started_at,
  agent: of.agent,
});

export const detail: ConsoleCallDetail = {
  ...call,
  talk_started_at: ago(3_887),
  number: { id: 1, name: 'Main line', phone_number_formatted: '(415) 555-0199' },
  reasons: ['The first attempt was missed: no agents answered.', 'Tried again after 1 minute.'],
  parties: [
    party,
    {
      ...party,
      call_user_id: 502,
      user: tobias,
      status: 'withdrawn',
      result: null,
      tag: null,
      own_number: '(415) 555-0171',
      reason: 'Priya Venkataraman took the call',
      accepted_at: null,
      ended_at: ago(3_896),
    },
    {
      ...party,
      call_user_id: 503,
      user: tobias,
      type: 'transfer',
      result: null,
      tag: null,
      invited_by: { full_name: priya.full_name, reason: 'Asks about financing, call ends at noon' },
    },
    {
      ...party,
      call_user_id: 504,
      user: omer,
      type: 'transfer',
      status: 'withdrawn',
      was_consulted: true,
      result: null,
      tag: null,
      invited_by: { full_name: priya.full_name, reason: null },
    },
    {
      ...party,
      call_user_id: 505,
      user: omer,
      type: 'listen',
      supervised_as: ['listen', 'whisper', 'barge'],
      result: null,
      tag: null,
    },
  ],
  decisions: [
    {
      at: ago(3_901),
      outcome: 'Two agents on Sales were rung together',
      agents: [
        { user_id: 4, full_name: priya.full_name, verdict: 'rung', reason: 'Available, in the first group' },
        { user_id: 2, full_name: tobias.full_name, verdict: 'rung', reason: 'Available, in the first group' },
        { user_id: 12, full_name: omer.full_name, verdict: 'skipped', reason: 'Outside team or agent hours' },
      ],
    },
  ],
  stopwatch: { intake: 41, schedule: 22, routing: 60, ring: 288, accept: 3_600, dial: 1_210, answer: 8_950 },
  notes: [
    {
      id: 1,
      content:
        'Owns two properties, the second one in Sausalito has a slate roof.\nWants a quote for both by Friday.',
      user: priya,
      created_at: ago(3_590),
    },
  ],
  recordings: [
    recording,
    { ...recording, id: 2, status: 'deleted', url: null, agent_channel: null, duration_seconds: null },
  ],
  texts: [
    text,
    {
      ...text,
      id: 2,
      direction: 'inbound',
      body: 'Great, thanks!',
      status: 'received',
      delivery: null,
      user: null,
      created_at: ago(3_500),
    },
  ],
  chain: [chained({ ...missed, id: 70, started_at: ago(3_980) }), chained(call)],
};

/** A call that is still ringing. */
export const ringing: ConsoleCallDetail = {
  ...detail,
  status: 'ringing',
  result: null,
  seconds: 0,
  ended_at: null,
  talk_started_at: null,
  retry: null,
  reasons: [],
  notes: [],
  recordings: [],
  texts: [],
  chain: [],
  stopwatch: { ...detail.stopwatch, accept: null, dial: null, answer: null },
};

const noReview = {
  success: true as const,
  review: { recordings: [], comments: [], scorecards: [], questions: [], external_links: null },
};

const newestFirst = [...calls].sort((a, b) => b.started_at.localeCompare(a.started_at));
const list = { success: true as const, data: newestFirst, next: 73, has_scorecard: false };
/** Of an account that reviews its calls. */
const scored = {
  ...list,
  has_scorecard: true,
  data: newestFirst.map((one, at) => ({ ...one, score: at % 3 === 1 ? 62 + at * 5 : null })),
};
const choices: ListChoices = {
  success: true,
  sources: ['form:Solar form', 'form:Roof quote, web form', 'crm:hubspot', 'intake', 'inbound'],
  numbers: [
    { id: 1, name: 'Main line', phone_number_formatted: '(415) 555-0199' },
    { id: 2, name: null, phone_number_formatted: '+44 20 7946 0998' },
  ],
  tags: [
    { id: 1, name: 'Interested', team: sales },
    { id: 2, name: 'Wrong number', team: sales },
  ],
};
/** What the lists' filters and export button show. */
export const listAnswers: Answers = {
  readBoard: board,
  readListChoices: choices,
  countCalls: { success: true, count: 12_480 },
  countLeads: { success: true, count: 1 },
};

export const callStates: Readonly<Record<string, GalleryState>> = {
  calls: { path: '/calls', answers: { ...listAnswers, listCalls: list } },
  'calls-scored': { path: '/calls', answers: { ...listAnswers, listCalls: scored } },
  'calls-limited': {
    path: '/calls',
    user: limitedSupervisor,
    answers: { ...listAnswers, listCalls: list },
  },
  'calls-of-report': {
    path: '/calls?zone=Europe/Madrid&from=2026-11-16&to=2026-11-22&weekday=2&hour=10&source=form:Solar%20form&taken=4',
    answers: { ...listAnswers, listCalls: { ...list, next: null }, countCalls: { success: true, count: 96 } },
  },
  'calls-found': {
    path: '/calls?search=Renée&result=removed',
    answers: {
      listCalls: ({ query }) => ({
        ...list,
        data: query?.['result'] === 'removed' ? calls.filter(({ result }) => result === 'removed') : [],
        next: null,
      }),
      ...listAnswers,
      countCalls: { success: true, count: 1 },
    },
  },
  'calls-none': {
    path: '/calls?status=failed',
    answers: {
      ...listAnswers,
      listCalls: { ...list, data: [], next: null },
      countCalls: { success: true, count: 0 },
    },
  },
  'calls-loading': {
    path: '/calls',
    answers: { ...listAnswers, listCalls: 'loading', countCalls: 'loading' },
  },
  'calls-failed': { path: '/calls', answers: { ...listAnswers, listCalls: 'failed', countCalls: 'failed' } },
  call: {
    path: '/calls/77',
    answers: { readCall: { success: true, call: detail }, readCallReview: noReview },
    user: administrator,
  },
  'call-ringing': { path: '/calls/77', answers: { readCall: { success: true, call: ringing } } },
  'call-missing': {
    path: '/calls/9',
    answers: { readCall: { refused: 'Not found. It may have been removed.' } },
  },
};
