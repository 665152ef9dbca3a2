import type { Retention } from '@offhook/contract/console/rule-entities';
import { RETENTION_GRACE_MS } from '@offhook/contract/limits';
import { eq } from 'drizzle-orm';
import {
  bumpVersion,
  type ChangeContext,
  type ChangeResult,
  pickDefined,
} from '../accounts/settings/change.ts';
import type { ConsoleBody } from '../accounts/settings/request.ts';
import { type AccountRow, lockAccount } from '../accounts/settings/rules.ts';
import { accounts } from '../platform/database/schema.ts';
import type { RetentionDays } from './retention.ts';

export const INSTALLATION_DEFAULT = 'default';

export function retentionView(account: AccountRow, installation: RetentionDays): Retention {
  return {
    version: account.version,
    recordings_days: account.recordings_days,
    personal_days: account.personal_days,
    installation: {
      recordings_days: installation.recordingsDays,
      personal_days: installation.personalDays,
    },
  };
}

/** A user's change takes effect after an hour and can be undone until then. @throws ApiError notFound, changedMeanwhile */
export async function changeRetention(
  { tx, accountId, by, at }: ChangeContext,
  { version, recordings_days, personal_days }: ConsoleBody<'changeRetention'>,
): Promise<ChangeResult> {
  await lockAccount(tx, accountId);
  await bumpVersion(tx, accounts, accountId, version);
  const set = pickDefined({ recordings_days, personal_days });
  if (Object.keys(set).length > 0)
    await tx
      .update(accounts)
      .set({ ...set, retention_due_at: new Date(by === null ? at : at + RETENTION_GRACE_MS) })
      .where(eq(accounts.id, accountId));
  const changes = Object.entries(set).map(([name, days]) => `${name} ${days ?? INSTALLATION_DEFAULT}`);
  return { subject: `account ${accountId}: ${changes.join(', ') || 'nothing'}` };
}
