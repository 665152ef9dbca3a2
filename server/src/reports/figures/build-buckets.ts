/**
 * Stores the figures of hours that are over, and their sums by day, week and four weeks. A change of an hour that has a
 * row in `report_buckets` leaves a mark, written by a trigger in the transaction of the change. A transaction that began
 * before the row may have missed it, so an hour is built only after all of these have ended.
 */
import { sql } from 'drizzle-orm';
import { type Database, errorCode, queryRows } from '../../platform/database/database.ts';
import {
  accounts,
  calls,
  reportBuckets,
  reportFigures,
  reportMarks,
} from '../../platform/database/schema.ts';
import { alignedStart, DAY, HOUR, LEVELS, rangesOf } from './core/buckets.ts';
import { COUNTS, DIMENSIONS, hasAllMeasures, STORED_SETS } from './core/figure-columns.ts';
import { FIGURE_COLUMNS, figuresSettings, intArray, liveFigures } from './live-figures.ts';
import { isUnchanged } from './ready-buckets.ts';

/** Most changes of an hour's calls come within this time after its end. */
const SETTLED_AFTER = "interval '15 minutes'";
const HOURS_PER_ROUND = 24 * 7;
/** Of one transaction, unless one hour has more. */
const MAX_CALLS = 4_000;
const PARENTS_PER_ROUND = 31;
/** The oldest transaction that is still running; all before it are visible. */
const OLDEST_RUNNING = sql.raw('pg_snapshot_xmin(pg_current_snapshot())::text::bigint');
const NEXT_TRANSACTION = sql.raw('pg_snapshot_xmax(pg_current_snapshot())::text::bigint');

const list = (columns: readonly string[]) => sql.raw(columns.join(', '));
const KEYS = ['shape', ...DIMENSIONS];

export interface BuildOptions {
  /** Ends the round early. */
  readonly isStopped?: () => boolean;
  /** Hours of an account in one round. */
  readonly hours?: number;
}

export interface BuiltRound {
  /** Buckets. */
  readonly built: number;
  /** An account has more hours to be stored than one round takes, as after an upgrade. */
  readonly isFull: boolean;
}

export async function buildBuckets(db: Database, options: BuildOptions = {}): Promise<BuiltRound> {
  const rows = await queryRows<{ id: number | string; zone: string }>(
    db,
    sql`select id, time_zone as zone from ${accounts} order by id`,
  );
  let built = 0;
  let isFull = false;
  for (const { id, zone } of rows) {
    if (options.isStopped?.()) break;
    const round = await buildAccount(db, Number(id), zone, options);
    built += round.built;
    isFull ||= round.isFull;
  }
  return { built, isFull };
}

async function buildAccount(
  db: Database,
  accountId: number,
  zone: string,
  { isStopped = () => false, hours = HOURS_PER_ROUND }: BuildOptions,
): Promise<BuiltRound> {
  await registerHours(db, accountId, zone);
  let built = 0;
  for (const batch of await readDueHours(db, accountId, zone, hours)) {
    if (isStopped()) return { built, isFull: false };
    built += await buildOnce(db, accountId, (tx) => buildHours(tx, accountId, zone, batch));
  }
  // Built, not due: while another server has the lock, there is nothing to hurry for.
  const isFull = built === hours;
  for (const [n, level] of LEVELS.entries()) {
    const child = LEVELS[n - 1];
    if (child === undefined) continue;
    const starts = await readParents(db, accountId, level, child);
    for (const start of starts) {
      if (isStopped()) return { built, isFull };
      built += await buildOnce(db, accountId, (tx) => buildParent(tx, accountId, level, child, start));
    }
  }
  return { built, isFull };
}

