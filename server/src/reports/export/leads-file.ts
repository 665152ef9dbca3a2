import type { LeadFilters } from '@offhook/contract/console/list-filters';
import { and, desc, eq, lt } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import type { Database } from '../../platform/database/database.ts';
import { leads, tags, teams, users } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { matchesLeadFilters } from '../filters/lead-filters.ts';
import { leadSource } from '../filters/lead-source.ts';
import type { CsvColumn } from './csv-file.ts';
import { readBatches } from './read-batches.ts';
import { zonedTimes } from './zoned-time.ts';

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** Newest first, as in the list. */
export const readLeadBatches = (db: Database, user: SignedInUser, filters: LeadFilters, batchSize: number) =>
  readBatches<Row>((last) => readRows(db, user, filters, last?.id, batchSize), batchSize);

function readRows(
  db: Database,
  user: SignedInUser,
  filters: LeadFilters,
  lastId: number | undefined,
  limit: number,
) {
  return db
    .select({
      ...pick(leads, 'id', 'created_at', 'updated_at', 'fname', 'lname', 'label', 'phone_number', 'email'),
      ...pick(leads, 'company', 'category', 'form', 'crm', 'source_id', 'origin', 'time_zone', 'team_id'),
      ...pick(leads, 'owner_user_id', 'do_not_call', 'removed_at'),
      source: leadSource,
      team: teams.name,
      owner: users.full_name,
      tag: tags.name,
    })
    .from(leads)
    .leftJoin(teams, eq(teams.id, leads.team_id))
    .leftJoin(users, eq(users.id, leads.owner_user_id))
    .leftJoin(tags, eq(tags.id, leads.tag_id))
    .where(and(lastId === undefined ? undefined : lt(leads.id, lastId), matchesLeadFilters(user, filters)))
    .orderBy(desc(leads.id))
    .limit(limit);
}

/** The names are read by programs: add at the end, rename none. */
export function leadColumns(timeZone: string): readonly CsvColumn<Row>[] {
  const time = zonedTimes(timeZone);
  return [
    { name: 'id', cell: ({ id }) => id },
    { name: 'created_at', cell: ({ created_at }) => time(created_at) },
    { name: 'updated_at', cell: ({ updated_at }) => time(updated_at) },
    { name: 'fname', cell: ({ fname }) => fname },
    { name: 'lname', cell: ({ lname }) => lname },
    { name: 'label', cell: ({ label }) => label },
    { name: 'phone_number', cell: ({ phone_number }) => phone_number },
    { name: 'email', cell: ({ email }) => email },
    { name: 'company', cell: ({ company }) => company },
    { name: 'category', cell: ({ category }) => category },
    { name: 'source', cell: ({ source }) => source },
    { name: 'form', cell: ({ form }) => form },
    { name: 'crm', cell: ({ crm }) => crm },
    { name: 'source_id', cell: ({ source_id }) => source_id },
    { name: 'origin', cell: ({ origin }) => origin },
    { name: 'time_zone', cell: ({ time_zone }) => time_zone },
    { name: 'team_id', cell: ({ team_id }) => team_id },
    { name: 'team', cell: ({ team }) => team },
    { name: 'owner_id', cell: ({ owner_user_id }) => owner_user_id },
    { name: 'owner', cell: ({ owner }) => owner },
    { name: 'tag', cell: ({ tag }) => tag },
    { name: 'do_not_call', cell: ({ do_not_call }) => do_not_call },
    { name: 'removed_at', cell: ({ removed_at }) => removed_at && time(removed_at) },
  ];
}
