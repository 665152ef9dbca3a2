/** Each step runs once, in one transaction with its entry in `schema_steps`. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Database, errorCode, queryRows, transaction } from './database.ts';
import { isKnownStep, MIGRATIONS, type MigrationStep, statementsAfter } from './migrations.ts';

/** Key of the advisory lock: any number that is the same in all processes, so that only one of them migrates. */
const LOCK = 77_031_999;
/**
 * In ms. Sessions that queue behind the step wait this long, and sessions whose locks it needs wait until it gives way.
 * Below PostgreSQL's deadlock_timeout of 1 s, so that the step is the one to give way.
 */
const FIRST_LOCK_MS = 500;
const NEXT_LOCK_MS = 50;
/**
 * Only a wait beyond deadlock_timeout cancels an autovacuum, so every nth attempt waits that long. It may cost a
 * concurrent transaction a retry.
 */
const PATIENT_ATTEMPT = 4;
const RETRY_DELAY_MS = 250;
const RETRY_TIMEOUT_MS = 60_000;
/** Lock not available, and deadlock detected. The step was rolled back and can be retried. */
const LOCK_CONFLICTS = new Set(['55P03', '40P01']);

export class SchemaInUse extends Error {
  constructor(tag: string, cause: unknown) {
    const at = statementOf(cause);
    super(
      `migration ${tag} timed out waiting for a table that other sessions are using${at && ` (${at})`}; see pg_stat_activity`,
      { cause },
    );
    this.name = 'SchemaInUse';
  }
}

function statementOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('query' in error)) return '';
  const query = String(error.query);
  return query.length > 80 ? `${query.slice(0, 80)}…` : query;
}

export interface MigrationOptions {
  readonly steps?: readonly MigrationStep[];
  readonly retryTimeoutMs?: number;
  readonly onWaiting?: (reason: string) => void;
}

export interface SchemaLevel {
  readonly missing: readonly string[];
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
 * Safe while servers are running. Throws SchemaInUse after `retryTimeoutMs`; earlier steps stay applied, since they
 * only add.
 */
export async function migrate(
  db: Database,
  {
    steps = MIGRATIONS,
    retryTimeoutMs = RETRY_TIMEOUT_MS,
    onWaiting = () => undefined,
  }: MigrationOptions = {},
): Promise<void> {
  const done = await transaction(db, lockSteps);
  for (const step of steps.filter(({ tag }) => !done.has(tag))) {
    let end: number | null = null;
    for (let nth = 1; ; nth += 1) {
      try {
        await runStepConcurrently(db, step, nth % PATIENT_ATTEMPT === 0);
        break;
      } catch (error) {
        if (!LOCK_CONFLICTS.has(errorCode(error))) throw error;
        if (end === null)
          onWaiting(`migration ${step.tag} is waiting for other sessions that use the same tables`);
        end ??= performance.now() + retryTimeoutMs;
        if (performance.now() >= end) throw new SchemaInUse(step.tag, error);
        await pause(RETRY_DELAY_MS);
      }
    }
  }
}

async function runStepConcurrently(db: Database, step: MigrationStep, isPatient: boolean): Promise<void> {
  await transaction(db, async (tx) => {
    const done = await lockSteps(tx);
    if (done.has(step.tag)) return;
    await runStep(tx, step, done, (nth) =>
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

/** Runs in the caller's transaction. @param isWanted filters steps by tag */
export async function runPendingSteps(
  tx: Database,
  isWanted = (_tag: string): boolean => true,
): Promise<void> {
  const done = await lockSteps(tx);
  for (const step of MIGRATIONS) if (!done.has(step.tag) && isWanted(step.tag)) await runStep(tx, step, done);
}

/** Takes the lock until the transaction ends. @returns the tags of the applied steps */
async function lockSteps(tx: Database): Promise<ReadonlySet<string>> {
  // The lock holder may be filling a large table, and so may we.
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

async function runStep(
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
