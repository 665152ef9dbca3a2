/** Effects as rows: written with the state that ordered them, read by the worker. */
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../database/database.ts';
import { effects } from '../database/schema.ts';

const id = z.int().check(z.positive());
const ofLeg = { legId: id };
const ofCallUser = { callUserId: id };

/** What a row's payload holds, by its kind. Everything else is looked up when it is performed. */
export const StoredEffect = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ring'),
    ...ofLeg,
    ...ofCallUser,
    userId: id,
    from: z.string(),
    /** The agent's own; without one their app is rung. */
    ownNumber: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('dial'),
    ...ofLeg,
    from: z.string(),
    to: z.string(),
    /** Digits that are dialled after the answer. */
    extension: z.optional(z.string()),
    /** By 'Add Lead': what the call had before, for the case that the number is not reached. */
    added: z.optional(
      z.object({
        leadId: id,
        replacedLeadId: z.nullable(id),
        replacedNumber: z.nullable(z.string()),
        replacedExtension: z.optional(z.nullable(z.string())),
      }),
    ),
  }),
  z.object({
    kind: z.literal('withdraw'),
    ...ofCallUser,
    userId: id,
    legId: z.nullable(id),
    by: z.nullable(id),
  }),
  z.object({ kind: z.literal('announce'), ...ofLeg }),
  z.object({ kind: z.literal('endLeg'), ...ofLeg }),
  z.object({ kind: z.literal('endSid'), sid: z.string() }),
  z.object({ kind: z.literal('toneAndEnd'), ...ofLeg }),
  z.object({ kind: z.literal('apologise'), ...ofLeg }),
  z.object({ kind: z.literal('takeMessage'), ...ofLeg }),
  z.object({ kind: z.literal('hold'), ...ofLeg }),
  z.object({ kind: z.literal('coach'), ...ofLeg }),
  z.object({ kind: z.literal('handOver'), ...ofCallUser }),
  z.object({ kind: z.literal('ringTimeout'), ...ofCallUser }),
  z.object({ kind: z.literal('acknowledgeTimeout'), ...ofCallUser, ...ofLeg }),
  z.object({ kind: z.literal('wordCheck'), ...ofCallUser }),
  z.object({ kind: z.literal('resumeTimeout'), ...ofCallUser, vanishedAt: z.number() }),
  z.object({ kind: z.literal('verifyLeg'), ...ofLeg }),
  z.object({ kind: z.literal('settleResult'), ...ofCallUser }),
  z.object({ kind: z.literal('sendText'), messageId: id }),
  z.object({ kind: z.literal('offerToAsker') }),
  z.object({ kind: z.literal('forgetRecording'), sid: z.string() }),
  z.object({ kind: z.literal('forgetText'), sid: z.string() }),
  z.object({ kind: z.literal('fetchRecording'), recordingId: id, sid: z.string() }),
  z.object({ kind: z.literal('removeFile'), storage: z.enum(['folder', 's3']), path: z.string() }),
  z.object({ kind: z.literal('moveRecordings') }),
  z.object({ kind: z.literal('closePhone'), userId: id, phoneId: z.string() }),
  z.object({ kind: z.literal('closeConnections'), realtimeId: z.string() }),
]);
export type StoredEffect = z.infer<typeof StoredEffect>;

export interface NewEffect {
  readonly effect: StoredEffect;
  /** null: of no call in particular. */
  readonly callId: number | null;
  /** ms since 1970; null: at once. */
  readonly dueAt: number | null;
}

export interface EffectRow {
  readonly id: number;
  readonly callId: number;
  readonly effect: StoredEffect;
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
  const isDue = sql`due_at <= ${new Date(now).toISOString()}`;
  const due = sql`(select id from ${effects} where done_at is null
    and ${also.length === 0 ? isDue : sql`(${isDue} or ${idIn(also)})`}
    ${except.length === 0 ? sql`` : sql`and not ${idIn(except)}`}
    and (claimed_until is null or claimed_until < ${new Date(now).toISOString()})
    order by due_at, id limit ${limit} for update skip locked)`;
  const rows = await db
    .update(effects)
    .set({
      claimed_by: process,
      claimed_until: new Date(now + CLAIM_MS),
      attempts: sql`${effects.attempts} + 1`,
    })
    .where(sql`${effects.id} in ${due}`)
    .returning();
  return rows.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || a.id - b.id).map(effectRow);
}

function effectRow(row: typeof effects.$inferSelect): EffectRow {
  return {
    id: row.id,
    callId: row.call_id ?? 0,
    effect: z.parse(StoredEffect, row.payload),
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
    .where(sql`${among(ids)} and ${effects.claimed_by} = ${process}`);
}

/**
 * Frees what a process that ends had taken: whoever looks next has it at once, and not after the claim.
 * @param held what the provider may have been asked already: nobody knows the answer, so it keeps its claim
 */
export async function giveBack(db: Database, process: string, held: readonly number[]): Promise<void> {
  const others = held.length === 0 ? sql`true` : sql`not (${among(held)})`;
  await db
    .update(effects)
    // It was not tried: a first try may do what a second one only looks for.
    .set({ claimed_by: null, claimed_until: null, attempts: sql`${effects.attempts} - 1` })
    .where(sql`${effects.claimed_by} = ${process} and ${effects.done_at} is null and ${others}`);
}

function among(ids: readonly number[]): SQL {
  return sql`${idIn(ids)} and ${effects.done_at} is null`;
}

function idIn(ids: readonly number[]): SQL {
  return sql`${effects.id} in (${sql.join(
    ids.map((one) => sql`${one}`),
    sql`, `,
  )})`;
}

/** Rows of work that is long over. */
export async function forgetDone(db: Database, before: number): Promise<void> {
  await db.delete(effects).where(sql`${effects.done_at} < ${new Date(before).toISOString()}`);
}
