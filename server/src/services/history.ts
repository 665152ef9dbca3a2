/**
 * An agent's past calls, newest first: those they were rung for or placed. Paged by the running number of their call
 * users (page k of size s: numbers total - s·k + 1 to total - s·(k - 1)), so that a page costs the same at any depth.
 */
import type { HistoryItem } from '@offhook/contract/entities';
import { aliasedTable, and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Database } from '../store/database.ts';
import { calls, callUsers, leads, recordings, users } from '../store/schema.ts';
import { formattedNumber } from './phone-numbers.ts';
import type { SignedInUser } from './sessions.ts';

export interface HistoryPage {
  readonly data: HistoryItem[];
  readonly current_page: number;
  readonly last_page: number;
}

export async function historyPage(
  db: Database,
  user: SignedInUser,
  { limit, page }: { limit: number; page: number },
): Promise<HistoryPage> {
  const [counted] = await db
    .select({ total: users.call_user_total })
    .from(users)
    .where(eq(users.id, user.id));
  const total = counted?.total ?? 0;
  const newest = total - limit * (page - 1);
  const agent = aliasedTable(users, 'agent');
  const rows =
    newest <= 0
      ? []
      : await db
          .select({ n: callUsers.n, call: calls, lead: leads, agent: agent.full_name, recording: recordings })
          .from(callUsers)
          .innerJoin(calls, eq(calls.id, callUsers.call_id))
          .leftJoin(leads, eq(leads.id, calls.lead_id))
          .leftJoin(agent, eq(agent.id, calls.agent_id))
          .leftJoin(recordings, and(eq(recordings.call_id, calls.id), eq(recordings.status, 'complete')))
          .where(
            and(
              eq(callUsers.user_id, user.id),
              lte(callUsers.n, newest),
              gt(callUsers.n, Math.max(0, newest - limit)),
            ),
          )
          .orderBy(desc(callUsers.n), recordings.id);
  // A call with several recordings shows its first.
  const first = new Map(rows.toReversed().map((row) => [row.n, row]));
  return {
    data: [...first.values()].reverse().map((row) => historyItem(row, user)),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / limit)),
  };
}

interface HistoryRow {
  readonly call: typeof calls.$inferSelect;
  readonly lead: typeof leads.$inferSelect | null;
  readonly agent: string | null;
  readonly recording: typeof recordings.$inferSelect | null;
}

function historyItem({ call, lead, agent, recording }: HistoryRow, user: SignedInUser): HistoryItem {
  return {
    id: call.id,
    direction: call.direction,
    recording_url: recording && `/api/v1/recordings/${recording.id}.wav`,
    agent_channel: recording?.agent_channel == null ? null : recording.agent_channel - 1,
    time_formatted: timeFormatted(call.started_at, user.time_zone),
    lead_retry: call.lead_retry,
    retry: call.retry,
    status: call.status,
    seconds: call.seconds,
    duration: duration(call.seconds),
    user: agent === null ? null : { name: agent },
    lead: lead && {
      fname: lead.fname,
      lname: lead.lname,
      label: lead.label,
      phone_number: lead.phone_number,
      phone_number_formatted: formattedNumber(lead.phone_number, user.country_code),
    },
    phone_number_formatted:
      call.phone_number === null ? '' : formattedNumber(call.phone_number, user.country_code),
  };
}

/** 'Mar 3, 10:15 AM'. A plain space before AM, whatever the runtime's own data say. */
function timeFormatted(time: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
  return format.format(time).replaceAll('\u202f', ' ');
}

/** M:SS; minutes go on above 59. */
function duration(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
