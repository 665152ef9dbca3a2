import { mayWatch } from '@offhook/contract/accounts/permissions';
import type { FoundLead } from '@offhook/contract/leads/lead-search';
import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isOnDoNotCallListSql } from '../../leads/do-not-call/do-not-call.ts';
import { pendingRemoval } from '../../leads/pending-removal.ts';
import { pick } from '../../platform/core/pick.ts';
import type { Database } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/paging.ts';
import {
  calls,
  callUsers,
  leadSearchTerms,
  leads,
  teamMembers,
  teams,
} from '../../platform/database/schema.ts';
import { supervisesLead } from '../../platform/database/team-scope.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { formatPhoneNumber } from '../../platform/phone-numbers/phone-numbers.ts';
import { leadSearch } from './core/lead-search.ts';

/** Older leads that match aren't looked at, so that every search is fast. */
const MATCHES = 2_000;

const COLUMNS = [
  'id',
  'account_id',
  'fname',
  'lname',
  'label',
  'phone_number',
  'owner_user_id',
  'team_id',
  'do_not_call',
  'removed_at',
] as const;

interface Query {
  readonly search: string;
  readonly limit: number;
}

/** Newest first. */
export async function findLeads(db: Database, user: SignedInUser, query: Query): Promise<FoundLead[]> {
  const rows = (await leadsFound(db, user, query)) ?? [];
  return rows.map(({ do_not_call, ...lead }) => ({
    ...lead,
    phone_number_formatted: formatPhoneNumber(lead.phone_number, user.country_code),
    do_not_call,
  }));
}

/** Null if the text is too short. */
export function leadsFound(db: Database, user: Searcher, { search, limit }: Query) {
  const searched = leadSearch(user.account_id, search);
  if (searched === null) return null;
  const numbers = searched.digits.map((parts) =>
    or(...parts.map((part) => sql`${leads.phone_number} like ${likePattern(part)}`)),
  );
  // In a subquery, because PostgreSQL would read the whole table if it knew that many leads match.
  const terms = sql`(select lower(${searched.terms})::tsquery)`;
  const matching = db
    .select(pick(leads, ...COLUMNS))
    .from(leads)
    .where(
      and(
        eq(leads.account_id, user.account_id),
        isNull(leads.erased_at),
        sql`${leadSearchTerms(leads)} @@ ${terms}`,
        ...numbers,
      ),
    )
    // Not by the id alone, by which PostgreSQL would walk through all leads.
    .orderBy(desc(sql`${leads.id} + 0`))
    .limit(MATCHES)
    .as('matching');
  return db
    .select({
      ...pick(matching, 'id', 'fname', 'lname', 'label', 'phone_number'),
      do_not_call: sql<boolean>`(${matching.do_not_call} or ${matching.removed_at} is not null
        or ${isOnDoNotCallListSql(sql`matching`)} or ${pendingRemoval(sql`matching.id`)})`,
    })
    .from(matching)
    .where(isFound(user))
    .orderBy(desc(matching.id))
    .limit(limit);
}

type Searcher = Pick<SignedInUser, 'id' | 'account_id' | 'permissions' | 'supervised_team_ids'>;

/** A supervisor of given teams also finds what an agent would. */
function isFound(user: Searcher): SQL | undefined {
  if (!mayWatch(user)) return mayFind(user);
  const isSupervised = supervisesLead(user, sql`matching.team_id`);
  return isSupervised && or(isSupervised, mayFind(user));
}

/** The agent's teams may call the lead, or the teams or the agent had a call with it. */
function mayFind({ id, account_id }: Searcher): SQL {
  const ownTeams = sql`(select member.team_id from ${teamMembers} member where member.user_id = ${id})`;
  const defaultTeam = sql`(select team.id from ${teams} team where team.account_id = ${account_id} and team.is_default)`;
  const ownPart = sql`exists (select from ${callUsers} part where part.call_id = call.id and part.user_id = ${id})`;
  // Not `exists`, for which PostgreSQL may read all calls.
  const hadCall = sql`(select true from ${calls} call where call.lead_id = matching.id
    and (call.team_id in ${ownTeams} or ${ownPart}) limit 1)`;
  return sql`(matching.owner_user_id = ${id} or coalesce(matching.team_id, ${defaultTeam}) in ${ownTeams} or ${hadCall})`;
}
