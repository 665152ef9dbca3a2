import type { MissingResult } from '@offhook/contract/calls/history';
import { RESULT_MISSING_MS } from '@offhook/contract/limits';
import { sql } from 'drizzle-orm';
import { queryRows } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { calls, callUsers, leads, users } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { formatCallTime, formatDuration } from '../call-times.ts';

/** More calls than any agent has in a day. */
const MAX_CALLS_SCANNED = 1_000;
const MAX_RESULTS = 20;

/**
 * The calls of the last day that lack a result, newest first. A later call with the same lead that has a result removes
 * the earlier ones from this list. `languages` (BCP 47 tags) determine the format of the times.
 */
export async function readMissingResults(
  { db, clock }: DatabaseAndClock,
  user: SignedInUser,
  languages: readonly string[] = [],
): Promise<{ data: MissingResult[] }> {
  const since = new Date(clock.now() - RESULT_MISSING_MS).toISOString();
  const rows = await queryRows<{
    call_id: string;
    call_user_id: string;
    fname: string;
    lname: string;
    label: string;
    started_at: Date | string;
    seconds: number;
  }>(
    db,
    sql`select call.id as call_id, call_user.id as call_user_id, coalesce(call.lead_fname, lead.fname) as fname,
        coalesce(call.lead_lname, lead.lname) as lname, coalesce(call.lead_label, lead.label) as label, call.started_at, call.seconds
      from ${users} agent
      join ${callUsers} call_user on call_user.user_id = agent.id
        and call_user.n > agent.call_user_total - ${MAX_CALLS_SCANNED}::integer
      join ${calls} call on call.id = call_user.call_id and call.agent_id = agent.id
      join ${leads} lead on lead.id = call.lead_id
      where agent.id = ${user.id} and call_user.status = 'ended' and call_user.accepted_at is not null
        and call_user.result is null and call.ended_at > ${since} and call.direction = 'outbound' and call.result is null
        and not exists (select from ${callUsers} again
          where again.call_id = call.id and again.user_id = agent.id and again.accepted_at is not null
            and again.id > call_user.id)
        and not exists (select from ${calls} later join ${callUsers} part on part.call_id = later.id
          where later.lead_id = call.lead_id and later.id > call.id and part.result is not null)
      order by call.id desc limit ${MAX_RESULTS}::integer`,
  );
  return {
    data: rows.map(({ call_id, call_user_id, started_at, seconds, ...lead }) => ({
      call_id: Number(call_id),
      call_user_id: Number(call_user_id),
      lead,
      time_formatted: formatCallTime(new Date(started_at), user, languages),
      duration: formatDuration(seconds),
    })),
  };
}
