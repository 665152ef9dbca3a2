import type { OwnDay } from '@offhook/contract/agent/own-day';
import { DISPOSITIONS, type Disposition } from '@offhook/contract/calls/dispositions';
import { sql } from 'drizzle-orm';
import { readBreakSeconds } from '../accounts/status/status-views.ts';
import { queryRows } from '../platform/database/database.ts';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import { calls, callUsers, users } from '../platform/database/schema.ts';

/** More than any agent has in a day; an index leads to these rows. */
const MAX_RINGS_SCANNED = 2_000;

interface DayRow {
  readonly date: string;
  readonly calls_made: number;
  readonly calls_taken: number;
  readonly talk_seconds: number;
  readonly leads_reached: number;
  readonly missed_rings: number;
  readonly results: Readonly<Partial<Record<Disposition, number>>>;
}

export async function readOwnDay({ db, clock }: DatabaseAndClock, userId: number): Promise<OwnDay> {
  const now = clock.now();
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const resultCounts = sql.join(
    DISPOSITIONS.map(
      (result) =>
        sql`${result}::text, count(*) filter (where part.result = ${result} and part.phone_number is not null)`,
    ),
    sql`, `,
  );
  const [row] = await queryRows<DayRow>(
    db,
    sql`with day as (
        select id, call_user_total, date_trunc('day', ${at} at time zone time_zone) as midnight, time_zone
        from ${users} where id = ${userId}
      ), part as (
        select own.*, call.lead_id, call.phone_number, call.talk_started_at,
          own.accepted_at is not null and own.status <> 'missed' and not own.consults
            and own.type not in ('listen', 'whisper', 'barge') as is_own
        from day join ${callUsers} own on own.user_id = day.id
          and own.n > day.call_user_total - ${MAX_RINGS_SCANNED}::integer
          and own.created_at >= day.midnight at time zone day.time_zone
        join ${calls} call on call.id = own.call_id
      )
      select to_char((select midnight from day), 'YYYY-MM-DD') as date,
        count(distinct part.call_id) filter (where is_own and part.type in ('lead', 'outbound'))::integer as calls_made,
        count(distinct part.call_id) filter (where is_own and part.type not in ('lead', 'outbound')
          and part.phone_number is not null)::integer as calls_taken,
        coalesce(round(sum(greatest(0, extract(epoch from coalesce(part.ended_at, ${at})
          - greatest(part.talk_started_at, part.accepted_at))))
          filter (where is_own and part.talk_started_at is not null)), 0)::integer as talk_seconds,
        count(distinct part.lead_id) filter (where is_own and (part.result = 'contacted'
          or part.result is null and part.talk_started_at is not null))::integer as leads_reached,
        count(*) filter (where part.status = 'missed')::integer as missed_rings,
        json_build_object(${resultCounts}) as results
      from part`,
  );
  const { results, ...figures } = row ?? NOTHING;
  return {
    ...figures,
    break_seconds: await readBreakSeconds(db, userId, now),
    results: DISPOSITIONS.flatMap((result) => {
      const count = results[result] ?? 0;
      return count > 0 ? [{ result, count }] : [];
    }),
  };
}

const NOTHING: DayRow = {
  date: '',
  calls_made: 0,
  calls_taken: 0,
  talk_seconds: 0,
  leads_reached: 0,
  missed_rings: 0,
  results: {},
};
