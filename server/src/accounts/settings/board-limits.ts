import { BoardLimits, type ConsoleBoardLimits, isValidLimit } from '@offhook/contract/console/board-limits';
import { eq } from 'drizzle-orm';
import { accounts } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readStatuses } from '../status/statuses.ts';
import { auditSubject, bumpVersion, type ChangeContext, type ChangeResult, pickDefined } from './change.ts';
import type { ConsoleBody } from './request.ts';
import { type AccountRow, lockAccount } from './rules.ts';

/** Limits that the account never changed are the defaults of this version. */
export function boardLimits({ board_limits }: Pick<AccountRow, 'board_limits'>): BoardLimits {
  return BoardLimits.parse(board_limits);
}

export function boardLimitsView(account: AccountRow): ConsoleBoardLimits {
  return { version: account.version, ...boardLimits(account) };
}

/** @throws ApiError notFound, changedMeanwhile, badLimits */
export async function changeBoardLimits(
  { tx, accountId }: ChangeContext,
  { version, ...fields }: ConsoleBody<'changeBoardLimits'>,
): Promise<ChangeResult> {
  const account = await lockAccount(tx, accountId);
  await bumpVersion(tx, accounts, accountId, version);
  const { statuses, ...set } = pickDefined(fields);
  if (Object.values({ ...set, ...statuses }).some((limit) => !isValidLimit(limit)))
    throw new ApiError('badLimits');
  const before = boardLimits(account);
  const known = new Set((await readStatuses(tx, accountId)).map(({ key }) => key));
  // A page may still list a status that was deleted since it had a limit.
  if (Object.keys(statuses ?? {}).some((key) => !known.has(key) && !Object.hasOwn(before.statuses, key)))
    throw new ApiError('badLimits');
  const board_limits = {
    ...account.board_limits,
    ...set,
    ...(statuses && {
      statuses: Object.fromEntries(Object.entries(statuses).filter(([key]) => known.has(key))),
    }),
  };
  await tx.update(accounts).set({ board_limits }).where(eq(accounts.id, accountId));
  const changed = Object.keys(pickDefined(fields)).map((field) => [`limits ${field}`, null]);
  return { subject: auditSubject(`account ${accountId}`, Object.fromEntries(changed)) };
}
