import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import type { ConsoleQuery, ConsoleResponse } from '../accounts/settings/request.ts';
import { pick } from '../platform/core/pick.ts';
import type { Database } from '../platform/database/database.ts';
import { likePattern, toPage } from '../platform/database/paging.ts';
import { auditLog, leadImports, users } from '../platform/database/schema.ts';

export async function listImports(
  db: Database,
  accountId: number,
  query: ConsoleQuery<'listImports'>,
): Promise<ConsoleResponse<'listImports'>> {
  const found = await db
    .select()
    .from(leadImports)
    .where(
      and(
        eq(leadImports.account_id, accountId),
        query.cursor === undefined ? undefined : lt(leadImports.id, query.cursor),
      ),
    )
    .orderBy(desc(leadImports.id))
    .limit(query.limit + 1);
  return toPage(found, query.limit, (row) => ({
    ...pick(row, 'id', 'status', 'lines', 'taken', 'refused', 'error'),
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }));
}

const PLAYED = 'recording.played';

export async function listAuditLog(
  db: Database,
  accountId: number,
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
        eq(auditLog.account_id, accountId),
        query.cursor === undefined ? undefined : lt(auditLog.id, query.cursor),
        query.user_id === undefined ? undefined : eq(auditLog.user_id, query.user_id),
        query.kind === undefined ? undefined : (query.kind === 'plays' ? eq : ne)(auditLog.action, PLAYED),
        query.from === undefined ? undefined : gte(auditLog.at, new Date(query.from)),
        query.to === undefined ? undefined : lt(auditLog.at, new Date(query.to)),
        query.search === ''
          ? undefined
          : sql`concat_ws(' ', ${auditLog.action}, ${auditLog.subject}) ilike ${likePattern(query.search)}`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(query.limit + 1);
  return toPage(found, query.limit, (row) => ({ ...row, at: row.at.toISOString() }));
}
