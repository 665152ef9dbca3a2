import { and, eq, type SQL } from 'drizzle-orm';
import { ApiError, type ApiErrorCode } from '../http/api-error.ts';
import type { Database } from './database.ts';
import type {
  calls,
  leadImports,
  leads,
  numbers,
  teams,
  users,
  webForms,
  webhookEndpoints,
} from './schema.ts';

type Owned =
  | typeof calls
  | typeof leadImports
  | typeof leads
  | typeof numbers
  | typeof webForms
  | typeof webhookEndpoints
  | typeof teams
  | typeof users;

/** @throws ApiError notFound */
export async function getAccountRow<T extends Owned>(
  tx: Database,
  table: T,
  accountId: number,
  id: number,
  filter?: SQL,
): Promise<T['$inferSelect']> {
  const one = table as unknown as typeof teams;
  const [row] = await tx
    .select()
    .from(one)
    .where(and(eq(one.id, id), eq(one.account_id, accountId), filter));
  if (!row) throw new ApiError('notFound');
  return row;
}

export async function isAccountRow(
  tx: Database,
  table: Owned,
  accountId: number,
  id: number,
  filter?: SQL,
): Promise<boolean> {
  const one = table as typeof teams;
  const [row] = await tx
    .select({ id: one.id })
    .from(one)
    .where(and(eq(one.id, id), eq(one.account_id, accountId), filter));
  return row !== undefined;
}

/** @throws ApiError with `code` if the row isn't the account's, or not in the filter */
export async function requireAccountRow(
  tx: Database,
  table: Owned,
  accountId: number,
  id: number | null | undefined,
  code: ApiErrorCode,
  filter?: SQL,
): Promise<void> {
  if (id !== null && id !== undefined && !(await isAccountRow(tx, table, accountId, id, filter)))
    throw new ApiError(code);
}
