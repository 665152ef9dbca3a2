import type { Agent, Team } from '@offhook/contract/agent/agent';
import { AVAILABLE } from '@offhook/contract/agent/agent-status';
import { passesFilter, type StatusFilter } from '@offhook/contract/agent/status-filter';
import type { Paging } from '@offhook/contract/calls/history';
import { AGENTS_PAGE_SIZE } from '@offhook/contract/limits';
import { isInSchedule } from '@offhook/contract/weekly-schedule';
import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { statusForCalls } from '../accounts/core/agent-status.ts';
import { hasReachedDailyLimit } from '../accounts/settings/daily-call-limit.ts';
import { namedStatus } from '../accounts/status/status-views.ts';
import { readStatuses } from '../accounts/status/statuses.ts';
import { isAccountRow } from '../platform/database/account-rows.ts';
import type { Database } from '../platform/database/database.ts';
import { likePattern } from '../platform/database/paging.ts';
import { type DatabaseAndClock, queryTime } from '../platform/database/query-time.ts';
import { accounts, callUsers, presence, teamMembers, teams, users } from '../platform/database/schema.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { availability, phoneStateUnavailability } from './core/availability.ts';
import { hasExternalPhone, toLease } from './external-phones.ts';
import { currentWrapUp } from './wrap-up.ts';

export interface AgentsQuery {
  readonly page: number;
  readonly status: StatusFilter;
  readonly search: string;
  readonly teamId: number | null;
}

export async function readAgentsPage(
  deps: DatabaseAndClock,
  user: SignedInUser,
  query: AgentsQuery,
): Promise<{ data: Agent[]; meta: Paging }> {
  const filters = [ne(users.id, user.id)];
  if (query.search !== '') filters.push(sql`${users.full_name} ilike ${likePattern(query.search)}`);
  if (query.teamId !== null) filters.push(isInTeam(query.teamId, user.account_id));
  const all = await readAgents(deps, user.account_id, filters);
  const agents = all.filter((agent) => passesFilter(agent, query.status));
  const start = (query.page - 1) * AGENTS_PAGE_SIZE;
  return {
    data: agents.slice(start, start + AGENTS_PAGE_SIZE),
    meta: {
      current_page: query.page,
      last_page: Math.max(1, Math.ceil(agents.length / AGENTS_PAGE_SIZE)),
    },
  };
}

export async function findAgent(
  deps: DatabaseAndClock,
  accountId: number,
  userId: number,
): Promise<Agent | null> {
  const [agent] = await readAgents(deps, accountId, [eq(users.id, userId)]);
  return agent ?? null;
}

export async function readTeamMembers(
  deps: DatabaseAndClock,
  accountId: number,
  teamId: number,
): Promise<readonly Agent[] | null> {
  return (await isAccountRow(deps.db, teams, accountId, teamId))
    ? readAgents(deps, accountId, [isInTeam(teamId, accountId)])
    : null;
}

/** The phone shows its last call's result, tags, text or note. */
export async function showsCallEnd(db: Database, userId: number): Promise<boolean> {
  const [phone] = await db
    .select({ state: presence.state })
    .from(presence)
    .where(eq(presence.user_id, userId));
  return phone !== undefined && phoneStateUnavailability(phone.state) === 'wrap-up';
}

export async function findOpenCallUser(db: Database, userId: number) {
  const [open] = await db
    .select({ callId: callUsers.call_id, type: callUsers.type, status: callUsers.status })
    .from(callUsers)
    .where(and(eq(callUsers.user_id, userId), isNull(callUsers.ended_at)));
  return open;
}

export async function readTeams(deps: DatabaseAndClock, user: SignedInUser): Promise<{ data: Team[] }> {
  const available = new Set(
    (await readAgents(deps, user.account_id, [])).flatMap((agent) => (agent.is_available ? [agent.id] : [])),
  );
  const rows = await deps.db
    .select({ id: teams.id, name: teams.name, userId: teamMembers.user_id })
    .from(teams)
    .leftJoin(teamMembers, eq(teamMembers.team_id, teams.id))
    .where(eq(teams.account_id, user.account_id))
    .orderBy(asc(teams.name), asc(teams.id));
  const list = new Map<number, Team>();
  for (const { id, name, userId } of rows) {
    const isAvailable = list.get(id)?.is_available === true || (userId !== null && available.has(userId));
    list.set(id, { id, name, is_available: isAvailable });
  }
  return { data: [...list.values()] };
}

async function readAgents(
  { db, clock }: DatabaseAndClock,
  accountId: number,
  filters: readonly SQL[],
): Promise<Agent[]> {
  const { now, presenceCutoff } = queryTime(clock);
  const rows = await db
    .select({
      user: users,
      lease: presence,
      open: callUsers,
      customCrmUrl: accounts.custom_crm_url,
      teamIds: sql<
        number[]
      >`coalesce((select json_agg(member.team_id) from ${teamMembers} member where member.user_id = ${users.id}), '[]')`,
      reachedDailyLimit: hasReachedDailyLimit(sql`${users}`, now),
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .leftJoin(presence, eq(presence.user_id, users.id))
    .leftJoin(callUsers, and(eq(callUsers.user_id, users.id), isNull(callUsers.ended_at)))
    .where(and(eq(users.account_id, accountId), eq(users.active, true), ...filters))
    .orderBy(asc(users.full_name), asc(users.id));
  const isAnyAway = rows.some(({ user }) => statusForCalls(user) !== AVAILABLE);
  const statuses = isAnyAway ? await readStatuses(db, accountId) : [];
  return rows.map(({ user, lease, open, customCrmUrl, teamIds, reachedDailyLimit }) => {
    const status = statusForCalls(user);
    const state = availability(
      {
        lease: toLease(lease),
        hasExternalPhone: hasExternalPhone(user),
        status,
        hasOpenCall: open !== null,
        hasReachedDailyLimit: reachedDailyLimit,
        wrapUp: currentWrapUp(user, now),
      },
      presenceCutoff,
    );
    return {
      id: user.id,
      full_name: user.full_name,
      on_call_id: open?.status === 'accepted' ? open.call_id : null,
      is_available: state.isAvailable && isInSchedule(user.schedule, now),
      is_app_only: user.is_app_only,
      is_online_app: state.isOnlineApp,
      is_mobile: user.mobile_enabled && user.phone_number !== null,
      permissions: user.permissions,
      team_ids: teamIds,
      integrations: {
        hubspot_id: user.hubspot_id,
        salesforce_domain: user.salesforce_domain,
        activecampaign_domain: user.activecampaign_domain,
        custom_crm_url: customCrmUrl,
      },
      country_code: user.country_code || null,
      status: status === AVAILABLE ? null : namedStatus(status, statuses),
    };
  });
}

function isInTeam(teamId: number, accountId: number): SQL {
  return sql`exists (select from ${teamMembers}
    join ${teams} on ${teams.id} = ${teamMembers.team_id}
    where ${teamMembers.user_id} = ${users.id} and ${teams.id} = ${teamId} and ${teams.account_id} = ${accountId})`;
}
