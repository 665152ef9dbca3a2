/** Today's figures on the live board: those of a report of today. */
import type { BoardToday } from '@offhook/contract/console/board-entities';
import { sql } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { calls, callUsers } from '../../platform/database/schema.ts';
import { isOneOf } from '../../platform/database/team-scope.ts';
import { alignedStart, DAY } from './core/buckets.ts';
import type { Counts } from './core/figures.ts';
import { lostReasons, outcomesOf } from './core/report-parts.ts';
import { isPrompt } from './live-figures.ts';
import { readFigures } from './read-figures.ts';

export function readToday(
  db: Database,
  accountId: number,
  teamIds: readonly number[] | null,
  zone: string,
  now: number,
): Promise<BoardToday> {
  return db.transaction(
    async (tx) => {
      const { hour, longest_seconds, first_ring_p50_ms } = await readMoment(
        tx,
        accountId,
        teamIds,
        zone,
        now,
      );
      const midnight = alignedStart(DAY, hour);
      const { total, times, groups, lost } = await readFigures(tx, {
        accountId,
        zone,
        range: { lo: midnight, hi: midnight + DAY },
        filters: teamIds === null ? {} : { team_id: teamIds },
        groups: ['hour_of_week'],
      });
      const hours = new Map(groups.hour_of_week.map(({ key, counts }) => [Number(key) % DAY, counts]));
      return {
        ...pick(outcomesOf(total), 'leads', 'contacted', 'removed', 'contact_rate'),
        missed: notReached(total),
        longest_seconds,
        first_ring_p50_ms,
        speed: times.speed,
        steps: pick(times, 'intake', 'schedule', 'routing', 'ring', 'accept', 'dial', 'answer'),
        lost: lostReasons(total, lost),
        hours: Array.from({ length: hour - midnight + 1 }, (_, n) => {
          const counts = hours.get(n);
          return {
            hour: n,
            leads: counts?.leads ?? 0,
            contacted: counts?.contacted ?? 0,
            missed: counts ? notReached(counts) : 0,
          };
        }),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const notReached = ({ missed, voicemail }: Counts) => missed + voicemail;

/** What a report doesn't have: running calls, and the first ring of leads whose call wasn't scheduled for later. */
async function readMoment(
  tx: Database,
  accountId: number,
  teamIds: readonly number[] | null,
  zone: string,
  now: number,
) {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const [row] = await queryRows<{ hour: number; longest_seconds: number; first_ring_p50_ms: number | null }>(
    tx,
    sql`select report_hour(${at}, ${zone}) as hour, coalesce(max(case
          when c.ended_at is null and c.talk_started_at is not null
            then greatest(0, round(extract(epoch from ${at} - c.talk_started_at))) else c.seconds end), 0)::integer as longest_seconds,
        (percentile_disc(0.5) within group (order by greatest(0, extract(epoch from ring.first - c.requested_at) * 1000))
          filter (where ring.first is not null and c.requested_at is not null))::float8 as first_ring_p50_ms
      from ${calls} c left join lateral (select coalesce(min(acknowledged_at), min(rung_at)) as first from ${callUsers} where call_id = c.id) ring
        on c.type = 'lead' and c.previous_call_id is null and ${isPrompt('c')}
      where c.account_id = ${accountId} ${teamIds === null ? sql`` : sql`and ${isOneOf(sql`c.team_id`, teamIds)}`}
        and c.type in ('lead', 'inbound', 'outbound')
        and c.started_at >= date_trunc('day', ${at} at time zone ${zone}) at time zone ${zone}`,
  );
  return row ?? { hour: 0, longest_seconds: 0, first_ring_p50_ms: null };
}
