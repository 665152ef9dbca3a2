// Newest calls first. Pages follow the sequence numbers of the agent's call users (page k of size s has the numbers
// total - s·k + 1 to total - s·(k - 1)), so that every page is equally fast.

import type { HistoryItem } from '@offhook/contract/entities';
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { formatCallTime, formatDuration } from '../calls/call-times.ts';
import { nameAtCall } from '../leads/core/call-name.ts';
import { pick } from '../platform/core/pick.ts';
import { oncePerDatabase, UNNAMED_STATEMENT } from '../platform/database/database.ts';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import { calls, callUsers, leads, recordings, users } from '../platform/database/schema.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';

export interface HistoryPage {
  readonly data: HistoryItem[];
  readonly current_page: number;
  readonly last_page: number;
}

const agent = alias(users, 'agent');
const CALL = {
  ...pick(calls, 'id', 'direction', 'started_at', 'lead_retry', 'retry', 'status', 'seconds', 'phone_number'),
  ...pick(calls, 'extension', 'lead_fname', 'lead_lname', 'lead_label'),
};
const OWN = pick(callUsers, 'id', 'status', 'accepted_at', 'result', 'result_settles_at');
const LEAD = { fname: leads.fname, lname: leads.lname, label: leads.label, phone_number: leads.phone_number };
const RECORDING = { id: recordings.id, agent_channel: recordings.agent_channel };

/** @param languages BCP 47 tags of the request, for times */
export async function readHistory(
  { db, clock }: DatabaseAndClock,
  user: SignedInUser,
  { limit, page }: { limit: number; page: number },
  languages: readonly string[] = [],
): Promise<HistoryPage> {
  const rows = await pageStatement(db).execute({ user: user.id, limit, skipped: limit * (page - 1) });
  const total = rows[0]?.total ?? 0;
  const found = rows.flatMap(({ n, own, call, lead, agent, recording }) =>
    n === null || own === null || call === null ? [] : [{ n, own, call, lead, agent, recording }],
  );
  // The join returns one row per recording; the first is shown.
  const first = new Map(found.toReversed().map((row) => [row.n, row]));
  return {
    data: [...first.values()]
      .reverse()
      .map((row) => toHistoryItem(row, (at) => formatCallTime(at, user, languages), user, clock.now())),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / limit)),
  };
}

/** Prepared, with only the columns that are shown, because this request is frequent. */
const pageStatement = oncePerDatabase((db) => {
  const own = db
    .select({ n: callUsers.n, callId: callUsers.call_id, ...OWN })
    .from(callUsers)
    .where(
      and(
        eq(callUsers.user_id, users.id),
        lte(callUsers.n, sql`${users.call_user_total} - ${sql.placeholder('skipped')}::integer`),
        gt(
          callUsers.n,
          sql`${users.call_user_total} - ${sql.placeholder('skipped')}::integer - ${sql.placeholder('limit')}::integer`,
        ),
      ),
    )
    .orderBy(desc(callUsers.n))
    .limit(sql.placeholder('limit'))
    .as('own');
  return db
    .select({
      total: users.call_user_total,
      n: own.n,
      own: pick(own, 'id', 'status', 'accepted_at', 'result', 'result_settles_at'),
      call: CALL,
      lead: LEAD,
      agent: agent.full_name,
      recording: RECORDING,
    })
    .from(users)
    .leftJoinLateral(own, sql`true`)
    .leftJoin(calls, eq(calls.id, own.callId))
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .leftJoin(agent, eq(agent.id, calls.agent_id))
    .leftJoin(recordings, and(eq(recordings.call_id, calls.id), eq(recordings.status, 'complete')))
    .where(eq(users.id, sql.placeholder('user')))
    .orderBy(desc(own.n), recordings.id)
    .prepare(UNNAMED_STATEMENT);
});

interface HistoryRow {
  readonly own: Pick<typeof callUsers.$inferSelect, keyof typeof OWN>;
  readonly call: Pick<typeof calls.$inferSelect, keyof typeof CALL>;
  readonly lead: Pick<typeof leads.$inferSelect, keyof typeof LEAD> | null;
  readonly agent: string | null;
  readonly recording: Pick<typeof recordings.$inferSelect, keyof typeof RECORDING> | null;
}

function toHistoryItem(
  { own, call, lead, agent, recording }: HistoryRow,
  timeText: (at: Date) => string,
  user: SignedInUser,
  now: number,
): HistoryItem {
  const settlesAt = own.result_settles_at?.getTime() ?? now;
  return {
    id: call.id,
    direction: call.direction,
    recording_url: recording && `/api/v1/recordings/${recording.id}.wav`,
    agent_channel: recording?.agent_channel == null ? null : recording.agent_channel - 1,
    time_formatted: timeText(call.started_at),
    ...pick(call, 'lead_retry', 'retry', 'status', 'seconds'),
    duration: formatDuration(call.seconds),
    user: agent === null ? null : { name: agent },
    lead: lead && {
      ...nameAtCall(call, lead),
      present_name: { fname: lead.fname, lname: lead.lname },
      phone_number: lead.phone_number,
      phone_number_formatted: formatPhoneNumber(lead.phone_number, user.country_code),
    },
    phone_number_formatted:
      call.phone_number === null ? '' : formatPhoneNumber(call.phone_number, user.country_code),
    extension: call.extension,
    call_user_id: own.id,
    result: own.result,
    takes_result: own.status === 'ended' && own.accepted_at !== null,
    undo_ms: Math.max(0, settlesAt - now),
  };
}
