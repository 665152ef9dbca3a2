import { and, desc, eq, getTableColumns, gte, inArray, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { ConsoleQuery, ConsoleResponse } from '../accounts/settings/request.ts';
import { pick } from '../platform/core/pick.ts';
import type { Database } from '../platform/database/database.ts';
import { likePattern, toPage } from '../platform/database/paging.ts';
import { auditLog, leadImportPlans, leadImports, users } from '../platform/database/schema.ts';

export async function listImports(
  db: Database,
  accountId: number,
  query: ConsoleQuery<'listImports'>,
): Promise<ConsoleResponse<'listImports'>> {
  const found = await db
    .select({
      ...getTableColumns(leadImports),
      file_name: leadImportPlans.file_name,
      user: { id: users.id, full_name: users.full_name },
    })
    .from(leadImports)
    .leftJoin(leadImportPlans, eq(leadImportPlans.id, leadImports.id))
    .leftJoin(
      users,
      eq(users.id, sql`coalesce(${leadImportPlans.started_by}, ${leadImportPlans.uploaded_by})`),
    )
    .where(
      and(
        eq(leadImports.account_id, accountId),
        // Not known to be a file of leads yet.
        ne(leadImports.status, 'receiving'),
        query.cursor === undefined ? undefined : lt(leadImports.id, query.cursor),
      ),
    )
    .orderBy(desc(leadImports.id))
    .limit(query.limit + 1);
  return toPage(found, query.limit, ({ file_name, user, ...row }) => ({
    ...pick(row, 'id', 'status', 'lines', 'taken', 'refused', 'error'),
    file_name,
    user,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }));
}

const PLAYS = ['recording.played', 'external links play'];

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
  return toPage(found, query.limit, (row) => ({ ...row, at: row.at.toISOString() }));
}
