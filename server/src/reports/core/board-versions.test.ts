import { applyBoardChanges, type BoardCopy } from '@offhook/contract/console/board-changes';
import { BOARD_STATES, type BoardToday, type ShownStatus } from '@offhook/contract/console/board-entities';
import { DEFAULT_BOARD_LIMITS } from '@offhook/contract/console/board-limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AgentFacts,
  type BoardReading,
  type BoardView,
  changesSince,
  nextBoard,
  teamsKey,
  type VersionedBoard,
} from './board-versions.ts';

const TEAMS = [1, 2];
const VIEWS: readonly BoardView[] = [
  { teamIds: null, supervised: null },
  ...TEAMS.map((id) => ({ teamIds: [id], supervised: null })),
  // Of supervisors of given teams.
  { teamIds: [1], supervised: [1] },
  { teamIds: [1], supervised: [1, 2] },
  { teamIds: [2, 1], supervised: [2, 1] },
  { teamIds: [], supervised: [] },
];
const ALL: BoardView = { teamIds: null, supervised: null };
const NONE = { p50_ms: null, p90_ms: null, count: 0 };
const TODAY: BoardToday = {
  leads: 0,
  contacted: 0,
  missed: 0,
  removed: 0,
  longest_seconds: 0,
  first_ring_p50_ms: null,
  steps: {
    intake: NONE,
    schedule: NONE,
    routing: NONE,
    ring: NONE,
    accept: NONE,
    dial: NONE,
    answer: NONE,
  },
  lost: [],
  hours: [],
};

const STRICT_LIMITS = { ...DEFAULT_BOARD_LIMITS, oncall: { caution: 60, danger: 90 } };

