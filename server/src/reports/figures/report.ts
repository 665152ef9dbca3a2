import { supervisedTeams } from '@offhook/contract/accounts/permissions';
import { daysOf, type Report, type ReportAgent } from '@offhook/contract/console/report-entities';
import { MAX_FILTERED_REPORT_DAYS } from '@offhook/contract/limits';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { pictureUrl } from '../../accounts/pictures/picture-url.ts';
import { callRatesView } from '../../accounts/settings/call-rates.ts';
import type { ConsoleQuery } from '../../accounts/settings/request.ts';
import { namedStatus } from '../../accounts/status/status-views.ts';
import { readStatuses } from '../../accounts/status/statuses.ts';
import { pick } from '../../platform/core/pick.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { accounts, numbers, teams, users } from '../../platform/database/schema.ts';
import { supervisesAgent, supervisesTeam } from '../../platform/database/team-scope.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { formatPhoneNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import { DAY } from './core/buckets.ts';
import { DIMENSIONS, type Filters } from './core/figure-columns.ts';
import {
  attemptsOf,
  costOf,
  figuresOf,
  lostReasons,
  outcomesOf,
  sourcesOf,
  totalsOf,
} from './core/report-parts.ts';
import { dateOf, hoursOf } from './local-dates.ts';
import { type FigureGroup, NO_DURATIONS, readFigures, toCounts } from './read-figures.ts';
import { readStatusTimes } from './status-times.ts';

/** Reports must not take all connections from calls. */
const CONCURRENT_REPORTS = 2;

export type ReadReport = (user: SignedInUser, query: ConsoleQuery<'readReport'>) => Promise<Report>;

export function createReports({ db, clock }: DatabaseAndClock): ReadReport {
  const limit = pLimit(CONCURRENT_REPORTS);
  // One snapshot, so that figures that are read one after the other agree.
  return (user, query) =>
    limit(() =>
      db.transaction((tx) => readReport(tx, user, query, clock.now()), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      }),
    );
}

/** @throws ApiError notFound, periodTooLong */
async function readReport(
  tx: Database,
  user: SignedInUser,
  { from, to, before_from, before_to, team_id, ...given }: ConsoleQuery<'readReport'>,
  now: number,
): Promise<Report> {
  const teamIds = team_id === undefined ? supervisedTeams(user) : [team_id];
  const filters: Filters = {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(teamIds && { team_id: teamIds }),
  };
  const range = hoursOf(from, to);
  const days = daysOf(from, to);
  const before =
    before_from === undefined || before_to === undefined
      ? { lo: range.lo - days * DAY, hi: range.lo }
      : hoursOf(before_from, before_to);
  const longest = Math.max(days, (before.hi - before.lo) / DAY);
  if (Object.keys(filters).length > 1 && longest > MAX_FILTERED_REPORT_DAYS)
    throw new ApiError('periodTooLong');
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, user.account_id));
  if (!account) throw new ApiError('notFound');
  const choices = await readChoices(tx, user);
  const isOwn = (list: readonly { readonly id: number }[], id: number | undefined) =>
    id === undefined || list.some((one) => one.id === id);
  if (
    !isOwn(choices.teams, team_id) ||
    !isOwn(choices.agents, given.agent_id) ||
    !isOwn(choices.numbers, given.number_id)
  )
    throw new ApiError('notFound');

  const query = { accountId: account.id, zone: account.time_zone, filters };
  const figures = await readFigures(tx, { ...query, range, groups: DIMENSIONS });
  const earlier = await readFigures(tx, { ...query, range: before, groups: [] });
  const statusTimes = await readStatusTimes(tx, account, range, filters, now);
  const statuses = await readStatuses(tx, account.id);
  const { rates } = callRatesView(account);
  const { total, times, groups } = figures;
  return {
    success: true,
    choices: {
      teams: choices.teams,
      agents: choices.agents.map((one) => pick(one, 'id', 'full_name')),
      numbers: choices.numbers.map((one) => pick(one, 'id', 'name', 'phone_number_formatted')),
    },
    time_zone: account.time_zone,
    from,
    to,
    is_running: await isRunning(tx, account.time_zone, range.hi, now),
    current: totalsOf(total, times.speed, rates),
    before: {
      from: dateOf(before.lo),
      to: dateOf(before.hi - DAY),
      totals: totalsOf(earlier.total, earlier.times.speed, rates),
    },
    steps: pick(times, 'intake', 'schedule', 'routing', 'ring', 'accept', 'dial', 'answer'),
    days: figures.days.map(({ day, counts }) => ({
      date: dateOf(day),
      ...outcomesOf(counts),
      ...pick(counts, 'calls', 'contacted_calls'),
    })),
    hours: groups.hour_of_week
      .filter(({ counts }) => counts.calls > 0)
      .map(({ key, counts }) => ({
        weekday: Math.floor(Number(key) / DAY) + 1,
        hour: Number(key) % DAY,
        ...pick(counts, 'calls', 'contacted_calls'),
      }))
      .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    sources: sourcesOf(groups.source.map((one) => ({ ...one, key: String(one.key) }))),
    teams: byName(
      groups.team_id.map((group) => ({
        ...named(group, choices.teams),
        ...figuresOf(group.counts, group.speed),
      })),
    ),
    agents: toAgents(groups.agent_id, choices.allAgents, statusTimes),
    numbers: byName(
      groups.number_id.map((group) => ({
        ...named(group, choices.allNumbers),
        phone_number_formatted:
          choices.allNumbers.find(({ id }) => id === group.key)?.phone_number_formatted ?? null,
        ...figuresOf(group.counts, group.speed),
      })),
    ),
    attempts: attemptsOf(figures.attempts),
    statuses: [...new Set(statusTimes.map(({ key }) => key))].map((key) => ({
      ...namedStatus(key, statuses),
      seconds: statusTimes.reduce((sum, one) => sum + (one.key === key ? one.seconds : 0), 0),
    })),
    lost: lostReasons(total, figures.lost),
    cost: { currency: account.currency, ...costOf(total, rates) },
  };
}

