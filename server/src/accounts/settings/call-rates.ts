import type { ConsoleCallRates } from '@offhook/contract/console/report-entities';
import { eq } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import { accounts } from '../../platform/database/schema.ts';
import { DEFAULT_RATES } from '../core/call-rates.ts';
import {
  auditSubject,
  bumpVersion,
  type ChangeContext,
  type ChangeResult,
  pickChanged,
  pickDefined,
} from './change.ts';
import type { ConsoleBody } from './request.ts';
import { type AccountRow, lockAccount } from './rules.ts';

export function callRatesView(account: AccountRow): ConsoleCallRates {
  return {
    ...pick(account, 'version', 'currency'),
    rates: account.call_rates ?? DEFAULT_RATES,
    is_default: account.call_rates === null,
  };
}

/** @throws ApiError notFound, changedMeanwhile */
export async function changeCallRates(
  { tx, accountId }: ChangeContext,
  { version, currency, rates }: ConsoleBody<'changeCallRates'>,
): Promise<ChangeResult> {
  const before = await lockAccount(tx, accountId);
  await bumpVersion(tx, accounts, accountId, version);
  const set = pickChanged(before, pickDefined({ currency, call_rates: rates }));
  if (Object.keys(set).length > 0) await tx.update(accounts).set(set).where(eq(accounts.id, accountId));
  return { subject: auditSubject(`account ${accountId}`, set) };
}
