import { eq } from 'drizzle-orm';
import { getAccountRow, requireAccountRow } from '../../../platform/database/account-rows.ts';
import { accounts, calls, numbers, teams } from '../../../platform/database/schema.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { ANY_NUMBER, readNumberToCall } from '../../../platform/phone-numbers/phone-numbers.ts';
import { auditSubject, type ChangeContext, type ChangeResult, type Id, pickDefined } from '../change.ts';
import type { ConsoleBody } from '../request.ts';

type NumberRow = typeof numbers.$inferSelect;

/** @throws ApiError invalidPhoneNumber, badTeam, numberTaken */
export async function addNumber(
  { tx, accountId }: ChangeContext,
  input: ConsoleBody<'addNumber'>,
): Promise<ChangeResult & { readonly row: NumberRow }> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  const read = readNumberToCall(input.phone_number, account?.country_code ?? '', ANY_NUMBER);
  await requireAccountRow(tx, teams, accountId, input.team_id, 'badTeam');
  const [row] = await tx
    .insert(numbers)
    .values({
      account_id: accountId,
      team_id: input.team_id,
      phone_number: read.phoneNumber,
      name: input.name ?? null,
    })
    .onConflictDoNothing({ target: numbers.phone_number })
    .returning();
  if (!row) throw new ApiError('numberTaken');
  return { row, subject: `number ${row.id}: added` };
}

/** @throws ApiError notFound, badTeam */
export async function changeNumber(
  { tx, accountId }: ChangeContext,
  { id, team_id, name }: ConsoleBody<'changeNumber'> & Id,
): Promise<ChangeResult> {
  await getAccountRow(tx, numbers, accountId, id);
  await requireAccountRow(tx, teams, accountId, team_id, 'badTeam');
  const set = pickDefined({ team_id, name });
  if (Object.keys(set).length > 0) await tx.update(numbers).set(set).where(eq(numbers.id, id));
  return { subject: auditSubject(`number ${id}`, set) };
}

/** @throws ApiError notFound, numberInUse */
export async function removeNumber({ tx, accountId }: ChangeContext, { id }: Id): Promise<ChangeResult> {
  await getAccountRow(tx, numbers, accountId, id);
  const [used] = await tx.select({ id: calls.id }).from(calls).where(eq(calls.number_id, id)).limit(1);
  if (used) throw new ApiError('numberInUse');
  await tx.delete(numbers).where(eq(numbers.id, id));
  return { subject: `number ${id}: removed` };
}
