import { mayWatch } from '@offhook/contract/accounts/permissions';
import type { LeadStory } from '@offhook/contract/leads/lead-story';
import { and, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { readRunningNote } from '../calls/rings/running-note.ts';
import { findNextCall } from '../leads/scheduled-calls/next-call.ts';
import { pick } from '../platform/core/pick.ts';
import type { Database } from '../platform/database/database.ts';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import {
  calls,
  callUsers,
  leads,
  messages,
  notes,
  profiles,
  recordings,
  teams,
  users,
} from '../platform/database/schema.ts';
import { supervisesCall } from '../platform/database/team-scope.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { timeZonesOfNumber } from '../platform/phone-numbers/number-time-zones.ts';
import { formatPhoneNumber, readNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { isSharedWith, tookPartIn } from '../recordings/may-hear.ts';

type CallRow = typeof calls.$inferSelect;

const MAX_ROWS = 50;
const MAX_NOTES = 200;

/** @throws ApiError notFound once the agent is no longer offered the call or in it */
export async function readLeadStory(
  { db, clock }: DatabaseAndClock,
  user: SignedInUser,
  callUserId: number,
): Promise<LeadStory> {
  const [row] = await db
    .select({ call: calls, lead: leads, profile: profiles, team: teams.name })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .leftJoin(profiles, eq(profiles.id, calls.profile_id))
    .leftJoin(teams, eq(teams.id, profiles.team_id))
    .where(
      and(
        eq(callUsers.id, callUserId),
        eq(callUsers.user_id, user.id),
        isNull(callUsers.ended_at),
        eq(calls.account_id, user.account_id),
      ),
    );
  if (!row) throw new ApiError('notFound');
  const { call, lead, profile, team } = row;
  const script = profile?.script ? { team: team ?? '', markdown: profile.script } : null;
  const running = await readRunningNote(db, call.id, user.id);
  const runningNote = running && { ...running, at: running.at.toISOString() };
  if (lead === null) {
    const story = await readCallerStory(db, user, call, clock.now());
    return { ...story, last_note: runningNote ?? story.last_note, script };
  }
  const [earlier, texts, nextCall] = await Promise.all([
    readEarlierCalls(db, user, call, { leadId: lead.id, phoneNumber: lead.phone_number }),
    readTexts(db, lead.id),
    findNextCall(db, { call, lead, profile }, clock.now()),
  ]);
  return {
    caller_number: null,
    arrived_at: (lead.form_at ?? lead.created_at).toISOString(),
    form: lead.form,
    fields: lead.fields.map(([name, value]) => ({ name, value })),
    time_zone: lead.time_zone || timeZoneOf(lead.phone_number, clock.now()),
    ...earlier,
    last_note: runningNote ?? earlier.last_note,
    ...texts,
    next_call: nextCall,
    script,
  };
}

const NO_LEAD = {
  caller_number: null,
  arrived_at: null,
  form: null,
  fields: [],
  time_zone: null,
  attempts: 0,
  call_count: 0,
  calls: [],
  last_note: null,
  text_count: 0,
  texts: [],
  next_call: null,
} satisfies Omit<LeadStory, 'script'>;

/** An unknown caller has no lead, but perhaps earlier calls. A withheld number has nothing. */
async function readCallerStory(
  db: Database,
  user: SignedInUser,
  call: CallRow,
  now: number,
): Promise<Omit<LeadStory, 'script'>> {
  const { direction, phone_number: phoneNumber } = call;
  if (direction !== 'inbound' || phoneNumber === null || readNumber(phoneNumber, user.country_code) === null)
    return NO_LEAD;
  return {
    ...NO_LEAD,
    caller_number: formatPhoneNumber(phoneNumber, user.country_code),
    time_zone: timeZoneOf(phoneNumber, now),
    ...(await readEarlierCalls(db, user, call, { leadId: null, phoneNumber })),
  };
}

/** Null if the number's area has several local times. */
function timeZoneOf(phoneNumber: string, now: number): string | null {
  const zones = timeZonesOfNumber(phoneNumber);
  const times = new Set(
    zones.map((timeZone) => new Intl.DateTimeFormat('en-US', { ...CLOCK, timeZone }).format(now)),
  );
  return times.size === 1 ? (zones[0] ?? null) : null;
}

const CLOCK = { day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;

/** Before there was a lead, calls of the number have none. */
function isOfNumber(accountId: number, phoneNumber: string): SQL | undefined {
  return and(eq(calls.account_id, accountId), eq(calls.phone_number, phoneNumber), isNull(calls.lead_id));
}

/** Attempts that reached no agent are left out, because the lead wasn't called. */
async function readEarlierCalls(
  db: Database,
  user: SignedInUser,
  current: CallRow,
  { leadId, phoneNumber }: { readonly leadId: number | null; readonly phoneNumber: string },
): Promise<Pick<LeadStory, 'attempts' | 'call_count' | 'calls' | 'last_note'>> {
  const isOutbound = sql`${calls.direction} = 'outbound'`;
  const rows = await db
    .select({
      ...pick(calls, 'id', 'direction', 'status', 'result', 'started_at', 'seconds'),
      agent: users.full_name,
      number: sql<number>`(count(*) filter (where ${isOutbound}) over (order by ${calls.id}))::int`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(calls)
    .leftJoin(users, eq(users.id, calls.agent_id))
    .where(
      and(
        or(
          leadId === null ? undefined : eq(calls.lead_id, leadId),
          isOfNumber(current.account_id, phoneNumber),
        ),
        ne(calls.id, current.id),
        or(eq(calls.direction, 'inbound'), isNotNull(calls.agent_id)),
      ),
    )
    .orderBy(desc(calls.id))
    .limit(MAX_ROWS);
  const ids = rows.map(({ id }) => id);
  const [noted, recorded] = await Promise.all([readNotes(db, ids), readRecordings(db, user, ids)]);
  const earlier = rows.map(({ number, started_at, total: _, ...call }) => ({
    ...call,
    number: call.direction === 'outbound' ? number : null,
    at: started_at.toISOString(),
    notes: noted.filter(({ callId }) => callId === call.id).map(({ callId: _, ...note }) => note),
    recording: recorded.get(call.id) ?? null,
  }));
  return {
    attempts: rows[0]?.number ?? 0,
    call_count: rows[0]?.total ?? 0,
    calls: earlier,
    last_note: earlier.find(({ notes }) => notes.length > 0)?.notes[0] ?? null,
  };
}

/** Newest first. */
async function readNotes(db: Database, callIds: readonly number[]) {
  const rows = await db
    .select({ callId: notes.call_id, content: notes.content, agent: users.full_name, at: notes.created_at })
    .from(notes)
    .innerJoin(users, eq(users.id, notes.user_id))
    .where(inArray(notes.call_id, [...callIds]))
    .orderBy(desc(notes.id))
    .limit(MAX_NOTES);
  return rows.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }));
}

async function readRecordings(db: Database, user: SignedInUser, callIds: readonly number[]) {
  const isOwn = tookPartIn(user.id);
  const isSupervised = mayWatch(user) ? (supervisesCall(user) ?? sql`true`) : sql`false`;
  const rows = await db
    .select({
      ...pick(recordings, 'id', 'call_id', 'agent_channel'),
      // Supervisors keep access to every recording of their teams.
      is_own: sql<boolean>`${isOwn} or ${isSupervised}`,
    })
    .from(recordings)
    .innerJoin(calls, eq(calls.id, recordings.call_id))
    .where(
      and(
        inArray(recordings.call_id, [...callIds]),
        eq(recordings.status, 'complete'),
        isNotNull(recordings.path),
        or(isSupervised, isOwn, isSharedWith(user.id)),
      ),
    )
    .orderBy(desc(recordings.id));
  return new Map(
    rows.map(({ id, call_id, agent_channel, is_own }) => [
      call_id,
      {
        url: `/api/v1/recordings/${id}.wav`,
        agent_channel: agent_channel === null ? null : agent_channel - 1,
        is_own,
      },
    ]),
  );
}

async function readTexts(db: Database, leadId: number): Promise<Pick<LeadStory, 'text_count' | 'texts'>> {
  const rows = await db
    .select({
      ...pick(messages, 'id', 'direction', 'body', 'created_at'),
      agent: users.full_name,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.user_id))
    .where(and(eq(messages.lead_id, leadId), ne(messages.status, 'failed')))
    .orderBy(desc(messages.id))
    .limit(MAX_ROWS);
  return {
    text_count: rows[0]?.total ?? 0,
    texts: rows.map(({ created_at, total: _, ...message }) => ({ ...message, at: created_at.toISOString() })),
  };
}
