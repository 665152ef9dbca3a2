import { mayWatch, PERMISSIONS } from '@offhook/contract/accounts/permissions';
import type { ConsoleAgent } from '@offhook/contract/console/agent-entities';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { pictureUrl } from '../accounts/pictures/picture-url.ts';
import type { ConsoleQuery, ConsoleResponse } from '../accounts/settings/request.ts';
import { pick } from '../platform/core/pick.ts';
import { english } from '../platform/core/sentences.ts';
import type { Database } from '../platform/database/database.ts';
import { likePattern } from '../platform/database/paging.ts';
import type { QueryTime } from '../platform/database/query-time.ts';
import { teamMembers, users } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { type AgentStateRow, readAgentStates, readTeamsByUser } from './agent-states.ts';
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
  const memberships = await readTeamsByUser(db, user.account_id);
  return {
    success: true,
    data: rows.map((row) => agentView(row, memberships, user.country_code)),
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
  const [row] = await readAgentStates(db, user.account_id, moment, [eq(users.id, id)]);
  if (!row) throw new ApiError('notFound');
  return agentView(row, await readTeamsByUser(db, user.account_id), user.country_code);
}

function agentView(
  { user, state, reason, status }: AgentStateRow,
  memberships: Awaited<ReturnType<typeof readTeamsByUser>>,
  country: string,
): ConsoleAgent {
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
  };
}
