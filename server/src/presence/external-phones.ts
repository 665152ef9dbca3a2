import { AVAILABLE } from '@offhook/contract/agent/agent-status';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { toAccountRules } from '../leads/contact-facts.ts';
import { isOnDoNotCallList } from '../leads/do-not-call/do-not-call.ts';
import type { Database } from '../platform/database/database.ts';
import { accounts, presence, users } from '../platform/database/schema.ts';
import { findNumberError } from '../platform/phone-numbers/phone-numbers.ts';
import { type AgentState, availability } from './core/availability.ts';

export const toLease = (lease: typeof presence.$inferSelect | null): AgentState['lease'] =>
  lease && {
    state: lease.state,
    device: lease.device,
    audio: lease.audio,
    renewedAt: lease.renewed_at.getTime(),
    unreachable: lease.unreachable_at !== null,
  };

export function hasExternalPhone(
  user: Pick<typeof users.$inferSelect, 'is_app_only' | 'mobile_enabled' | 'phone_number'>,
): boolean {
  return !user.is_app_only && user.mobile_enabled && user.phone_number !== null;
}

export function hasExternalPhoneSql(alias: SQL): SQL<boolean> {
  return sql`(not ${alias}.is_app_only and ${alias}.mobile_enabled and ${alias}.phone_number is not null)`;
}

/** Maps user IDs to the numbers to ring. Users who aren't in the map are rung in the app. */
export async function findExternalNumbers(
  tx: Database,
  userIds: readonly number[],
  presenceCutoff: number,
): Promise<ReadonlyMap<number, string>> {
  const rows = await tx
    .select({ id: users.id, number: users.phone_number, lease: presence, account: accounts })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .leftJoin(presence, eq(presence.user_id, users.id))
    .where(sql`${inArray(users.id, [...userIds])} and ${hasExternalPhoneSql(sql`${users}`)}`);
  const numbers = new Map<number, string>();
  for (const { id, number, lease, account } of rows) {
    const { isAppUnavailable } = availability(
      {
        lease: toLease(lease),
        hasExternalPhone: true,
        status: AVAILABLE,
        hasOpenCall: false,
        hasReachedDailyLimit: false,
        wrapUp: null,
      },
      presenceCutoff,
    );
    // The account's rules may have changed since the number was saved.
    if (
      number === null ||
      !isAppUnavailable ||
      findNumberError(number, toAccountRules(account).numbers) !== null
    )
      continue;
    if (!(await isOnDoNotCallList(tx, account.id, number))) numbers.set(id, number);
  }
  return numbers;
}
