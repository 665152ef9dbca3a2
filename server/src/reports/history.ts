// Newest calls first. Pages follow the sequence numbers of the agent's call users (page k of size s has the numbers
// total - s·k + 1 to total - s·(k - 1)), so that every page is equally fast. A page may have fewer rows, because a call
// is shown once.

import { isParty } from '@offhook/contract/accounts/permissions';
import type { HistoryItem } from '@offhook/contract/calls/history';
import type { SilentPart } from '@offhook/contract/calls/recording';
import type { HistoryFilter } from '@offhook/contract/leads/history-filter';
import { and, desc, eq, gt, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { formatCallTime, formatDuration } from '../calls/call-times.ts';
import { nameAtCall } from '../leads/core/call-name.ts';
import { pick } from '../platform/core/pick.ts';
import { type Database, oncePerDatabase, UNNAMED_STATEMENT } from '../platform/database/database.ts';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import { calls, callUsers, leads, recordingPauses, recordings, users } from '../platform/database/schema.ts';
import { hasTextOrNumber } from '../platform/database/text-search.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { type PauseTimes, silentParts } from '../recordings/core/silent-parts.ts';

export interface HistoryPage {
  readonly data: HistoryItem[];
  readonly current_page: number;
  /** Missing in a filtered history, because counting its calls would be slow. */
  readonly last_page?: number;
  readonly filters: true;
}

export interface HistoryQuery {
  readonly limit: number;
  readonly page: number;
  readonly search?: string;
  readonly filter?: HistoryFilter;
}

const agent = alias(users, 'agent');
const CALL = {
  ...pick(calls, 'id', 'direction', 'started_at', 'lead_retry', 'retry', 'status', 'seconds', 'phone_number'),
  ended_at: calls.ended_at,
  ...pick(calls, 'extension', 'lead_fname', 'lead_lname', 'lead_label'),
};
const OWN = pick(callUsers, 'id', 'type', 'status', 'accepted_at', 'result', 'result_settles_at');
const LEAD = { fname: leads.fname, lname: leads.lname, label: leads.label, phone_number: leads.phone_number };
const RECORDING = pick(recordings, 'id', 'agent_channel', 'created_at', 'duration_seconds');
const PAUSES = sql<readonly PauseTimes[]>`(select coalesce(json_agg(json_build_object(
    'pausedAt', (extract(epoch from pause.paused_at) * 1000)::float8,
    'resumedAt', (extract(epoch from pause.resumed_at) * 1000)::float8) order by pause.id), '[]')
  from ${recordingPauses} pause where pause.call_id = ${calls.id})`;

/** @param languages BCP 47 tags of the request, for times */
export async function readHistory(
  { db, clock }: DatabaseAndClock,
  user: SignedInUser,
  query: HistoryQuery,
  languages: readonly string[] = [],
): Promise<HistoryPage> {
  const { limit, page, search = '', filter = 'all' } = query;
  const toItem = (row: HistoryRow) =>
    toHistoryItem(row, (at) => formatCallTime(at, user, languages), user, clock.now());
  if (search !== '' || filter !== 'all') {
    const found = await readFiltered(db, user.id, { limit, page, search, filter });
    return { data: found.map(toItem), current_page: page, filters: true };
  }
  const rows = await pageStatement(db).execute({ user: user.id, limit, skipped: limit * (page - 1) });
  const total = rows[0]?.total ?? 0;
  const found = rows.flatMap(({ n, own, call, lead, agent, recording, pauses }) =>
    n === null || own === null || call === null ? [] : [{ n, own, call, lead, agent, recording, pauses }],
  );
  // The join returns one row per recording; the first is shown.
  const first = new Map(found.toReversed().map((row) => [row.n, row]));
  return {
    data: [...first.values()].reverse().map(toItem),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / limit)),
    filters: true,
  };
}

