import { and, desc, eq, gte, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { ConsoleQuery, ConsoleResponse } from '../../accounts/settings/request.ts';
import type { Database } from '../../platform/database/database.ts';
import { likePattern, toPage } from '../../platform/database/paging.ts';
import { auditLog, users } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { readNames } from './audit-names.ts';
import { findReferences } from './core/audit-references.ts';

const PLAYS = ['recording.played', 'external links play'];

export async function listAuditLog(
  db: Database,
  user: SignedInUser,
  query: ConsoleQuery<'listAuditLog'>,
): Promise<ConsoleResponse<'listAuditLog'>> {
  const found = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      user: { id: users.id, full_name: users.full_name },
      action: auditLog.action,
      subject: auditLog.subject,
      address: auditLog.address,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.user_id))
    .where(
      and(
        eq(auditLog.account_id, user.account_id),
        query.cursor === undefined ? undefined : lt(auditLog.id, query.cursor),
        query.user_id === undefined ? undefined : eq(auditLog.user_id, query.user_id),
        query.kind === undefined
          ? undefined
          : (query.kind === 'plays' ? inArray : notInArray)(auditLog.action, PLAYS),
        query.from === undefined ? undefined : gte(auditLog.at, new Date(query.from)),
        query.to === undefined ? undefined : lt(auditLog.at, new Date(query.to)),
        query.search === ''
          ? undefined
          : sql`concat_ws(' ', ${auditLog.action}, ${auditLog.subject}) ilike ${likePattern(query.search)}`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(query.limit + 1);
  const names = await readNames(
    db,
    user,
    found.flatMap(({ subject }) => findReferences(subject)),
  );
  return toPage(found, query.limit, (row) => ({
    ...row,
    at: row.at.toISOString(),
    names: findReferences(row.subject).flatMap((one) => names(one)),
  }));
}
