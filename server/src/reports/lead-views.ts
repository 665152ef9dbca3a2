import type { ConsoleLead, ConsoleLeadDetail } from '@offhook/contract/console/leads/lead-entities';
import type { LeadFilters } from '@offhook/contract/console/list-filters';
import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ConsoleQuery, ConsoleResponse } from '../accounts/settings/request.ts';
import { readConsents, readWithdrawals } from '../leads/consents/consent-views.ts';
import { findListing } from '../leads/do-not-call/do-not-call.ts';
import { pick } from '../platform/core/pick.ts';
import type { Database } from '../platform/database/database.ts';
import { toPage } from '../platform/database/paging.ts';
import { calls, leads, messages, scheduledCalls, tags, teams, users } from '../platform/database/schema.ts';
import { supervisesCall, supervisesLead } from '../platform/database/team-scope.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { readCalls, readTexts } from './calls.ts';
import { matchesLeadFilters } from './filters/lead-filters.ts';

/** A text that belongs to no call belongs to the lead. */
export function isTextSupervised(user: SignedInUser): SQL | undefined {
  const ofCall = supervisesCall(user);
  return (
    ofCall &&
    sql`(${messages.call_id} is null or exists (select from ${calls} where ${calls.id} = ${messages.call_id} and ${ofCall}))`
  );
}

async function readLeads(
  db: Database,
  user: SignedInUser,
  where: SQL | undefined,
  limit: number,
): Promise<{ row: typeof leads.$inferSelect; id: number; view: ConsoleLead }[]> {
  const rows = await db
    .select({
      lead: leads,
      owner: { id: users.id, full_name: users.full_name },
      team: { id: teams.id, name: teams.name },
    })
    .from(leads)
    .leftJoin(users, eq(users.id, leads.owner_user_id))
    .leftJoin(teams, eq(teams.id, leads.team_id))
    .where(and(eq(leads.account_id, user.account_id), supervisesLead(user), where))
    .orderBy(desc(leads.id))
    .limit(limit);
  return rows.map(({ lead, owner, team }) => ({
    row: lead,
    id: lead.id,
    view: {
      ...pick(lead, 'id', 'label', 'fname', 'lname', 'phone_number'),
      phone_number_formatted: formatPhoneNumber(lead.phone_number, user.country_code),
      email: lead.email,
      company: lead.company,
      category: lead.category,
      owner,
      team,
      do_not_call: lead.do_not_call,
      removed_at: lead.removed_at?.toISOString() ?? null,
      created_at: lead.created_at.toISOString(),
      updated_at: lead.updated_at.toISOString(),
    },
  }));
}

export async function listLeads(
  db: Database,
  user: SignedInUser,
  { cursor, limit, ...filters }: ConsoleQuery<'listLeads'>,
): Promise<ConsoleResponse<'listLeads'>> {
  const older = cursor === undefined ? undefined : lt(leads.id, cursor);
  const found = await readLeads(db, user, and(older, matchesLeadFilters(user, filters)), limit + 1);
  return toPage(found, limit, ({ view }) => view);
}

export const countLeads = (db: Database, user: SignedInUser, filters: LeadFilters): Promise<number> =>
  db.$count(leads, matchesLeadFilters(user, filters));

const MAX_CALLS = 50;
const setter = alias(users, 'setter');

export async function readLead(db: Database, user: SignedInUser, id: number): Promise<ConsoleLeadDetail> {
  const [found] = await readLeads(db, user, eq(leads.id, id), 1);
  if (!found) throw new ApiError('notFound');
  const { row, view } = found;
  const [tag] =
    row.tag_id === null
      ? []
      : await db
          .select({ id: tags.id, name: tags.name, color: tags.color })
          .from(tags)
          .where(eq(tags.id, row.tag_id));
  const open = await db
    .select({
      row: scheduledCalls,
      set_by: { id: setter.id, full_name: setter.full_name },
      agent: { id: users.id, full_name: users.full_name },
    })
    .from(scheduledCalls)
    .leftJoin(setter, eq(setter.id, scheduledCalls.callback_by))
    .leftJoin(users, eq(users.id, scheduledCalls.callback_for))
    .where(and(eq(scheduledCalls.lead_id, id), isNull(scheduledCalls.ended_at)));
  const planned = open.find(({ row: { callback_by } }) => callback_by === null)?.row;
  const callback = open.find(({ row: { callback_by } }) => callback_by !== null);
  const listing = await findListing(db, user.account_id, row.phone_number);
  return {
    ...view,
    ...pick(row, 'version', 'crm', 'source_id', 'time_zone', 'form', 'origin'),
    fields: row.fields.map(([name, value]) => ({ name, value })),
    tag: tag ?? null,
    planned: planned
      ? {
          id: planned.id,
          due_at: planned.due_at.toISOString(),
          reason: planned.reason,
          retry: planned.retry,
          lead_retry: planned.lead_retry,
        }
      : null,
    callback: callback?.set_by
      ? {
          due_at: callback.row.due_at.toISOString(),
          agent: callback.agent,
          set_by: callback.set_by,
          set_at: callback.row.requested_at.toISOString(),
          reason: callback.row.reason,
        }
      : null,
    calls: await readCalls(db, user, eq(calls.lead_id, id), MAX_CALLS),
    texts: await readTexts(db, and(eq(messages.lead_id, id), isTextSupervised(user))),
    consents: await readConsents(db, id),
    withdrawals: await readWithdrawals(db, row, listing?.created_at ?? null),
    listing: listing && { source: listing.source, since: listing.created_at.toISOString() },
    erased_at: row.erased_at?.toISOString() ?? null,
  };
}
