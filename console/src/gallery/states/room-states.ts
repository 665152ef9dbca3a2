/** Full rooms: the dense board, its limits and the wallboard. */
import type { Board, BoardAgent, BoardState } from '@offhook/contract/console/board-entities';
import { DEFAULT_BOARD_LIMITS } from '@offhook/contract/console/board-limits';
import { board, boardAgent, boardState } from './board-states.ts';
import type { GalleryState } from './gallery-state.ts';
import { teamAnswers } from './team-answers.ts';
import { administrator, ago, done } from './users.ts';

const FIRST_NAMES =
  'Ann Farid Keiko Pat Umar Zoe Chloe Erin Joy Otto Deshawn Ines Xenia Carla Hana Marco Jonas Luca Quinn Vera Amara Omar Elif Paula Tess Yuki Dev Ivan Noor Hugo Maya Rosa Will Bruno Gina Lena Sam Nina Ben Grace Felix Karl'.split(
    ' ',
  );
const LAST_NAMES =
  'Reyes Bianchi Stone Sato Lindqvist Torres Nakashima Chen Yilmaz Montgomery-Whitfield Nwosu Delgado Diaz Khan Carvalho Meyer Tanaka Novak Rossi Petrova Horvat Saleh Larsen Vogel Haddad Baker Costa Ricci Martins Hart Shah Lund Weber Rahman Kramer Moore Fischer Morgan Okafor'.split(
    ' ',
  );
const LEADS = ['Marcus Bell', 'Ana Lima', 'Renée O’Callaghan', '(702) 555-0186'];
const TEAMS = ['Sales', 'Support', 'Renewals', 'Onboarding'].map((name, at) => ({ id: at + 1, name }));

const STATUSES = [
  { key: 'break', icon: 'coffee', minutes_per_day: 30 },
  { key: 'lunch', icon: 'restaurant', minutes_per_day: 60 },
  { key: 'training', icon: 'school', minutes_per_day: null },
] as const;

const nameAt = (at: number) =>
  `${FIRST_NAMES[at % FIRST_NAMES.length]} ${LAST_NAMES[(at * 7 + Math.floor(at / 42)) % LAST_NAMES.length]}`;

/** Seconds in the state, longest first. */
const TIMES: Readonly<Record<BoardState | 'away', (rank: number) => number>> = {
  ringing: (rank) => Math.max(2, 14 - rank * 4),
  held: (rank) => Math.max(9, 106 - rank * 75),
  oncall: (rank) => Math.round(2274 * 0.93 ** rank),
  wrapup: (rank) => Math.round(164 * 0.7 ** rank),
  away: (rank) => Math.round(2105 * 0.75 ** rank),
  available: (rank) => Math.round(863 * 0.9 ** rank),
  unavailable: (rank) => 3_600 * (rank + 1),
};

type Counts = Partial<Readonly<Record<BoardState | 'away' | 'signedOut', number>>>;

function agentsOf(counts: Counts): BoardAgent[] {
  const agents: BoardAgent[] = [];
  for (const [kind, count = 0] of Object.entries(counts) as [keyof Counts, number | undefined][])
    for (let rank = 0; rank < count; rank += 1) {
      const at = agents.length;
      const state = kind === 'away' || kind === 'signedOut' ? 'unavailable' : kind;
      const time = TIMES[kind === 'signedOut' ? 'unavailable' : kind](rank);
      const isCall = state === 'ringing' || state === 'oncall' || state === 'held';
      const status = STATUSES[rank % STATUSES.length] ?? STATUSES[0];
      agents.push(
        boardAgent((at % TEAMS.length) + 1, nameAt(at), state, time, {
          id: 3_000 + at,
          call_id: isCall ? 5_000 + at : null,
          with: isCall ? (LEADS[at % LEADS.length] ?? null) : null,
          is_signed_in: kind !== 'signedOut',
          reason:
            kind === 'signedOut'
              ? 'Not signed in'
              : kind === 'unavailable'
                ? 'Reached the daily call limit'
                : null,
          status: kind === 'away' ? { ...status, name: null, since: ago(time), used_seconds: time } : null,
        }),
      );
    }
  return agents;
}

const roomOf = (counts: Counts): Board => ({
  ...board,
  agents: agentsOf(counts),
  teams: TEAMS.map((team) => ({ ...team, agents: 50, available: 6 })),
  waiting_total: 28,
  today: { ...board.today, missed: 17 },
  limits: DEFAULT_BOARD_LIMITS,
});

const PICTURED = { ringing: 4, held: 2, oncall: 42, wrapup: 6, away: 6, available: 24 };
const FULL = { ringing: 9, held: 7, oncall: 104, wrapup: 18, away: 17, available: 43, unavailable: 2 };

/** The first agent has hung up, and a ready one is on a call. */
const laterRoom = (before: Board): Board => ({
  ...before,
  agents: before.agents.map((agent, at) => {
    if (at === 0) return { ...agent, state: 'wrapup', since: ago(1) };
    return agent.state === 'available' && at === before.agents.length - 1
      ? { ...agent, state: 'oncall', since: ago(1), call_id: 9_000, with: 'Ana Lima' }
      : agent;
  }),
});

