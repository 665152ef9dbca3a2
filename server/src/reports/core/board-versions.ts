import type { SuperviseAction } from '@offhook/contract/accounts/permissions';
import type {
  BoardAgent,
  BoardChanges,
  BoardTeam,
  BoardToday,
  WaitingLead,
} from '@offhook/contract/console/board-entities';
import type { BoardLimits } from '@offhook/contract/console/board-limits';

/** A lead without a label is shown by its number, in the viewer's format. */
export interface Party {
  readonly label: string | null;
  readonly number: string | null;
}

export interface AgentFacts extends Omit<BoardAgent, 'with'> {
  readonly party: Party | null;
  /** Only for this agent's own page. */
  readonly supervises: SuperviseAction | null;
}

export interface WaitingFacts extends Omit<WaitingLead, 'label'> {
  readonly party: Party;
}

/** What depends on the teams that a page shows. */
export interface TeamLists {
  readonly waiting: readonly WaitingFacts[];
  readonly total: number;
  /** Calls that are scheduled for later. */
  readonly later: number;
  readonly today: BoardToday;
}

export interface BoardReading {
  readonly now: string;
  readonly timeZone: string;
  readonly limits: BoardLimits;
  /** In the board's order. */
  readonly agents: readonly AgentFacts[];
  readonly teams: readonly Pick<BoardTeam, 'id' | 'name'>[];
  /** Only of the teams that a page asked for, by `teamsKey`. */
  readonly lists: ReadonlyMap<string, TeamLists>;
}

const WHOLE_ACCOUNT = 'account';

/** @param teamIds null for the whole account */
export const teamsKey = (teamIds: readonly number[] | null): string =>
  teamIds === null ? WHOLE_ACCOUNT : teamIds.toSorted((a, b) => a - b).join();

export const parseTeamsKey = (key: string): readonly number[] | null =>
  key === WHOLE_ACCOUNT ? null : key.split(',').filter(Boolean).map(Number);

/** What a page shows of the board. null: all. */
export interface BoardView {
  readonly teamIds: readonly number[] | null;
  /** Other teams of the agents aren't shown. */
  readonly supervised: readonly number[] | null;
}

interface Versioned<T> {
  readonly value: T;
  /** For comparing; the values are plain data. */
  readonly text: string;
  /** The version that brought this value. */
  readonly since: number;
}

interface VersionedAgent extends Versioned<AgentFacts> {
  readonly teamsSince: number;
}

interface VersionedLists {
  readonly readIn: number;
  readonly waiting: Versioned<Pick<TeamLists, 'waiting' | 'total' | 'later'>>;
  readonly today: Versioned<BoardToday>;
}

/** The newest board, with the version in which each part last changed. */
export interface VersionedBoard {
  readonly version: number;
  readonly now: string;
  readonly timeZone: Versioned<string>;
  readonly limits: Versioned<BoardLimits>;
  readonly agents: ReadonlyMap<number, VersionedAgent>;
  readonly removed: ReadonlyMap<number, number>;
  readonly teams: Versioned<readonly BoardTeam[]>;
  readonly lists: ReadonlyMap<string, VersionedLists>;
}

/** Lists that no page asked for in this many versions are forgotten. */
const KEPT_VERSIONS = 120;

export function nextBoard(before: VersionedBoard | null, reading: BoardReading): VersionedBoard {
  const version = (before?.version ?? 0) + 1;
  function next<T>(old: Versioned<T> | undefined, value: T): Versioned<T> {
    const text = JSON.stringify(value);
    return old?.text === text ? old : { value, text, since: version };
  }
  const agents = new Map<number, VersionedAgent>();
  const removed = new Map(before?.removed);
  for (const facts of reading.agents) {
    const old = before?.agents.get(facts.id);
    const now = next(old, facts);
    const keepsTeams = old !== undefined && old.value.team_ids.join() === facts.team_ids.join();
    agents.set(facts.id, { ...now, teamsSince: keepsTeams ? old.teamsSince : version });
    removed.delete(facts.id);
  }
  for (const id of before?.agents.keys() ?? []) if (!agents.has(id)) removed.set(id, version);
  const lists = new Map(
    [...(before?.lists ?? [])].filter(([, { readIn }]) => version - readIn < KEPT_VERSIONS),
  );
  for (const [key, { waiting, total, later, today }] of reading.lists) {
    const old = lists.get(key);
    lists.set(key, {
      readIn: version,
      waiting: next(old?.waiting, { waiting, total, later }),
      today: next(old?.today, today),
    });
  }
  return {
    version,
    now: reading.now,
    timeZone: next(before?.timeZone, reading.timeZone),
    limits: next(before?.limits, reading.limits),
    agents,
    removed,
    teams: next(before?.teams, countTeams(reading)),
    lists,
  };
}

function countTeams({ agents, teams }: BoardReading): BoardTeam[] {
  const counts = new Map(teams.map(({ id }) => [id, { agents: 0, available: 0 }]));
  for (const { team_ids, state } of agents)
    for (const id of team_ids) {
      const count = counts.get(id);
      if (!count) continue;
      count.agents += 1;
      if (state === 'available') count.available += 1;
    }
  return teams.map((team) => ({ ...team, agents: 0, available: 0, ...counts.get(team.id) }));
}

/**
 * @param since null for everything
 * @param formatted a phone number as the viewer reads it
 * @returns null if the board has no lists of these teams
 */
export function changesSince(
  board: VersionedBoard,
  { teamIds, supervised }: BoardView,
  since: number | null,
  formatted: (phoneNumber: string) => string,
): Omit<BoardChanges, 'version' | 'since'> | null {
  const lists = board.lists.get(teamsKey(teamIds));
  if (!lists) return null;
  const isNew = (version: number) => since === null || version > since;
  const isListed = (id: number) => teamIds === null || teamIds.includes(id);
  const isShown = ({ value }: VersionedAgent) => teamIds === null || value.team_ids.some(isListed);
  const changed = [...board.agents.values()].filter((agent) => isNew(agent.since));
  const left = changed.filter((agent) => !isShown(agent) && isNew(agent.teamsSince));
  const gone = [...board.removed].filter(([, version]) => isNew(version));
  const label = ({ label, number }: Party) => label ?? (number === null ? null : formatted(number));
  return {
    success: true,
    now: board.now,
    agents: changed.filter(isShown).map(({ value: { party, supervises: _, team_ids, ...agent } }) => ({
      ...agent,
      team_ids: team_ids.filter((id) => supervised === null || supervised.includes(id)),
      with: party && label(party),
    })),
    removed: since === null ? [] : [...gone.map(([id]) => id), ...left.map(({ value }) => value.id)],
    ...(isNew(board.timeZone.since) ? { time_zone: board.timeZone.value } : {}),
    ...(isNew(board.limits.since) ? { limits: board.limits.value } : {}),
    ...(isNew(board.teams.since) ? { teams: board.teams.value.filter(({ id }) => isListed(id)) } : {}),
    ...(isNew(lists.waiting.since)
      ? {
          waiting: lists.waiting.value.waiting.map(({ party, ...lead }) => ({
            ...lead,
            label: label(party) ?? '',
          })),
          waiting_total: lists.waiting.value.total,
          scheduled_later: lists.waiting.value.later,
        }
      : {}),
    ...(isNew(lists.today.since) ? { today: lists.today.value } : {}),
  };
}
