/** Phone numbers of an account, and whose calls arrive on them. */
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { accounts, calls, numbers } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { ANY_NUMBER, readNumberToCall } from '../../platform/phone-numbers/phone-numbers.ts';
import { type Acting, type Done, type Id, said, subjectOf } from './change.ts';
import type { ConsoleBody } from './request.ts';
import { requireTeam } from './teams.ts';

export type NumberRow = typeof numbers.$inferSelect;

/** @throws Refusal notFound */
export async function numberOf(tx: Database, accountId: number, id: number): Promise<NumberRow> {
  const [row] = await tx
    .select()
    .from(numbers)
    .where(and(eq(numbers.id, id), eq(numbers.account_id, accountId)));
  if (!row) throw new Refusal('notFound');
  return row;
}

/** @throws Refusal invalidPhoneNumber, badTeam, numberTaken */
export async function addNumber(
  { tx, accountId }: Acting,
  wish: ConsoleBody<'addNumber'>,
): Promise<Done & { readonly row: NumberRow }> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  const read = readNumberToCall(wish.phone_number, account?.country_code ?? '', ANY_NUMBER);
  await requireTeam(tx, accountId, wish.team_id);
  const [row] = await tx
    .insert(numbers)
    .values({
      account_id: accountId,
      team_id: wish.team_id,
      phone_number: read.phoneNumber,
      name: wish.name ?? null,
    })
    .onConflictDoNothing({ target: numbers.phone_number })
    .returning();
  if (!row) throw new Refusal('numberTaken');
  return { row, subject: `number ${row.id}: added` };
}

/** @throws Refusal notFound, badTeam */
export async function changeNumber(
  { tx, accountId }: Acting,
  { id, team_id, name }: ConsoleBody<'changeNumber'> & Id,
): Promise<Done> {
  await numberOf(tx, accountId, id);
  await requireTeam(tx, accountId, team_id);
  const set = said({ team_id, name });
  if (Object.keys(set).length > 0) await tx.update(numbers).set(set).where(eq(numbers.id, id));
  return { subject: subjectOf(`number ${id}`, set) };
}

/** @throws Refusal notFound, numberInUse */
export async function removeNumber({ tx, accountId }: Acting, { id }: Id): Promise<Done> {
  await numberOf(tx, accountId, id);
  const [used] = await tx.select({ id: calls.id }).from(calls).where(eq(calls.number_id, id)).limit(1);
  if (used) throw new Refusal('numberInUse');
  await tx.delete(numbers).where(eq(numbers.id, id));
  return { subject: `number ${id}: removed` };
}
