/** Effects as rows: written with the state that ordered them, read by the worker. */

import { and, eq, inArray, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Effect } from '../core/effects.ts';
import type { Database } from '../database/database.ts';
import { effects } from '../database/schema.ts';
import { claimRows, giveBackRows } from './work-queue.ts';

export interface NewEffect {
  readonly effect: Effect;
  /** null: of no call in particular. */
  readonly callId: number | null;
  /** ms since 1970; null: at once. */
  readonly dueAt: number | null;
}

export interface EffectRow {
  readonly id: number;
  readonly callId: number;
  readonly effect: Effect;
  readonly attempts: number;
  readonly createdAt: number;
  readonly dueAt: number;
}

/** An effect that a process has begun is another's after this, unless the process renews it. */
export const CLAIM_MS = 20_000;

/**
 * Writes effects; those due at once are claimed by this process already, so that it can perform them right after the
 * commit. A wait for an acknowledgement exists once per leg, with the earlier due time.
 */
export async function insertEffects(
  tx: Database,
  orders: readonly NewEffect[],
  process: string,
  now: number,
): Promise<EffectRow[]> {
  if (orders.length === 0) return [];
  const rows = await tx
    .insert(effects)
    .values(
      orders.map(({ effect, callId, dueAt }) => ({
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
  return rows.map(effectRow);
}

/** Writes effects with a time at which they are due: whoever looks next performs them then. */
export async function orderEffects(tx: Database, orders: readonly NewEffect[], now: number): Promise<void> {
  await insertEffects(tx, orders, '', now);
}

/**
 * Takes up to `limit` due effects that no process works on, or whose process has died.
 * @param also ids that are due whatever their rows say
 * @param except ids that are not, or that this process works on
 */
export async function claimEffects(
  db: Database,
  process: string,
  now: number,
  limit: number,
  also: readonly number[] = [],
  except: readonly number[] = [],
): Promise<EffectRow[]> {
  const at = new Date(now);
  const rows = await claimRows(db, effects, {
    where: and(
      isNull(effects.done_at),
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
  return rows.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || a.id - b.id).map(effectRow);
}

function effectRow(row: typeof effects.$inferSelect): EffectRow {
  return {
    id: row.id,
    callId: row.call_id ?? 0,
    effect: z.parse(Effect, row.payload),
    attempts: row.attempts,
    createdAt: row.created_at.getTime(),
    dueAt: row.due_at.getTime(),
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
    .where(among(ids));
}

/** @param asNew nothing was tried yet: the next attempt is the first */
export async function postpone(
  db: Database,
  effectId: number,
  dueAt: number,
  error: string,
  { asNew = false } = {},
): Promise<void> {
  await db
    .update(effects)
    .set({
      due_at: new Date(dueAt),
      claimed_until: null,
      claimed_by: null,
      last_error: error.slice(0, 300),
      ...(asNew ? { attempts: 0 } : {}),
    })
    .where(among([effectId]));
}

export async function renewClaims(
  db: Database,
  ids: readonly number[],
  process: string,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(effects)
    .set({ claimed_until: new Date(now + CLAIM_MS) })
    .where(and(among(ids), eq(effects.claimed_by, process)));
}

/**
 * Frees what a process that ends had taken: whoever looks next has it at once, and not after the claim.
 * @param held what the provider may have been asked already: nobody knows the answer, so it keeps its claim
 */
export async function giveBack(db: Database, process: string, held: readonly number[]): Promise<void> {
  const isOurs = and(
    eq(effects.claimed_by, process),
    isNull(effects.done_at),
    held.length === 0 ? undefined : notInArray(effects.id, [...held]),
  );
  await giveBackRows(db, effects, isOurs);
}

function among(ids: readonly number[]) {
  return and(inArray(effects.id, [...ids]), isNull(effects.done_at));
}

/** Rows of work that is long over. */
export async function forgetDone(db: Database, before: number): Promise<void> {
  await db.delete(effects).where(lt(effects.done_at, new Date(before)));
}
