import {
  type Board,
  type BoardAgent,
  type BoardState,
  STEP_NAMES,
} from '@offhook/contract/console/board-entities';
import type { GalleryState } from './gallery-state.ts';
import { administrator, agent, ago, NOW, supervisor } from './users.ts';

const SALES = 1;
const SUPPORT = 2;

let lastId = 0;
export const boardAgent = (
  team: number,
  name: string,
  state: BoardState,
  seconds: number | null,
  fields: Partial<BoardAgent> = {},
): BoardAgent => {
  lastId += 1;
  return {
    id: lastId,
    full_name: name,
    profile_picture: '',
    team_ids: [team],
    state,
    since: seconds === null ? null : ago(seconds),
    call_id: ['ringing', 'oncall', 'held'].includes(state) ? 1000 + lastId : null,
    with: null,
    call_status: null,
    reason: null,
    status: null,
    wrap_up_ends_at: null,
    is_callback: false,
    is_signed_in: true,
    is_supervising: false,
    is_agent: true,
    ...fields,
  };
};

const lead = 'Juan Carlos de la Fuente y Mendoza';
const agents: BoardAgent[] = [
  boardAgent(SALES, 'Fatima al-Rashidi', 'ringing', 6, { with: lead, call_id: 1001 }),
  boardAgent(SALES, 'Tobias Featherstonehaugh-Cholmondeley', 'ringing', 6, { with: lead, call_id: 1001 }),
  boardAgent(SALES, 'Benedikt Schwarzenberger-Lichtenfels', 'held', 372, { with: 'Renée O’Callaghan' }),
  boardAgent(SALES, 'Priya Venkataraman', 'oncall', 277, { with: 'Bartholomew Okonkwo-Lindqvist' }),
  boardAgent(SALES, 'Hiroshi Takahashi', 'oncall', 3667, { with: 'Lars-Erik Håkansson', is_callback: true }),
  boardAgent(SALES, 'Nguyễn Thị Phương Thảo', 'oncall', 48, { with: '(702) 555-0186' }),
  boardAgent(SALES, 'Deshawn Whitfield', 'wrapup', 80, { call_status: 'Call Result', with: 'Ana Lima' }),
  boardAgent(SALES, 'Aleksandra Wiśniewska-Kowalczyk', 'available', 725),
  boardAgent(SALES, 'Camille Desrosiers-Thibodeau', 'available', 221),
  boardAgent(SALES, 'Marisol Etxeberria Quintana', 'available', 15),
  boardAgent(SALES, 'Guðrún Sigurðardóttir', 'available', 450),
  boardAgent(SALES, 'Ömer Faruk Yıldırım', 'unavailable', null, { reason: 'Outside team or agent hours' }),
  boardAgent(SUPPORT, 'Zawadi Kamau', 'unavailable', 2_040, {
    reason: 'On a break',
    status: {
      key: 'break',
      name: null,
      icon: 'coffee',
      since: ago(2_040),
      minutes_per_day: 30,
      used_seconds: 2_040,
    },
  }),
  boardAgent(SUPPORT, 'Amara Nwachukwu', 'oncall', 542, {
    with: 'Siobhán Ní Dhomhnaill',
    status: {
      key: 'coaching',
      name: 'Coaching with the team lead',
      icon: 'groups',
      since: null,
      minutes_per_day: null,
      used_seconds: 0,
    },
  }),
  boardAgent(SUPPORT, 'Kwabena Asante-Mensah', 'oncall', 139, { with: '(510) 555-0118' }),
  boardAgent(SUPPORT, 'Ingeborg van der Meulen', 'oncall', 33, { with: 'Harbourline Insurance Brokers' }),
  boardAgent(SUPPORT, 'Luca Bonaventura', 'oncall', 896, { with: 'Chiamaka Eze' }),
  boardAgent(SUPPORT, 'Rosalind Achebe', 'wrapup', 9, { call_status: 'Add Note' }),
  boardAgent(SUPPORT, 'Emre Yıldız', 'wrapup', 18, { wrap_up_ends_at: ago(-12) }),
  boardAgent(SUPPORT, 'Yuki Nakashima', 'available', 112),
];

const sales = { id: SALES, name: 'Sales' };
const support = { id: SUPPORT, name: 'Support' };
const waitingLead = (
  seconds: number,
  label: string,
  team: typeof sales,
  fields: Pick<Board['waiting'][number], 'lead_id'> & Partial<Board['waiting'][number]>,
): Board['waiting'][number] => ({
  call_id: null,
  planned_id: null,
  label,
  team,
  since: ago(seconds),
  retry: null,
  lead_retry: null,
  ringing: 0,
  due_at: null,
  reason: null,
  ...fields,
});

const step = (p50: number, p90: number) => ({ p50_ms: p50, p90_ms: p90, count: 187 });
const none = { p50_ms: null, p90_ms: null, count: 0 };