/** In batches, newest first. */
async function readDueHours(
  db: Database,
  accountId: number,
  zone: string,
  limit: number,
): Promise<readonly (readonly number[])[]> {
  const due = await queryRows<{ start: number; calls: number }>(
    db,
    sql`with due as (select start from ${reportBuckets} bucket where account_id = ${accountId} and level = ${HOUR}
        and wait_for <= ${OLDEST_RUNNING} and (built_at is null or not ${isUnchanged}) order by start desc limit ${limit})
      select start, (select count(*)::integer from ${calls} c where c.account_id = ${accountId}
        and c.started_at >= ${startsAt('start', zone)} and c.started_at < ${startsAt('start + 1', zone)}) as calls
      from due order by start desc`,
  );
  const batches: number[][] = [];
  let room = 0;
  for (const { start, calls: count } of due) {
    const batch = batches.at(-1);
    if (batch && count <= room) batch.push(start);
    else {
      batches.push([start]);
      room = MAX_CALLS;
    }
    room -= count;
  }
  return batches;
}

const startsAt = (hour: string, zone: string) =>
  sql`(timestamp '1970-01-01' + (${sql.raw(hour)}) * interval '1 hour') at time zone ${zone}`;

/** Hours from the first call to the last one that are over. */
async function registerHours(db: Database, accountId: number, zone: string): Promise<void> {
  const [span] = await queryRows<{ first: number | null; next: number | null; end: number | null }>(
    db,
    sql`select report_hour((select min(started_at) from ${calls} where account_id = ${accountId}), ${zone}) as first,
      (select max(start) + 1 from ${reportBuckets} where account_id = ${accountId} and level = ${HOUR}) as next,
      report_hour(least((select max(started_at) + interval '1 hour' from ${calls} where account_id = ${accountId}),
        now() - ${sql.raw(SETTLED_AFTER)}), ${zone}) as "end"`,
  );
  if (!span || span.first === null || span.end === null) return;
  const first = span.next ?? alignedStart(DAY, span.first);
  if (first < span.end) {
    await db.execute(
      sql`insert into ${reportBuckets} (account_id, level, start)
        select ${accountId}, ${HOUR}, hour from generate_series(${first}::integer, ${span.end}::integer - 1) as hour on conflict do nothing`,
    );
  }
  // A later statement than the insert's, because a transaction between the two may not have seen the rows. A number
  // from the future comes from another database server.
  await db.execute(
    sql`update ${reportBuckets} set wait_for = ${NEXT_TRANSACTION} where account_id = ${accountId} and level = ${HOUR}
      and (wait_for is null or wait_for > ${NEXT_TRANSACTION})`,
  );
}

/** Serialization failure: the bucket changed while it was built. Unique violation: another server built it. */
const CONFLICTS = new Set(['40001', '40P01', '23505']);

async function buildOnce(
  db: Database,
  accountId: number,
  build: (tx: Database) => Promise<number>,
): Promise<number> {
  try {
    return await db.transaction(
      async (tx) => {
        await tx.execute(figuresSettings);
        const [lock] = await queryRows<{ locked: boolean }>(
          tx,
          sql`select pg_try_advisory_xact_lock(hashtextextended(${`report buckets of account ${accountId}`}, 0)) as locked`,
        );
        return lock?.locked === true ? build(tx) : 0;
      },
      { isolationLevel: 'repeatable read' },
    );
  } catch (error) {
    if (CONFLICTS.has(errorCode(error))) return 0;
    throw error;
  }
}

