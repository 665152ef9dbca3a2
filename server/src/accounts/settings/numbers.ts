/** Phone numbers of an account, and whose calls arrive on them. */
import { eq } from 'drizzle-orm';
import { ownRow, requireOwn } from '../../platform/database/own-row.ts';
import { accounts, calls, numbers, teams } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { ANY_NUMBER, readNumberToCall } from '../../platform/phone-numbers/phone-numbers.ts';
import { type Acting, type Done, type Id, said, subjectOf } from './change.ts';
import type { ConsoleBody } from './request.ts';

type NumberRow = typeof numbers.$inferSelect;

/** @throws Refusal invalidPhoneNumber, badTeam, numberTaken */
export async function addNumber(
  { tx, accountId }: Acting,
  wish: ConsoleBody<'addNumber'>,
): Promise<Done & { readonly row: NumberRow }> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  const read = readNumberToCall(wish.phone_number, account?.country_code ?? '', ANY_NUMBER);
  await requireOwn(tx, teams, accountId, wish.team_id, 'badTeam');
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
  await ownRow(tx, numbers, accountId, id);
  await requireOwn(tx, teams, accountId, team_id, 'badTeam');
  const set = said({ team_id, name });
  if (Object.keys(set).length > 0) await tx.update(numbers).set(set).where(eq(numbers.id, id));
  return { subject: subjectOf(`number ${id}`, set) };
}

/** @throws Refusal notFound, numberInUse */
export async function removeNumber({ tx, accountId }: Acting, { id }: Id): Promise<Done> {
  await ownRow(tx, numbers, accountId, id);
  const [used] = await tx.select({ id: calls.id }).from(calls).where(eq(calls.number_id, id)).limit(1);
  if (used) throw new Refusal('numberInUse');
  await tx.delete(numbers).where(eq(numbers.id, id));
  return { subject: `number ${id}: removed` };
}
