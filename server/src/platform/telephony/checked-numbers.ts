/** A number without a provider's id is either not connected or not checked yet. Ids grow, so the highest checked one tells. */

import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { settings } from '../database/schema.ts';

const CHECKED_SETTING = 'numbers_checked_to';

/** @returns the highest id of a number whose first check has ended, found or not */
export async function readCheckedTo(db: Database): Promise<number> {
  const [row] = await db.select().from(settings).where(eq(settings.key, CHECKED_SETTING));
  return Number(row?.value ?? 0);
}

export async function recordChecked(db: Database, ids: readonly number[]): Promise<void> {
  const highest = Math.max(0, ...ids);
  if (highest <= (await readCheckedTo(db))) return;
  await db
    .insert(settings)
    .values({ key: CHECKED_SETTING, value: String(highest) })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`excluded.value` },
      setWhere: sql`${settings.value}::bigint < ${highest}`,
    });
}
