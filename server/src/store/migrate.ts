/** Brings a database to the newest schema: each step once, in one transaction with the note that it was done. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { codeOf, type Database, queryRows, transaction } from './database.ts';
import { MIGRATIONS } from './migrations.ts';

/** Any number, the same in all processes: only one of them migrates. */
const LOCK = 77_031_999;
/**
 * For how long a step waits for a table that is in use: whoever wants the table after it waits as long. Shorter than the
 * second after which PostgreSQL looks for deadlocks, so that it is the step that gives way, and never a call.
 */
const LOCK_WAIT = sql.raw(`'500ms'`);
const BETWEEN_TRIES_MS = 250;
const PATIENCE_MS = 60_000;
/** Lock not available, and deadlock detected: nothing of the step is left, and it can be tried again. */
const IN_USE = new Set(['55P03', '40P01']);

export type MigrationStep = (typeof MIGRATIONS)[number];

/** Tables stayed in use by others all the time that a step was tried. */
export class SchemaInUse extends Error {
  constructor(tag: string, options: ErrorOptions) {
    super(
      `the step ${tag} of its schema waited in vain for tables that others are using; pg_stat_activity tells who`,
      options,
    );
    this.name = 'SchemaInUse';
  }
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
  const known = MIGRATIONS.map(({ tag }) => tag);
  return {
    missing: known.filter((tag) => !done.includes(tag)),
    unknown: done.filter((tag) => !known.includes(tag)),
  };
}

/**
 * Beside servers at work: each step is a transaction of its own, which gives way to theirs and is tried again.
 * @throws SchemaInUse after `patienceMs`; the steps before stay, they only add
 */
export async function migrate(
  db: Database,
  {
    steps = MIGRATIONS,
    patienceMs = PATIENCE_MS,
  }: { steps?: readonly MigrationStep[]; patienceMs?: number } = {},
): Promise<void> {
  const done = await transaction(db, stepsDone);
  const end = performance.now() + patienceMs;
  for (const step of steps.filter(({ tag }) => !done.has(tag))) await takeBesideOthers(db, step, end);
}

async function takeBesideOthers(db: Database, step: MigrationStep, end: number): Promise<void> {
  for (;;) {
    try {
      return await transaction(db, async (tx) => {
        if ((await stepsDone(tx)).has(step.tag)) return;
        await tx.execute(sql`set local lock_timeout = ${LOCK_WAIT}`);
        await take(tx, step);
      });
    } catch (error) {
      if (!IN_USE.has(codeOf(error))) throw error;
      if (performance.now() >= end) throw new SchemaInUse(step.tag, { cause: error });
      await pause(BETWEEN_TRIES_MS);
    }
  }
}

/** Those steps that were not taken yet, in the caller's transaction. @param isWanted of a step by its tag; all unless told */
export async function takeSteps(tx: Database, isWanted = (_tag: string): boolean => true): Promise<void> {
  const done = await stepsDone(tx);
  for (const step of MIGRATIONS) if (!done.has(step.tag) && isWanted(step.tag)) await take(tx, step);
}

/** From here on nobody else takes steps, until the transaction ends. */
async function stepsDone(tx: Database): Promise<ReadonlySet<string>> {
  // Whoever is at it may fill a large table, and so may we.
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
  await tx.execute(
    sql`create table if not exists schema_steps (tag text primary key, done_at timestamptz not null default now())`,
  );
  return new Set(
    (await queryRows<{ tag: string }>(tx, sql`select tag from schema_steps`)).map(({ tag }) => tag),
  );
}

async function take(tx: Database, { tag, statements }: MigrationStep): Promise<void> {
  for (const statement of statements) await tx.execute(sql.raw(statement));
  await tx.execute(sql`insert into schema_steps (tag) values (${tag})`);
}
