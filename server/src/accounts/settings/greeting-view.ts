import { type GreetingFile, greetingPath } from '@offhook/contract/console/greeting-entities';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { greetingFiles } from '../../platform/database/schema.ts';

export function toGreetingFile({
  id,
  name,
  milliseconds,
  created_at,
}: typeof greetingFiles.$inferSelect): GreetingFile {
  return {
    id,
    name,
    seconds: milliseconds / 1_000,
    url: greetingPath(id),
    created_at: created_at.toISOString(),
    is_missing: false,
  };
}

/** In the order of the ids; null for those that aren't there. */
export async function readGreetingFiles(
  db: Database,
  accountId: number,
  ids: readonly (string | null | undefined)[],
): Promise<(GreetingFile | null)[]> {
  const wanted = ids.flatMap((id) => id ?? []);
  if (wanted.length === 0) return ids.map(() => null);
  const rows = await db
    .select()
    .from(greetingFiles)
    .where(and(inArray(greetingFiles.id, wanted), eq(greetingFiles.account_id, accountId)));
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    return row ? toGreetingFile(row) : null;
  });
}