async function buildHours(
  tx: Database,
  accountId: number,
  zone: string,
  due: readonly number[],
): Promise<number> {
  // The rows are gone if the account's time zone has changed.
  const found = await queryRows<{ start: number }>(
    tx,
    sql`select start from ${reportBuckets} join ${accounts} on id = account_id and time_zone = ${zone}
      where account_id = ${accountId} and level = ${HOUR} and start = any (${intArray(due)}) and wait_for <= ${OLDEST_RUNNING}
      for no key update of ${reportBuckets}`,
  );
  if (found.length === 0) return 0;
  const hours = found.map(({ start }) => start);
  await tx.execute(
    sql`delete from ${reportMarks} where account_id = ${accountId} and hour = any (${intArray(hours)})`,
  );
  for (const level of LEVELS) {
    const starts = intArray([...new Set(hours.map((hour) => alignedStart(level, hour)))]);
    await tx.execute(
      sql`delete from ${reportFigures} where account_id = ${accountId} and level = ${level} and start = any (${starts})`,
    );
    if (level === HOUR) continue;
    await tx.execute(
      sql`delete from ${reportBuckets} where account_id = ${accountId} and level = ${level} and start = any (${starts})`,
    );
  }
  const live = liveFigures({
    accountId,
    zone,
    ranges: rangesOf(hours),
    filters: {},
    sets: STORED_SETS,
    isMeasured: hasAllMeasures,
  });
  await tx.execute(
    sql`with ${live} insert into ${reportFigures} (account_id, ${FIGURE_COLUMNS}) select ${accountId}::bigint, ${FIGURE_COLUMNS} from live`,
  );
  await tx.execute(
    sql`update ${reportBuckets} set built_at = now() where account_id = ${accountId} and level = ${HOUR} and start = any (${intArray(hours)})`,
  );
  return hours.length;
}

const startOf = (level: number) =>
  sql`floor((start - ${alignedStart(level, 0) + level}) / ${level}::numeric)::integer * ${level} + ${alignedStart(level, 0) + level}`;

/** Those whose parts are all ready, newest first. */
async function readParents(
  db: Database,
  accountId: number,
  level: number,
  child: number,
): Promise<readonly number[]> {
  const rows = await queryRows<{ parent: number }>(
    db,
    sql`select parent from (select ${startOf(level)} as parent from ${reportBuckets} bucket
        where account_id = ${accountId} and level = ${child} and built_at is not null and ${isUnchanged}) part
      where not exists (select from ${reportBuckets} built where built.account_id = ${accountId} and built.level = ${level}
        and built.start = parent)
      group by parent having count(*) = ${level / child} order by parent desc limit ${PARENTS_PER_ROUND}`,
  );
  return rows.map(({ parent }) => parent);
}

async function buildParent(
  tx: Database,
  accountId: number,
  level: number,
  child: number,
  start: number,
): Promise<number> {
  // Locks the parts: they can't be built again at the same time.
  const parts = await queryRows(
    tx,
    sql`select 1 from ${reportBuckets} bucket where account_id = ${accountId} and level = ${child}
      and start >= ${start} and start < ${start + level} and built_at is not null and ${isUnchanged} for no key update`,
  );
  if (parts.length < level / child) return 0;
  const sums = COUNTS.map((one) => `sum(${one})`);
  const isPart = sql`account_id = ${accountId} and level = ${child} and start >= ${start} and start < ${start + level}`;
  const into = sql`insert into ${reportFigures} (account_id, level, start, ${list(KEYS)}`;
  await tx.execute(
    sql`${into}, ${list(COUNTS)}) select ${accountId}::bigint, ${level}::integer, ${start}::integer, ${list(KEYS)}, ${list(sums)}
      from ${reportFigures} where ${isPart} and measures is null group by ${list(KEYS)}`,
  );
  await tx.execute(
    sql`${into}, measures, amounts, counts) select ${accountId}::bigint, ${level}::integer, ${start}::integer, ${list(KEYS)},
        array_agg(measure), array_agg(amount), array_agg(count)
      from (select ${list(KEYS)}, measure, amount, sum(count)::integer as count from ${reportFigures},
          unnest(measures, amounts, counts) as one(measure, amount, count)
        where ${isPart} and measures is not null group by ${list(KEYS)}, measure, amount) as merged
      group by ${list(KEYS)}`,
  );
  await tx.execute(
    sql`insert into ${reportBuckets} (account_id, level, start, built_at) values (${accountId}, ${level}, ${start}, now())`,
  );
  return 1;
}