/** Filters of the teams that the user supervises. `all…` also names others who took part in their calls. */
export async function readChoices(tx: Database, user: SignedInUser) {
  const { account_id, country_code } = user;
  const lines = await tx
    .select({
      ...pick(numbers, 'id', 'name', 'phone_number'),
      isOffered: offered(supervisesTeam(user, numbers.team_id)),
    })
    .from(numbers)
    .where(eq(numbers.account_id, account_id))
    .orderBy(asc(numbers.id));
  const allAgents = await tx
    .select({
      ...pick(users, 'id', 'full_name', 'profile_picture'),
      isOffered: offered(supervisesAgent(user, users.id)),
    })
    .from(users)
    .where(eq(users.account_id, account_id))
    .orderBy(asc(users.full_name), asc(users.id));
  const allNumbers = lines.map(({ phone_number, ...line }) => ({
    ...line,
    phone_number_formatted: formatPhoneNumber(phone_number, country_code),
  }));
  return {
    teams: await tx
      .select(pick(teams, 'id', 'name'))
      .from(teams)
      .where(and(eq(teams.account_id, account_id), supervisesTeam(user, teams.id)))
      .orderBy(asc(teams.name), asc(teams.id)),
    agents: allAgents.filter(({ isOffered }) => isOffered),
    numbers: allNumbers.filter(({ isOffered }) => isOffered),
    allAgents,
    allNumbers,
  };
}

const offered = (condition: SQL | undefined) => sql<boolean>`${condition ?? true}`;

async function isRunning(tx: Database, zone: string, end: number, now: number): Promise<boolean> {
  const [row] = await queryRows<{ running: boolean }>(
    tx,
    sql`select report_hour(${new Date(now).toISOString()}::timestamptz, ${zone}) < ${end} as running`,
  );
  return row?.running === true;
}

function named(
  { key }: FigureGroup,
  list: readonly { readonly id: number; readonly name: string | null }[],
): { readonly id: number | null; readonly name: string | null } {
  const id = key === null ? null : Number(key);
  return { id, name: list.find((one) => one.id === id)?.name ?? null };
}

function byName<T extends { readonly id: number | null; readonly name: string | null }>(rows: T[]): T[] {
  return rows.sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '') || (a.id ?? 0) - (b.id ?? 0));
}

type Choice = Awaited<ReturnType<typeof readChoices>>['allAgents'][number];

function toAgents(
  groups: readonly FigureGroup[],
  agents: readonly Choice[],
  statusTimes: Awaited<ReturnType<typeof readStatusTimes>>,
): ReportAgent[] {
  const found = new Map(groups.map((group) => [Number(group.key), group]));
  return agents
    .flatMap((agent) => {
      const group = found.get(agent.id);
      const statuses = statusTimes
        .filter(({ user_id }) => user_id === agent.id)
        .map((one) => pick(one, 'key', 'seconds'));
      if (!group && statuses.length === 0) return [];
      return [
        {
          ...pick(agent, 'id', 'full_name'),
          profile_picture: pictureUrl('users', agent.id, agent.profile_picture) ?? '',
          ...figuresOf(group?.counts ?? toCounts({}), group?.speed ?? NO_DURATIONS),
          statuses,
        },
      ];
    })
    .sort((a, b) => b.contacted - a.contacted || b.calls - a.calls);
}
