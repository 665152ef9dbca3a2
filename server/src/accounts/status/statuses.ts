import {
  AVAILABLE,
  BUILT_IN_STATUSES,
  DO_NOT_DISTURB,
  isBuiltInStatus,
  STATUS_ICONS,
} from '@offhook/contract/agent/agent-status';
import type { ConsoleStatus } from '@offhook/contract/console/people/status-entities';
import { and, asc, eq, lt, notInArray, sql } from 'drizzle-orm';
import { english } from '../../platform/core/sentences.ts';
import type { Database } from '../../platform/database/database.ts';
import { accounts, agentStatuses, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { allStatuses, INTERVALS_KEPT_MS, statusKey } from '../core/agent-status.ts';
import { bumpVersion, type ChangeContext, type ChangeResult } from '../settings/change.ts';
import type { ConsoleBody, ConsoleResponse } from '../settings/request.ts';
import { lockAccount } from '../settings/rules.ts';

/** In the order of the agent's menu. */
export async function readStatuses(db: Database, accountId: number): Promise<readonly ConsoleStatus[]> {
  const rows = await db
    .select()
    .from(agentStatuses)
    .where(eq(agentStatuses.account_id, accountId))
    .orderBy(asc(agentStatuses.position), asc(agentStatuses.key));
  return allStatuses(
    rows.map(({ key, name, icon, minutes_per_day, archived_at }) => ({
      key,
      name,
      icon: STATUS_ICONS.find((one) => one === icon) ?? 'coffee',
      minutes_per_day,
      archived: archived_at !== null,
    })),
  );
}

export async function statusesView(
  db: Database,
  accountId: number,
): Promise<ConsoleResponse<'readStatuses'>['statuses']> {
  const [account] = await db
    .select({ version: accounts.version })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return { version: account?.version ?? 1, list: [...(await readStatuses(db, accountId))] };
}

/** @throws ApiError changedMeanwhile, badStatuses */
export async function changeStatuses(
  { tx, accountId, at }: ChangeContext,
  { list, version }: ConsoleBody<'changeStatuses'>,
): Promise<ChangeResult> {
  await lockAccount(tx, accountId);
  await bumpVersion(tx, accounts, accountId, version);
  const before = await readStatuses(tx, accountId);
  const keys: string[] = before.map(({ key }) => key);
  const next = list.map((one): ConsoleStatus => {
    const { icon, minutes_per_day, archived = false } = one;
    const known = before.find(({ key }) => key === one.key);
    if (one.key !== undefined && known === undefined) throw new ApiError('badStatuses');
    const name = known && isBuiltInStatus(known.key) ? null : (one.name ?? known?.name ?? null);
    if (name === null && !(known && isBuiltInStatus(known.key))) throw new ApiError('badStatuses');
    const key = known?.key ?? statusKey(name ?? '', keys);
    keys.push(key);
    return { key, name, icon, minutes_per_day, archived };
  });
  const names = next.flatMap(({ name, archived }) => (name === null || archived ? [] : [name.toLowerCase()]));
  if (hasDuplicate(names) || hasDuplicate(next.map(({ key }) => key))) throw new ApiError('badStatuses');
  const unlisted = before
    .filter(({ key }) => !next.some((one) => one.key === key))
    .map((one) => ({ ...one, archived: true }));
  for (const [position, { archived, ...status }] of [...next, ...unlisted].entries()) {
    const wasArchived = before.find(({ key }) => key === status.key)?.archived ?? false;
    const set = {
      ...status,
      position,
      ...(archived === wasArchived ? {} : { archived_at: archived ? new Date(at) : null }),
    };
    await tx
      .insert(agentStatuses)
      .values({ account_id: accountId, ...set })
      .onConflictDoUpdate({ target: [agentStatuses.account_id, agentStatuses.key], set });
  }
  await deleteOldStatuses(tx, accountId, at);
  return { subject: `account ${accountId}: statuses` };
}

/** No stored time has them any more. */
async function deleteOldStatuses(tx: Database, accountId: number, at: number): Promise<void> {
  await tx.delete(agentStatuses).where(
    and(
      eq(agentStatuses.account_id, accountId),
      // Without its row, a built-in one would be back.
      notInArray(agentStatuses.key, [...BUILT_IN_STATUSES]),
      lt(agentStatuses.archived_at, new Date(at - INTERVALS_KEPT_MS)),
      sql`not exists (select from ${users} where ${users.account_id} = ${agentStatuses.account_id}
          and ${agentStatuses.key} in (${users.status}, ${users.next_status}))`,
    ),
  );
}

function hasDuplicate(values: readonly string[]): boolean {
  return new Set(values).size !== values.length;
}

/** English, for webhooks. */
export function englishStatusName(key: string, statuses: readonly ConsoleStatus[]): string {
  if (key === AVAILABLE) return english({ id: 'status.available' });
  if (key === DO_NOT_DISTURB) return english({ id: 'status.doNotDisturb' });
  if (isBuiltInStatus(key)) return english({ id: `status.${key}` });
  return statuses.find((one) => one.key === key)?.name ?? key;
}