/** An agent who left a call and came back, or missed a ring of it, has several parts: the last accepted one is shown. */
const IS_SHOWN = sql`not exists (select from ${callUsers} other
  where other.call_id = ${callUsers.call_id} and other.user_id = ${callUsers.user_id}
    and (other.accepted_at is not null, other.n) > (${callUsers.accepted_at} is not null, ${callUsers.n}))`;

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
        IS_SHOWN,
      ),
    )
    .orderBy(desc(callUsers.n))
    .limit(sql.placeholder('limit'))
    .as('own');
  return db
    .select({
      total: users.call_user_total,
      n: own.n,
      own: pick(own, 'id', 'type', 'status', 'accepted_at', 'result', 'result_settles_at'),
      call: CALL,
      lead: LEAD,
      agent: agent.full_name,
      recording: RECORDING,
      pauses: PAUSES,
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

/** Older calls of an agent aren't searched. */
const SEARCHED_CALLS = 20_000;
async function readFiltered(
  db: Database,
  userId: number,
  { search, filter, limit, page }: Required<HistoryQuery>,
): Promise<HistoryRow[]> {
  const newest = sql`(select ${users.call_user_total} from ${users} where ${users.id} = ${userId}) - ${SEARCHED_CALLS}::integer`;
  return db
    .select({
      own: OWN,
      call: CALL,
      lead: LEAD,
      agent: agent.full_name,
      recording: RECORDING,
      pauses: PAUSES,
    })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .leftJoin(agent, eq(agent.id, calls.agent_id))
    .leftJoin(recordings, eq(recordings.id, FIRST_RECORDING))
    .where(
      and(
        eq(callUsers.user_id, userId),
        gt(callUsers.n, newest),
        IS_SHOWN,
        matchesFilter(filter),
        matchesText(search),
      ),
    )
    .orderBy(desc(callUsers.n))
    .limit(limit)
    .offset(limit * (page - 1));
}

const FIRST_RECORDING = sql`(select min(one.id) from ${recordings} one
  where one.call_id = ${calls.id} and one.status = 'complete')`;

function matchesFilter(filter: HistoryFilter): SQL | undefined {
  switch (filter) {
    case 'all':
      return undefined;
    case 'inbound':
    case 'outbound':
      return eq(calls.direction, filter);
    case 'missed':
      return or(eq(calls.status, 'missed'), eq(callUsers.result, 'missed'));
    case 'no_result':
      return and(
        eq(callUsers.status, 'ended'),
        isNotNull(callUsers.accepted_at),
        isNull(callUsers.result),
        notInArray(callUsers.type, ['listen', 'whisper']),
      );
    case 'contacted':
    case 'voicemail':
    case 'removed':
      return eq(callUsers.result, filter);
    default:
      return filter satisfies never;
  }
}

/** In the lead's names, at the time of the call and now, and in the number's digits. */
function matchesText(search: string): SQL | undefined {
  const names = sql`concat_ws(' ', ${calls.lead_fname}, ${calls.lead_lname}, ${calls.lead_label},
    ${leads.fname}, ${leads.lname}, ${leads.label})`;
  return hasTextOrNumber(names, calls.phone_number, search);
}

interface HistoryRow {
  readonly own: Pick<typeof callUsers.$inferSelect, keyof typeof OWN>;
  readonly call: Pick<typeof calls.$inferSelect, keyof typeof CALL>;
  readonly lead: Pick<typeof leads.$inferSelect, keyof typeof LEAD> | null;
  readonly agent: string | null;
  readonly recording: Pick<typeof recordings.$inferSelect, keyof typeof RECORDING> | null;
  readonly pauses: readonly PauseTimes[];
}

function partsOf(
  { created_at, duration_seconds }: NonNullable<HistoryRow['recording']>,
  endedAt: Date | null,
  pauses: readonly PauseTimes[],
): SilentPart[] {
  const times = {
    createdAt: created_at.getTime(),
    seconds: duration_seconds,
    endedAt: endedAt?.getTime() ?? null,
  };
  return silentParts(times, pauses).map(({ from_seconds, to_seconds }) => ({ from_seconds, to_seconds }));
}

function toHistoryItem(
  { own, call, lead, agent, recording, pauses }: HistoryRow,
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
    ...(recording && pauses.length > 0
      ? { recording_pauses: partsOf(recording, call.ended_at, pauses) }
      : {}),
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
    takes_result: own.status === 'ended' && own.accepted_at !== null && isParty(own.type),
    undo_ms: Math.max(0, settlesAt - now),
  };
}
