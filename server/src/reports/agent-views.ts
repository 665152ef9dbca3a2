import { mayWatch, PERMISSIONS } from '@offhook/contract/accounts/permissions';
import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import { and, eq, inArray, max, type SQL, sql } from 'drizzle-orm';
import { pictureUrl } from '../accounts/pictures/picture-url.ts';
import type { ConsoleQuery, ConsoleResponse } from '../accounts/settings/request.ts';
import { pick } from '../platform/core/pick.ts';
import { english } from '../platform/core/sentences.ts';
import type { Database } from '../platform/database/database.ts';
import { likePattern } from '../platform/database/paging.ts';
import type { QueryTime } from '../platform/database/query-time.ts';
import { sessions, teamMembers, users } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { type AgentStateRow, isAgent, readAgentStates, readTeamsByUser } from './agent-states.ts';
import { scheduleView } from './team-views.ts';

const WATCHING = PERMISSIONS.filter((permission) => mayWatch({ permissions: [permission] }));

export async function listAgents(
  db: Database,
  user: SignedInUser,
  query: ConsoleQuery<'listAgents'>,
  moment: QueryTime,
): Promise<ConsoleResponse<'listAgents'>> {
  const filters: SQL[] = [];
  if (query.search !== '')
    filters.push(sql`concat_ws(' ', ${users.full_name}, ${users.email}) ilike ${likePattern(query.search)}`);
  if (query.active !== undefined) filters.push(eq(users.active, query.active === 'yes'));
  if (query.team_id !== undefined)
    filters.push(sql`exists (select from ${teamMembers} where ${teamMembers.user_id} = ${users.id}
      and ${teamMembers.team_id} = ${query.team_id})`);
  if (query.needs_team !== undefined)
    filters.push(sql`not exists (select from ${teamMembers} where ${teamMembers.user_id} = ${users.id})
      and not (${users.permissions} && ${`{${WATCHING.join()}}`}::text[])`);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(users)
    .where(and(eq(users.account_id, user.account_id), ...filters));
  const total = counted?.total ?? 0;
  const rows = await readAgentStates(db, user.account_id, moment, filters, {
    limit: query.limit,
    offset: (query.page - 1) * query.limit,
  });
  return {
    success: true,
    data: await agentViews(db, user, rows),
    total,
    meta: { current_page: query.page, last_page: Math.max(1, Math.ceil(total / query.limit)) },
  };
}

export async function readAgent(
  db: Database,
  user: SignedInUser,
  id: number,
  moment: QueryTime,
): Promise<ConsoleAgent> {
  const rows = await readAgentStates(db, user.account_id, moment, [eq(users.id, id)]);
  const [view] = await agentViews(db, user, rows);
  if (!view) throw new ApiError('notFound');
  return view;
}

async function agentViews(
  db: Database,
  { account_id, country_code }: SignedInUser,
  rows: readonly AgentStateRow[],
): Promise<ConsoleAgent[]> {
  const memberships = await readTeamsByUser(db, account_id);
  const seen = await db
    .select({ userId: sessions.user_id, at: max(sessions.last_seen_at) })
    .from(sessions)
    .where(
      inArray(
        sessions.user_id,
        rows.map(({ user }) => user.id),
      ),
    )
    .groupBy(sessions.user_id);
  const seenBy = new Map(seen.map(({ userId, at }) => [userId, at]));
  return rows.map((row) => agentView(row, memberships, country_code, seenBy.get(row.user.id) ?? null));
}

function agentView(
  row: AgentStateRow,
  memberships: Awaited<ReturnType<typeof readTeamsByUser>>,
  country: string,
  lastSeenAt: Date | null,
): ConsoleAgent {
  const { user, state, reason, status } = row;
  return {
    ...pick(user, 'id', 'version', 'email', 'full_name'),
    profile_picture: pictureUrl('users', user.id, user.profile_picture) ?? '',
    phone_number: user.phone_number,
    phone_number_formatted:
      user.phone_number === null ? null : formatPhoneNumber(user.phone_number, user.country_code ?? country),
    supervised_team_ids: user.supervised_team_ids && [...user.supervised_team_ids],
    ...pick(user, 'permissions', 'is_app_only', 'mobile_enabled', 'do_not_disturb', 'cap', 'country_code'),
    time_zone: user.time_zone,
    schedule: scheduleView(user.schedule),
    active: user.active,
    created_at: user.created_at.toISOString(),
    teams: [...(memberships.get(user.id) ?? [])],
    state: user.active ? state : 'unavailable',
    reason: user.active ? reason : english({ id: 'unavailable.inactive' }),
    status,
    is_agent: isAgent(row, memberships),
    last_seen_at: lastSeenAt?.toISOString() ?? null,
  };
}
