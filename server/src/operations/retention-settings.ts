import type { Retention } from '@offhook/contract/console/rule-entities';
import { RETENTION_GRACE_MS } from '@offhook/contract/limits';
import { and, desc, eq } from 'drizzle-orm';
import {
  bumpVersion,
  type ChangeContext,
  type ChangeResult,
  pickDefined,
} from '../accounts/settings/change.ts';
import type { ConsoleBody } from '../accounts/settings/request.ts';
import { type AccountRow, lockAccount } from '../accounts/settings/rules.ts';
import type { Database } from '../platform/database/database.ts';
import { accounts, auditLog } from '../platform/database/schema.ts';
import { isDeletionRunning, RETENTION_ACTION, type RetentionDays } from './retention.ts';

export const INSTALLATION_DEFAULT = 'default';

export async function readRetention(
  db: Database,
  account: AccountRow,
  installation: RetentionDays,
  now: number,
): Promise<Retention> {
  return {
    version: account.version,
    recordings_days: account.recordings_days,
    personal_days: account.personal_days,
    installation: {
      recordings_days: installation.recordingsDays,
      personal_days: installation.personalDays,
    },
    deletion: await readDeletion(db, account, installation, now),
  };
}

async function readDeletion(
  db: Database,
  account: AccountRow,
  installation: RetentionDays,
  now: number,
): Promise<Retention['deletion']> {
  const recordingsDays = account.recordings_days ?? installation.recordingsDays;
  const personalDays = account.personal_days ?? installation.personalDays;
  if (recordingsDays === 0 && personalDays === 0) return null;
  const [last] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.account_id, account.id), eq(auditLog.action, RETENTION_ACTION)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  const nextAt = account.retention_due_at?.getTime() ?? now;
  return {
    is_running: isDeletionRunning(nextAt, last?.at.getTime() ?? null, now),
    next_at: new Date(nextAt).toISOString(),
    last_at: last?.at.toISOString() ?? null,
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