/** Each read has one more agent who has just started a call or ended one. */
function busy(start: Board): () => Board {
  let shown = start;
  let turn = 0;
  return () => {
    const at = (turn * 37) % shown.agents.length;
    const isCall = turn % 2 === 0;
    const agents = shown.agents.map((agent, index) =>
      index === at
        ? {
            ...agent,
            state: isCall ? ('oncall' as const) : ('available' as const),
            since: ago(-turn / 10),
            call_id: isCall ? 7_000 + turn : null,
            with: isCall ? 'Ana Lima' : null,
            status: null,
            is_signed_in: true,
          }
        : agent,
    );
    turn += 1;
    shown = { ...shown, agents };
    return shown;
  };
}

const RUNG = 3;

/** Each second, ready agents are rung, or are ready again since just now; every second ring is accepted by one. */
function ringsAt(start: Board, seconds: number): Board {
  let agents = start.agents;
  for (let turn = 0; turn < seconds; turn += 1) {
    const since = ago(-turn);
    const isRing = turn % 2 === 0;
    const ready = agents.filter(({ state }) => state === 'available').map(({ id }) => id);
    const rung = isRing
      ? Array.from({ length: RUNG }, (_, nth) => ready[(turn + nth * 5) % ready.length])
      : agents.filter(({ call_id }) => call_id === 8_000).map(({ id }) => id);
    const accepting = turn % 4 === 3 ? rung[0] : undefined;
    agents = agents.map((agent): BoardAgent => {
      if (!rung.includes(agent.id)) return agent;
      if (isRing) return { ...agent, state: 'ringing', since, call_id: 8_000, with: 'Ana Lima' };
      if (agent.id === accepting) return { ...agent, state: 'oncall', since, call_id: 8_001 + turn };
      return { ...agent, state: 'available', since, call_id: null, with: null };
    });
  }
  return { ...start, agents };
}

const busyState = (counts: Counts): GalleryState => ({
  ...boardState(board),
  answers: { readBoard: busy(roomOf(counts)) },
});

const ringsState = (counts: Counts): GalleryState => ({
  ...boardState(board),
  answers: { readBoard: (_, seconds) => ringsAt(roomOf(counts), seconds) },
});

const strict = { caution: 1, danger: 2 };
const everyLimit: Board = {
  ...roomOf(FULL),
  limits: {
    ...DEFAULT_BOARD_LIMITS,
    ringing: { caution: 5, danger: 10 },
    held: { caution: 10, danger: 60 },
    wrapup: { caution: 20, danger: 60 },
    statuses: { training: strict },
    oldest_lead: strict,
    missed_today: { caution: 1, danger: 2 },
  },
};

const limitsAnswers = {
  ...teamAnswers,
  readBoard: board,
  readBoardLimits: {
    ...done,
    limits: {
      version: 3,
      ...DEFAULT_BOARD_LIMITS,
      statuses: { lunch: { caution: 3_000, danger: 3_600 } },
    },
  },
};

export const roomStates: Readonly<Record<string, GalleryState>> = {
  'room-40': boardState(roomOf({ ringing: 1, oncall: 22, wrapup: 3, available: 8, signedOut: 6 })),
  'room-41': boardState(roomOf({ ringing: 1, oncall: 22, wrapup: 3, available: 8, signedOut: 7 })),
  'room-120': boardState(roomOf({ ...PICTURED, signedOut: 36 })),
  'room-120-teams': boardState(roomOf({ ...PICTURED, signedOut: 36 }), { path: '/?by=team' }),
  'room-120-admin': boardState(roomOf({ ...PICTURED, signedOut: 36 }), { user: administrator }),
  'room-120-later': boardState(laterRoom(roomOf(PICTURED))),
  'room-200': boardState(roomOf(FULL)),
  'room-200-limits': boardState(everyLimit),
  'room-200-stale': boardState(roomOf(FULL), { staleFor: 97 }),
  wallboard: boardState(roomOf({ ...PICTURED, oncall: 12, available: 9, signedOut: 36 }), {
    path: '/wallboard',
  }),
  'wallboard-empty': boardState(roomOf({ signedOut: 12 }), { path: '/wallboard' }),
  'wallboard-full': boardState(roomOf(FULL), { path: '/wallboard' }),
  'wallboard-stale': boardState(everyLimit, { path: '/wallboard', staleFor: 97 }),
  'room-40-busy': busyState({ ringing: 1, oncall: 22, wrapup: 3, available: 14 }),
  'room-200-busy': busyState(FULL),
  'room-40-rings': ringsState({ ringing: 1, oncall: 22, wrapup: 3, available: 14 }),
  'room-120-rings': ringsState({ ...PICTURED, signedOut: 36 }),
  'room-200-rings': ringsState(FULL),
  'room-200-rings-teams': { ...ringsState(FULL), path: '/?by=team' },
  'wallboard-rings': { ...ringsState({ ...PICTURED, oncall: 12, available: 9 }), path: '/wallboard' },
  'board-limits': { path: '/board-limits', user: administrator, answers: limitsAnswers },
};