const party = fc.record({
  label: fc.option(fc.constantFrom('Ada', 'Grace')),
  number: fc.option(fc.constantFrom('+14155550100', '+14155550101')),
});
const shownStatus = fc.record<ShownStatus>({
  key: fc.constantFrom('break', 'lunch'),
  name: fc.constant(null),
  icon: fc.constantFrom('coffee', 'restaurant'),
  since: fc.option(fc.constant('2026-03-02T15:04:05.000Z')),
  minutes_per_day: fc.option(fc.constant(30)),
  used_seconds: fc.constantFrom(0, 60),
});
const agent = fc.record<AgentFacts>({
  id: fc.integer({ min: 1, max: 6 }),
  full_name: fc.constantFrom('Ann', 'Ben'),
  profile_picture: fc.constant(''),
  team_ids: fc.subarray(TEAMS),
  state: fc.constantFrom(...BOARD_STATES),
  since: fc.option(fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z')),
  call_id: fc.option(fc.constantFrom(1000, 1002)),
  party: fc.option(party),
  call_status: fc.constant(null),
  reason: fc.constant(null),
  status: fc.option(shownStatus),
  wrap_up_ends_at: fc.option(fc.constant('2026-01-01T00:00:20.000Z')),
  is_callback: fc.boolean(),
  is_signed_in: fc.boolean(),
  is_supervising: fc.boolean(),
  is_agent: fc.boolean(),
  supervises: fc.constantFrom(null, 'barge' as const),
});
const waiting = fc.record({
  call_id: fc.option(fc.constantFrom(1000, 1002)),
  planned_id: fc.constant(null),
  lead_id: fc.constant(null),
  party,
  team: fc.constant(null),
  since: fc.constant('2026-01-01T00:00:00.000Z'),
  retry: fc.constant(null),
  lead_retry: fc.constant(null),
  ringing: fc.integer({ min: 0, max: 2 }),
  due_at: fc.constant(null),
  reason: fc.constant(null),
});
const lists = fc.record({
  waiting: fc.array(waiting, { maxLength: 2 }),
  total: fc.integer({ min: 0, max: 2 }),
  later: fc.integer({ min: 0, max: 2 }),
  today: fc.integer({ min: 0, max: 2 }).map((leads) => ({ ...TODAY, leads })),
});
/** Each read is followed by a read of one view on a page. */
const step = fc.record({
  server: fc.constantFrom('A', 'B'),
  page: fc.integer({ min: 0, max: 2 }),
  view: fc.constantFrom(...VIEWS),
  agents: fc.uniqueArray(agent, { selector: ({ id }) => id, maxLength: 6 }),
  teams: fc.subarray(TEAMS, { minLength: 2 }).map((ids) => ids.map((id) => ({ id, name: `Team ${id}` }))),
  timeZone: fc.constantFrom('UTC', 'Asia/Tokyo'),
  limits: fc.constantFrom(DEFAULT_BOARD_LIMITS, STRICT_LIMITS),
  lists,
});

const formatted = (number: string) => `(${number})`;

/** The answer of a server, as the page gets it. */
function answer(board: VersionedBoard, server: string, view: BoardView, since: readonly string[]) {
  const source = `${server}-${JSON.stringify(view)}.`;
  const base = since.find((version) => version.startsWith(source)) ?? null;
  const changes = changesSince(
    board,
    view,
    base === null ? null : Number(base.slice(source.length)),
    formatted,
  );
  if (changes === null) throw new Error('the view was read');
  return { ...changes, version: `${source}${board.version}`, since: base };
}

const byId = ([{ board }]: readonly [BoardCopy, ...BoardCopy[]]) => ({
  ...board,
  agents: board.agents.toSorted((a, b) => a.id - b.id),
});

describe('a page of the live board', () => {
  it('shows what a full read shows, whichever servers and versions it read before', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const servers = new Map<string, VersionedBoard>();
        const pages = new Map<string, readonly BoardCopy[]>();
        for (const { server, page, view, lists: ofView, ...facts } of steps) {
          const reading: BoardReading = {
            ...facts,
            now: String(page),
            lists: new Map([[teamsKey(view.teamIds), ofView]]),
          };
          const board = nextBoard(servers.get(server) ?? null, reading);
          servers.set(server, board);
          const key = `${page} ${JSON.stringify(view)}`;
          const since = (pages.get(key) ?? []).map(({ version }) => version);
          const copies = applyBoardChanges(pages.get(key) ?? [], answer(board, server, view, since));
          expect(byId(copies)).toEqual(byId(applyBoardChanges([], answer(board, server, view, []))));
          pages.set(key, copies);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gets only the agents and lists that changed', () => {
    const ann: AgentFacts = {
      id: 1,
      full_name: 'Ann',
      profile_picture: '',
      team_ids: [1],
      state: 'available',
      since: null,
      call_id: null,
      party: null,
      call_status: null,
      reason: null,
      status: null,
      wrap_up_ends_at: null,
      is_callback: false,
      is_signed_in: true,
      is_supervising: false,
      is_agent: true,
      supervises: null,
    };
    const reading: BoardReading = {
      now: 'first',
      timeZone: 'UTC',
      limits: DEFAULT_BOARD_LIMITS,
      agents: [ann, { ...ann, id: 2 }],
      teams: [{ id: 1, name: 'Sales' }],
      lists: new Map([[teamsKey(null), { waiting: [], total: 0, later: 0, today: TODAY }]]),
    };
    const first = nextBoard(null, reading);
    const same = nextBoard(first, { ...reading, now: 'second' });
    expect(changesSince(same, ALL, 1, formatted)).toEqual({
      success: true,
      now: 'second',
      agents: [],
      removed: [],
    });
    const rung = { ...ann, state: 'ringing' as const };
    const changed = nextBoard(same, { ...reading, now: 'third', agents: [rung] });
    expect(changesSince(changed, ALL, 2, formatted)).toMatchObject({
      agents: [{ id: 1, state: 'ringing' }],
      removed: [2],
      teams: [{ id: 1, agents: 1, available: 0 }],
    });
    expect(changesSince(changed, ALL, 2, formatted)).not.toHaveProperty('today');
  });
});
