/** Brings a database to the newest schema: each step once, in one transaction with the note that it was done. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { codeOf, type Database, queryRows, transaction } from './database.ts';
import { isKnownStep, MIGRATIONS, type MigrationStep, statementsAfter } from './migrations.ts';

/** Any number, the same in all processes: only one of them migrates. */
const LOCK = 77_031_999;
/**
 * For how long a step waits for a table that is in use, in ms: whoever wants the table after it waits as long, and whoever
 * wants one that it has already waits until it gives way. Both are shorter than the second after which PostgreSQL looks
 * for deadlocks, so that it is the step that gives way.
 */
const FIRST_LOCK_MS = 500;
const NEXT_LOCK_MS = 50;
/**
 * An autovacuum is sent away by that look alone: every so many tries the step waits for it. A call that waits as long for
 * the same table may then be the one that has to try again.
 */
const PATIENT_TRY = 4;
const BETWEEN_TRIES_MS = 250;
const PATIENCE_MS = 60_000;
/** Lock not available, and deadlock detected: nothing of the step is left, and it can be tried again. */
const IN_USE = new Set(['55P03', '40P01']);

/** A table stayed in use by others, however often a step was tried. */
export class SchemaInUse extends Error {
  constructor(tag: string, cause: unknown) {
    const at = statementOf(cause);
    super(
      `the step ${tag} of its schema waited in vain for a table that others are using${at && ` (${at})`}; pg_stat_activity tells who`,
      { cause },
    );
    this.name = 'SchemaInUse';
  }
}

/** The beginning of the statement that failed; empty when nobody says it. */
function statementOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('query' in error)) return '';
  const query = String(error.query);
  return query.length > 80 ? `${query.slice(0, 80)}…` : query;
}

export interface MigrationOptions {
  /** All that this server knows, unless told otherwise. */
  readonly steps?: readonly MigrationStep[];
  /** For how long a step is tried again after it was refused a table for the first time. */
  readonly patienceMs?: number;
  /** Is told once of each step that waits for others. */
  readonly onWaiting?: (reason: string) => void;
}

/** How far a database is from what this server knows. */
export interface SchemaLevel {
  /** Steps that it has not made: this server cannot work with it. */
  readonly missing: readonly string[];
  /** Steps that a newer server has made: they only add, so this one works on. */
  readonly unknown: readonly string[];
}

export async function schemaLevel(db: Database): Promise<SchemaLevel> {
  const rows = await queryRows<{ tag: string }>(db, sql`select tag from schema_steps order by tag`);
  const done = rows.map(({ tag }) => tag);
  return {
    missing: MIGRATIONS.map(({ tag }) => tag).filter((tag) => !done.includes(tag)),
    unknown: done.filter((tag) => !isKnownStep(tag)),
  };
}

/**
 * Beside servers at work: each step is a transaction of its own, which gives way to theirs and is tried again.
 * @throws SchemaInUse after `patienceMs`; the steps before stay, they only add
 */
export async function migrate(
  db: Database,
  { steps = MIGRATIONS, patienceMs = PATIENCE_MS, onWaiting = () => undefined }: MigrationOptions = {},
): Promise<void> {
  const done = await transaction(db, lockSteps);
  for (const step of steps.filter(({ tag }) => !done.has(tag))) {
    let end: number | null = null;
    for (let nth = 1; ; nth += 1) {
      try {
        await takeBesideOthers(db, step, nth % PATIENT_TRY === 0);
        break;
      } catch (error) {
        if (!IN_USE.has(codeOf(error))) throw error;
        if (end === null)
          onWaiting(`the step ${step.tag} of its schema gives way to those who use the same tables`);
        end ??= performance.now() + patienceMs;
        if (performance.now() >= end) throw new SchemaInUse(step.tag, error);
        await pause(BETWEEN_TRIES_MS);
      }
    }
  }
}

async function takeBesideOthers(db: Database, step: MigrationStep, isPatient: boolean): Promise<void> {
  await transaction(db, async (tx) => {
    const done = await lockSteps(tx);
    if (done.has(step.tag)) return;
    await take(tx, step, done, (nth) =>
      isPatient ? waitLongerThanDeadlocks(tx) : waitAtMost(tx, nth === 0 ? FIRST_LOCK_MS : NEXT_LOCK_MS),
    );
  });
}

const waitAtMost = (tx: Database, ms: number) =>
  tx.execute(sql`select set_config('lock_timeout', ${`${ms}ms`}, true)`);

const waitLongerThanDeadlocks = (tx: Database) =>
  tx.execute(
    sql`select set_config('lock_timeout', (setting::integer + 200) || 'ms', true)
      from pg_settings where name = 'deadlock_timeout'`,
  );

/** Those steps that were not taken yet, in the caller's transaction. @param isWanted of a step by its tag; all unless told */
export async function takeSteps(tx: Database, isWanted = (_tag: string): boolean => true): Promise<void> {
  const done = await lockSteps(tx);
  for (const step of MIGRATIONS) if (!done.has(step.tag) && isWanted(step.tag)) await take(tx, step, done);
}

/** From here on nobody else takes steps, until the transaction ends. @returns the tags of those that are done */
async function lockSteps(tx: Database): Promise<ReadonlySet<string>> {
  // Whoever is at it may fill a large table, and so may we.
  await tx.execute(
    sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`,
  );
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
  await tx.execute(
    sql`create table if not exists schema_steps (tag text primary key, done_at timestamptz not null default now())`,
  );
  return new Set(
    (await queryRows<{ tag: string }>(tx, sql`select tag from schema_steps`)).map(({ tag }) => tag),
  );
}

/** @param done the steps that were taken before @param before each of its statements */
async function take(
  tx: Database,
  step: MigrationStep,
  done: ReadonlySet<string>,
  before?: (nth: number) => Promise<unknown>,
): Promise<void> {
  for (const [nth, statement] of statementsAfter(done, step).entries()) {
    await before?.(nth);
    await tx.execute(sql.raw(statement));
  }
  await tx.execute(sql`insert into schema_steps (tag) values (${step.tag})`);
}
