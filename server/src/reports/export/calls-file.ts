import type { CallFilters } from '@offhook/contract/console/list-filters';
import { and, desc, eq, sql } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import type { Database } from '../../platform/database/database.ts';
import { calls, leads, numbers, recordings, teams, users } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { matchesCallFilters } from '../filters/call-filters.ts';
import { callSource } from '../filters/lead-source.ts';
import type { CsvColumn } from './csv-file.ts';
import { readBatches } from './read-batches.ts';
import { zonedTimes } from './zoned-time.ts';

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** Newest first, as in the list. */
export const readCallBatches = (db: Database, user: SignedInUser, filters: CallFilters, batchSize: number) =>
  readBatches<Row>((last) => readRows(db, user, filters, last, batchSize), batchSize);

/** By position, not by page: a row that is removed between two batches shifts none. */
function readRows(
  db: Database,
  user: SignedInUser,
  filters: CallFilters,
  last: { readonly position: string; readonly id: number } | undefined,
  limit: number,
) {
  const older =
    last && sql`(${calls.started_at}, ${calls.id}) < (${last.position}::timestamptz, ${last.id}::bigint)`;
  return db
    .select({
      ...pick(calls, 'id', 'direction', 'type', 'status', 'result', 'started_at', 'talk_started_at'),
      ...pick(calls, 'ended_at', 'seconds', 'retry', 'lead_retry', 'phone_number', 'extension', 'lead_id'),
      ...pick(calls, 'team_id', 'agent_id'),
      // A date of JavaScript has no microseconds.
      position: sql<string>`${calls.started_at}::text`,
      lead: sql<string | null>`coalesce(${calls.lead_label}, ${leads.label})`,
      company: leads.company,
      source: callSource,
      team: teams.name,
      agent: users.full_name,
      own_number: numbers.phone_number,
      recorded: sql<boolean>`exists (select from ${recordings} r
        where r.call_id = ${calls.id} and r.status = 'complete' and r.path is not null)`,
      reason: sql<string | null>`${calls.reasons} ->> -1`,
    })
    .from(calls)
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .leftJoin(teams, eq(teams.id, calls.team_id))
    .leftJoin(users, eq(users.id, calls.agent_id))
    .leftJoin(numbers, eq(numbers.id, calls.number_id))
    .where(and(older, matchesCallFilters(user, filters)))
    .orderBy(desc(calls.started_at), desc(calls.id))
    .limit(limit);
}

/** The names are read by programs: add at the end, rename none. */
export function callColumns(timeZone: string): readonly CsvColumn<Row>[] {
  const time = zonedTimes(timeZone);
  const timeOrNull = (at: Date | null) => at && time(at);
  return [
    { name: 'id', cell: ({ id }) => id },
    { name: 'started_at', cell: ({ started_at }) => time(started_at) },
    { name: 'talk_started_at', cell: ({ talk_started_at }) => timeOrNull(talk_started_at) },
    { name: 'ended_at', cell: ({ ended_at }) => timeOrNull(ended_at) },
    { name: 'talk_seconds', cell: ({ seconds }) => seconds },
    { name: 'direction', cell: ({ direction }) => direction },
    { name: 'type', cell: ({ type }) => type },
    { name: 'status', cell: ({ status }) => status },
    { name: 'result', cell: ({ result }) => result },
    { name: 'retry', cell: ({ retry }) => retry },
    { name: 'lead_retry', cell: ({ lead_retry }) => lead_retry },
    { name: 'lead_id', cell: ({ lead_id }) => lead_id },
    { name: 'lead', cell: ({ lead }) => lead },
    { name: 'company', cell: ({ company }) => company },
    { name: 'source', cell: ({ source }) => source },
    { name: 'phone_number', cell: ({ phone_number }) => phone_number },
    { name: 'extension', cell: ({ extension }) => extension },
    { name: 'own_number', cell: ({ own_number }) => own_number },
    { name: 'team_id', cell: ({ team_id }) => team_id },
    { name: 'team', cell: ({ team }) => team },
    { name: 'agent_id', cell: ({ agent_id }) => agent_id },
    { name: 'agent', cell: ({ agent }) => agent },
    { name: 'recorded', cell: ({ recorded }) => recorded },
    { name: 'reason', cell: ({ reason }) => reason },
  ];
}
