import { and, desc, eq, getTableColumns, lt, ne, sql } from 'drizzle-orm';
import type { ConsoleQuery, ConsoleResponse } from '../accounts/settings/request.ts';
import { pick } from '../platform/core/pick.ts';
import type { Database } from '../platform/database/database.ts';
import { toPage } from '../platform/database/paging.ts';
import { leadImportPlans, leadImports, users } from '../platform/database/schema.ts';

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
