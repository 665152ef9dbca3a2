import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { effects } from '../platform/database/schema.ts';
import { scheduleEffects } from '../platform/work-queue/effect-rows.ts';
import type { Storage } from './recording-files.ts';

export interface Removals {
  readonly files: readonly { readonly storage: Storage; readonly path: string }[];
  readonly providerSids: readonly string[];
}

/** Must be called in the transaction that makes the files obsolete. */
export async function scheduleRemovals(
  tx: Database,
  { files, providerSids }: Removals,
  callId: number | null,
  at: Date,
): Promise<void> {
  const removalEffects = [
    ...files.map(({ storage, path }) => ({ kind: 'removeFile' as const, storage, path })),
    ...providerSids.map((sid) => ({ kind: 'forgetRecording' as const, sid })),
  ];
  const dueAt = at.getTime();
  await scheduleEffects(
    tx,
    removalEffects.map((effect) => ({ effect, callId, dueAt })),
    dueAt,
  );
}

export async function isRemovalQueueFull(db: Database, limit: number): Promise<boolean> {
  const waiting = await db
    .select({ one: sql`1` })
    .from(effects)
    .where(
      sql`${effects.done_at} is null and ${effects.kind} in ('removeFile', 'forgetRecording', 'forgetText')`,
    )
    .limit(limit);
  return waiting.length >= limit;
}
