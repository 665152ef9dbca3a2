import { and, eq, inArray, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { EFFECT_KINDS, Effect } from '../core/effects.ts';
import type { Database } from '../database/database.ts';
import { effects } from '../database/schema.ts';
import { claimRows, releaseRows } from './work-queue.ts';

export interface NewEffect {
  readonly effect: Effect;
  readonly callId: number | null;
  readonly dueAt: number | null;
}

export interface EffectRow {
  readonly id: number;
  readonly callId: number;
  readonly effect: Effect;
  readonly attempts: number;
  readonly createdAt: number;
  readonly dueAt: number;
  /** By this process. */
  readonly claimedAt: number;
}

/** Another process may claim the effect after this, unless the lease is renewed. */
export const CLAIM_MS = 20_000;
/** A request to the provider takes 10 s at most, so it ends before the claim does. */
const SURELY_CLAIMED_MS = 5_000;

/**
 * Immediate effects are already claimed by this process, to be performed right after the commit. A leg has only one
 * acknowledgement timeout, with the earlier due time.
 */
export async function insertEffects(
  tx: Database,
  newEffects: readonly NewEffect[],
  process: string,
  now: number,
): Promise<EffectRow[]> {
  if (newEffects.length === 0) return [];
  const rows = await tx
    .insert(effects)
    .values(
      newEffects.map(({ effect, callId, dueAt }) => ({
        kind: effect.kind,
        payload: effect,
        call_id: callId,
        due_at: new Date(dueAt ?? now),
        created_at: new Date(now),
        dedupe_key: effect.kind === 'acknowledgeTimeout' ? `acknowledge:${effect.legId}` : null,
        ...(dueAt === null
          ? { claimed_by: process, claimed_until: new Date(now + CLAIM_MS), attempts: 1 }
          : {}),
      })),
    )
    .onConflictDoUpdate({
      target: effects.dedupe_key,
      set: { due_at: sql`least(${effects.due_at}, excluded.due_at)` },
    })
    .returning();
  return rows.map((row) => effectRow(row, z.parse(Effect, row.payload), now));
}

/** Adds unclaimed effects: the next poll of any worker performs them when due. */
export async function scheduleEffects(
  tx: Database,
  newEffects: readonly NewEffect[],
  now: number,
): Promise<void> {
  await insertEffects(tx, newEffects, '', now);
}

export interface UnreadableEffect {
  readonly id: number;
  readonly kind: string;
  readonly attempts: number;
  readonly dueAt: number;
  readonly error: Error;
}

export interface ClaimedEffects {
  readonly rows: readonly EffectRow[];
  /** Perhaps of a newer version: its server may claim them when the lease expires. */
  readonly unreadable: readonly UnreadableEffect[];
}

/**
 * Leaves kinds of a newer version to its servers.
 *
 * @param also claimed even before their due time @param except skipped
 */
export async function claimEffects(
  db: Database,
  process: string,
  now: number,
  limit: number,
  also: readonly number[] = [],
  except: readonly number[] = [],
): Promise<ClaimedEffects> {
  const at = new Date(now);
  const rows = await claimRows(db, effects, {
    where: and(
      isNull(effects.done_at),
      inArray(effects.kind, EFFECT_KINDS),
      also.length === 0
        ? lte(effects.due_at, at)
        : or(lte(effects.due_at, at), inArray(effects.id, [...also])),
      except.length === 0 ? undefined : notInArray(effects.id, [...except]),
      or(isNull(effects.claimed_until), lt(effects.claimed_until, at)),
    ),
    orderBy: [effects.due_at, effects.id],
    limit,
    set: {
      claimed_by: process,
      claimed_until: new Date(now + CLAIM_MS),
      attempts: sql`${effects.attempts} + 1`,
    },
  });
  rows.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || a.id - b.id);
  const readable: EffectRow[] = [];
  const unreadable: UnreadableEffect[] = [];
  for (const row of rows) {
    const effect = z.safeParse(Effect, row.payload);
    const { id, kind, attempts } = row;
    if (effect.success) readable.push(effectRow(row, effect.data, now));
    else unreadable.push({ id, kind, attempts, dueAt: row.due_at.getTime(), error: effect.error });
  }
  return { rows: readable, unreadable };
}

function effectRow(row: typeof effects.$inferSelect, effect: Effect, claimedAt: number): EffectRow {
  return {
    id: row.id,
    callId: row.call_id ?? 0,
    effect,
    attempts: row.attempts,
    createdAt: row.created_at.getTime(),
    dueAt: row.due_at.getTime(),
    claimedAt,
  };
}

export async function markDone(
  db: Database,
  ids: readonly number[],
  now: number,
  error?: string,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(effects)
    .set({ done_at: new Date(now), claimed_until: null, last_error: error ?? null })
    .where(openEffects(ids));
}

/**
 * Does nothing if another process has claimed the effect since: it would lose its claim.
 *
 * @param resetAttempts true if nothing was attempted @returns whether the effect was still this process's
 */
export async function postpone(
  db: Database,
  effectId: number,
  process: string,
  dueAt: number,
  error: string,
  { resetAttempts = false } = {},
): Promise<boolean> {
  const postponed = await db
    .update(effects)
    .set({
      due_at: new Date(dueAt),
      claimed_until: null,
      claimed_by: null,
      last_error: error.slice(0, 300),
      ...(resetAttempts ? { attempts: 0 } : {}),
    })
    .where(and(openEffects([effectId]), eq(effects.claimed_by, process)))
    .returning({ id: effects.id });
  return postponed.length > 0;
}

export async function renewClaims(
  db: Database,
  ids: readonly number[],
  process: string,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await renew(db, ids, process, now);
}

/**
 * To be asked before a request that must not be repeated, if the claim may have expired: the process may have been
 * suspended, or the database out of its reach.
 */
export async function keepsClaim(
  db: Database,
  { id, claimedAt }: EffectRow,
  process: string,
  now: number,
): Promise<boolean> {
  if (now - claimedAt < SURELY_CLAIMED_MS) return true;
  return (await renew(db, [id], process, now)).length > 0;
}

function renew(db: Database, ids: readonly number[], process: string, now: number) {
  return db
    .update(effects)
    .set({ claimed_until: new Date(now + CLAIM_MS) })
    .where(and(openEffects(ids), eq(effects.claimed_by, process)))
    .returning({ id: effects.id });
}

/**
 * Releases claims at shutdown, so that other workers don't wait for the leases to expire. Effects in progress keep
 * their lease: their outcome at the provider is unknown.
 *
 * @param held in progress, or attempted without a recorded outcome
 */
export async function releaseClaims(db: Database, process: string, held: readonly number[]): Promise<void> {
  const isOurs = and(
    eq(effects.claimed_by, process),
    isNull(effects.done_at),
    held.length === 0 ? undefined : notInArray(effects.id, [...held]),
  );
  await releaseRows(db, effects, isOurs);
}

function openEffects(ids: readonly number[]) {
  return and(inArray(effects.id, [...ids]), isNull(effects.done_at));
}

export async function deleteDoneEffects(db: Database, before: number): Promise<void> {
  await db.delete(effects).where(lt(effects.done_at, new Date(before)));
}
