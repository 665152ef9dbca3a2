import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { reportBuckets, reportMarks } from '../../platform/database/schema.ts';
import { type Bucket, type Cover, coverHours, HOUR, type HourRange } from './core/buckets.ts';
import { intArray } from './live-figures.ts';

/** No change of its hours since it was built. */
export const isUnchanged = sql`not exists (select from ${reportMarks} mark where mark.account_id = bucket.account_id
  and mark.hour >= bucket.start and mark.hour < bucket.start + bucket.level)`;

const keyOf = ({ level, start }: Bucket) => `${level} ${start}`;

/** In a repeatable-read transaction, so that the buckets are still ready when they're read. */
export async function readCover(tx: Database, accountId: number, range: HourRange): Promise<Cover> {
  const days = await queryRows<Bucket>(
    tx,
    sql`select level, start from ${reportBuckets} bucket where account_id = ${accountId} and level > ${HOUR}
      and start >= ${range.lo} and start < ${range.hi} and built_at is not null and ${isUnchanged}`,
  );
  const ready = new Set(days.map(keyOf));
  const { rest } = coverHours(range, (bucket) => ready.has(keyOf(bucket)));
  if (rest.length === 0) return coverHours(range, (bucket) => ready.has(keyOf(bucket)));
  const hours = await queryRows<Bucket>(
    tx,
    sql`select level, start from unnest(${intArray(rest.map(({ lo }) => lo))}, ${intArray(rest.map(({ hi }) => hi))}) as range(lo, hi)
      join ${reportBuckets} bucket on account_id = ${accountId} and level = ${HOUR} and start >= range.lo and start < range.hi
      where built_at is not null and ${isUnchanged}`,
  );
  for (const bucket of hours) ready.add(keyOf(bucket));
  return coverHours(range, (bucket) => ready.has(keyOf(bucket)));
}