export const board: Board = {
  success: true,
  now: new Date(NOW).toISOString(),
  time_zone: 'America/Los_Angeles',
  agents,
  teams: [
    { ...sales, agents: 12, available: 4 },
    { ...support, agents: 6, available: 1 },
  ],
  waiting: [
    waitingLead(280, 'Agnieszka Brzęczyszczykiewicz-Wolańska', sales, {
      planned_id: 41,
      lead_id: 51,
      lead_retry: 3,
      due_at: ago(-140),
    }),
    waitingLead(134, 'Thandiwe Mokoena-van Wyk', support, {
      planned_id: 42,
      lead_id: 52,
      retry: 2,
      due_at: ago(-540),
      reason: 'Outside the hours in which leads may be called',
    }),
    waitingLead(31, 'Oluwaseun Adebayo', sales, {
      call_id: 1019,
      lead_id: 53,
      retry: 1,
      reason: 'All agents busy',
    }),
    waitingLead(6, lead, sales, { call_id: 1001, lead_id: 54, ringing: 2 }),
  ],
  waiting_total: 4,
  scheduled_later: 12,
  today: {
    leads: 214,
    contacted: 81,
    missed: 6,
    removed: 3,
    contact_rate: 0.9,
    longest_seconds: 3667,
    first_ring_p50_ms: 412,
    speed: step(13_200, 34_900),
    steps: {
      intake: step(38, 90),
      schedule: step(24, 61),
      routing: step(52, 130),
      ring: step(298, 720),
      accept: step(3_900, 11_400),
      dial: step(1_250, 2_100),
      answer: step(9_300, 21_000),
    },
    lost: [
      { reason: 'No agents answered', count: 4 },
      { reason: 'Outside availability hours', count: 3 },
      { reason: 'The lead hung up before an agent answered', count: 2 },
    ],
    hours: [
      [7, 4, 1, 0],
      [8, 61, 22, 2],
      [9, 98, 41, 1],
      [10, 51, 17, 3],
    ].map(([hour = 0, leads = 0, contacted = 0, missed = 0]) => ({ hour, leads, contacted, missed })),
  },
};

const empty: Board = {
  ...board,
  agents: [],
  teams: [],
  waiting: [],
  waiting_total: 0,
  scheduled_later: 3,
  today: {
    leads: 0,
    contacted: 0,
    missed: 0,
    removed: 0,
    contact_rate: null,
    longest_seconds: 0,
    first_ring_p50_ms: null,
    speed: none,
    steps: Object.fromEntries(STEP_NAMES.map((name) => [name, none])) as Board['today']['steps'],
    lost: [],
    hours: [],
  },
};

/** The board in the evening of a day whose first lead came just after midnight. */
const evening: Board = {
  ...board,
  today: {
    ...board.today,
    hours: Array.from({ length: 22 }, (_, hour) => {
      const leads = (hour * 17) % 60;
      return { hour, leads: leads + 1, contacted: Math.floor(leads / 2), missed: leads % 5 };
    }),
  },
};

/** The largest number of hours that has a count above each bar. */
const afternoon: Board = {
  ...evening,
  today: { ...evening.today, hours: evening.today.hours.slice(7, 15) },
};

const supervised = (type: string) => ({
  success: true as const,
  call: { id: 1004, type, seconds_since_started_at: 277 },
});
const joins = {
  listenCall: supervised('listen'),
  whisperCall: supervised('whisper'),
  bargeCall: supervised('barge'),
};
const refused = {
  refused: 'Your phone isn’t online. Open it in this browser or on another device, then try again.',
};

/** The console opens the phone and tries again. */
const opening = { ...refused, errorCode: 'ownPhoneOffline' };

/** The administrator is in Priya's call. */
const joined: Board = {
  ...board,
  agents: [
    ...agents,
    {
      ...boardAgent(SUPPORT, administrator.full_name, 'oncall', 12, { call_id: 1004, with: 'Ana Lima' }),
      id: administrator.id,
    },
  ],
  own_call_id: 1004,
  own_supervision: 'listen',
};

/** Fatima, one of the two agents being rung, has accepted the call, so the order changes. */
const later: Board = {
  ...board,
  agents: agents.map((row) => {
    if (row.id === 1) return { ...row, state: 'oncall' as const, since: ago(1) };
    if (row.id === 2)
      return { ...row, state: 'available' as const, since: ago(1), call_id: null, with: null };
    return row;
  }),
};

export const boardState = (shown: Board, state: Partial<GalleryState> = {}): GalleryState => ({
  path: '/',
  answers: { readBoard: shown, ...joins },
  ...state,
});

export const boardStates: Readonly<Record<string, GalleryState>> = {
  'start-failed': {
    path: '/',
    answers: {},
    startError: 'Can’t reach the server. Check your connection, then try again.',
  },
  board: boardState(board),
  'board-stale': boardState(board, { staleFor: 97 }),
  'board-later': boardState(later),
  'board-admin': boardState(board, { user: administrator }),
  'board-listener': boardState(board, { user: { ...supervisor, permissions: ['listen'] } }),
  'board-phone-offline': boardState(board, {
    answers: { readBoard: board, listenCall: refused, whisperCall: refused, bargeCall: refused },
  }),
  'board-phone-opening': boardState(board, {
    user: administrator,
    answers: { readBoard: board, listenCall: opening, whisperCall: opening, bargeCall: opening },
  }),
  'board-joined': boardState(joined, { user: administrator }),
  'board-whispering': boardState({ ...joined, own_supervision: 'whisper' }, { user: administrator }),
  'board-afternoon': boardState(afternoon),
  'board-evening': boardState(evening),
  'board-empty': boardState(empty),
  'board-loading': boardState(board, { answers: { readBoard: 'loading' } }),
  'board-failed': boardState(board, { answers: { readBoard: 'failed' } }),
  keys: boardState(board, { user: administrator, listsKeys: true }),
  'no-supervisor': { path: '/', answers: {}, user: agent },
  'not-found': { path: '/nothing-here', answers: {} },
  'administration-forbidden': { path: '/teams', answers: {} },
};
