/** What is not kept any more is removed where it lies: in the storage, and at the provider. Ordered as rows. */

import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { effects } from '../platform/database/schema.ts';
import { scheduleEffects } from '../platform/work-queue/effect-rows.ts';
import type { Storage } from './recording-files.ts';

export interface Removals {
  readonly files: readonly { readonly storage: Storage; readonly path: string }[];
  /** The provider's names of recordings. */
  readonly provided: readonly string[];
}

/** To be called in the transaction that makes them superfluous. */
export async function orderRemovals(
  tx: Database,
  { files, provided }: Removals,
  callId: number | null,
  at: Date,
): Promise<void> {
  const orders = [
    ...files.map(({ storage, path }) => ({ kind: 'removeFile' as const, storage, path })),
    ...provided.map((sid) => ({ kind: 'forgetRecording' as const, sid })),
  ];
  const dueAt = at.getTime();
  await scheduleEffects(
    tx,
    orders.map((effect) => ({ effect, callId, dueAt })),
    dueAt,
  );
}

/** So many removals wait that the next are better ordered later. */
export async function isRemovalBusy(db: Database, most: number): Promise<boolean> {
  const waiting = await db
    .select({ one: sql`1` })
    .from(effects)
    .where(
      sql`${effects.done_at} is null and ${effects.kind} in ('removeFile', 'forgetRecording', 'forgetText')`,
    )
    .limit(most);
  return waiting.length >= most;
}
