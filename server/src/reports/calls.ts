import { SUPERVISE_ACTIONS } from '@offhook/contract/accounts/permissions';
import type { ConsoleCall, ConsoleCallDetail, ConsoleText } from '@offhook/contract/console/call-entities';
import type { CallFilters } from '@offhook/contract/console/list-filters';
import { withExtension } from '@offhook/contract/phone-numbers/extension';
import { aliasedTable, and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { ConsoleQuery, ConsoleResponse } from '../accounts/settings/request.ts';
import { toCallUser } from '../calls/conversations.ts';
import { pick } from '../platform/core/pick.ts';
import type { Database } from '../platform/database/database.ts';
import { toPage } from '../platform/database/paging.ts';
import {
  agentCallTimes,
  calls,
  callUsers,
  leads,
  legs,
  messages,
  notes,
  numbers,
  recordingPauses,
  recordings,
  scorecardQuestions,
  scorecards,
  tags,
  teams,
  users,
} from '../platform/database/schema.ts';
import { supervisesCall, supervisesLead } from '../platform/database/team-scope.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { silentParts } from '../recordings/core/silent-parts.ts';
import { findChain } from './core/call-chain.ts';
import { supervisedAs } from './core/supervised-as.ts';
import { matchesCallFilters } from './filters/call-filters.ts';
import { readRouting } from './routing-record.ts';

export async function listCalls(
  db: Database,
  user: SignedInUser,
  { cursor, limit, ...filters }: ConsoleQuery<'listCalls'>,
): Promise<ConsoleResponse<'listCalls'>> {
  const older = cursor === undefined ? undefined : isOlder(user.account_id, cursor);
  const found = await readCalls(db, user, and(older, matchesCallFilters(user, filters)), limit + 1);
  const questions = and(
    eq(scorecardQuestions.account_id, user.account_id),
    isNull(scorecardQuestions.retired_at),
  );
  const [question] = await db
    .select({ id: scorecardQuestions.id })
    .from(scorecardQuestions)
    .where(questions)
    .limit(1);
  return { ...toPage(found, limit, (call) => call), has_scorecard: question !== undefined };
}

export async function countCalls(db: Database, user: SignedInUser, filters: CallFilters): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(calls)
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .where(matchesCallFilters(user, filters));
  return row?.count ?? 0;
}

/** Matches calls that are older than this one, in the order of `readCalls`. */
function isOlder(accountId: number, callId: number): SQL {
  // One subquery for both values would keep PostgreSQL from starting at this call in the index.
  return sql`(${calls.started_at}, ${calls.id}) <
    ((select c.started_at from ${calls} c where c.id = ${callId} and c.account_id = ${accountId}), ${callId}::bigint)`;
}

/** Those that the user supervises, newest start first. */
export async function readCalls(
  db: Database,
  user: SignedInUser,
  where: SQL | undefined,
  limit: number,
): Promise<ConsoleCall[]> {
  const agent = aliasedTable(users, 'agent');
  const rows = await db
    .select({
      call: calls,
      label: leads.label,
      isLeadSupervised: sql<boolean>`${supervisesLead(user) ?? true}`,
      team: { id: teams.id, name: teams.name },
      agent: { id: agent.id, full_name: agent.full_name },
      recorded: sql<boolean>`exists (select from ${recordings} r where r.call_id = ${calls.id} and r.status = 'complete' and r.path is not null)`,
      score: sql<
        number | null
      >`(select round(avg(s.score))::integer from ${scorecards} s where s.call_id = ${calls.id})`,
    })
    .from(calls)
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .leftJoin(teams, eq(teams.id, calls.team_id))
    .leftJoin(agent, eq(agent.id, calls.agent_id))
    .where(and(eq(calls.account_id, user.account_id), supervisesCall(user), where))
    .orderBy(desc(calls.started_at), desc(calls.id))
    .limit(limit);
  return rows.map(({ call, label, isLeadSupervised, team, agent: by, recorded, score }) => {
    const number =
      call.phone_number === null
        ? ''
        : withExtension(formatPhoneNumber(call.phone_number, user.country_code), call.extension);
    return {
      ...pick(call, 'id', 'type', 'direction', 'status', 'result'),
      started_at: call.started_at.toISOString(),
      ended_at: call.ended_at?.toISOString() ?? null,
      seconds: call.seconds,
      retry: call.retry,
      lead_retry: call.lead_retry,
      label: call.lead_label ?? label ?? number,
      phone_number_formatted: number,
      // Without a link to a page that this user can't open.
      lead_id: isLeadSupervised ? call.lead_id : null,
      team,
      agent: by,
      has_recording: recorded,
      reason: call.reasons.at(-1) ?? null,
      score,
    };
  });
}

export async function readCall(db: Database, user: SignedInUser, id: number): Promise<ConsoleCallDetail> {
  const [shown] = await readCalls(db, user, eq(calls.id, id), 1);
  const [row] = await db
    .select({ call: calls, number: numbers })
    .from(calls)
    .leftJoin(numbers, eq(numbers.id, calls.number_id))
    .where(and(eq(calls.id, id), eq(calls.account_id, user.account_id)));
  if (!shown || !row) throw new ApiError('notFound');
  const { decisions, stopwatch } = await readRouting(db, user, id);
  const parties = await db
    .select({
      callUser: callUsers,
      user: { id: users.id, full_name: users.full_name },
      tag: tags.name,
      hasJoined: sql<boolean>`exists (select from ${legs} where ${legs.call_id} = ${callUsers.call_id}
        and ${legs.call_user_id} = ${callUsers.id} and ${legs.joined_at} is not null)`,
    })
    .from(callUsers)
    .innerJoin(users, eq(users.id, callUsers.user_id))
    .leftJoin(tags, eq(tags.id, callUsers.tag_id))
    .where(eq(callUsers.call_id, id))
    .orderBy(asc(callUsers.id));
  const supervisionRows = await db
    .select(pick(agentCallTimes, 'user_id', 'kind', 'started_at'))
    .from(agentCallTimes)
    .where(and(eq(agentCallTimes.call_id, id), inArray(agentCallTimes.kind, SUPERVISE_ACTIONS)))
    .orderBy(asc(agentCallTimes.id));
  const supervisions = supervisionRows.map(({ user_id, kind, started_at }) => ({
    userId: user_id,
    kind,
    startedAt: started_at.getTime(),
  }));
  const noteRows = await db
    .select({ note: notes, user: { id: users.id, full_name: users.full_name } })
    .from(notes)
    .innerJoin(users, eq(users.id, notes.user_id))
    .where(eq(notes.call_id, id))
    .orderBy(asc(notes.id));
  const recorded = await db
    .select()
    .from(recordings)
    .where(eq(recordings.call_id, id))
    .orderBy(asc(recordings.id));
  const pauseRows = await db
    .select({ pause: recordingPauses, user: { id: users.id, full_name: users.full_name } })
    .from(recordingPauses)
    .innerJoin(users, eq(users.id, recordingPauses.user_id))
    .where(eq(recordingPauses.call_id, id))
    .orderBy(asc(recordingPauses.id));
  const pauses = pauseRows.map(({ pause, user }) => ({
    user,
    pausedAt: pause.paused_at.getTime(),
    resumedAt: pause.resumed_at?.getTime() ?? null,
  }));
  const endedAt = row.call.ended_at?.getTime() ?? null;
  return {
    ...shown,
    talk_started_at: row.call.talk_started_at?.toISOString() ?? null,
    number: row.number && {
      id: row.number.id,
      name: row.number.name,
      phone_number_formatted: formatPhoneNumber(row.number.phone_number, user.country_code),
    },
    reasons: [...row.call.reasons],
    parties: parties.map(({ callUser, user: of, tag, hasJoined }) => ({
      call_user_id: callUser.id,
      user: of,
      type: callUser.type,
      supervised_as: supervisedAs(toCallUser(callUser), supervisions),
      status: callUser.status,
      was_consulted: callUser.status === 'withdrawn' && callUser.consults && hasJoined,
      result: callUser.result,
      tag,
      own_number:
        callUser.own_number === null ? null : formatPhoneNumber(callUser.own_number, user.country_code),
      reason: callUser.reason,
      invited_by: inviterOf(callUser, parties),
      rung_at: callUser.rung_at?.toISOString() ?? null,
      accepted_at: callUser.accepted_at?.toISOString() ?? null,
      ended_at: callUser.ended_at?.toISOString() ?? null,
    })),
    decisions,
    stopwatch,
    notes: noteRows.map(({ note, user: of }) => ({
      id: note.id,
      content: note.content,
      user: of,
      created_at: note.created_at.toISOString(),
    })),
    recordings: recorded.map((one) => ({
      id: one.id,
      status: one.status,
      url: one.status === 'complete' && one.path !== null ? `/api/v1/recordings/${one.id}.wav` : null,
      agent_channel: one.agent_channel === null ? null : one.agent_channel - 1,
      duration_seconds: one.duration_seconds,
      created_at: one.created_at.toISOString(),
      pauses: one.is_voicemail
        ? []
        : silentParts(
            { createdAt: one.created_at.getTime(), seconds: one.duration_seconds, endedAt },
            pauses,
          ).map(({ pause, ...part }) => ({ ...part, user: pause.user })),
    })),
    texts: await readTexts(db, eq(messages.call_id, id)),
    chain: await readChain(db, user, row.call),
  };
}

const MAX_TEXTS = 200;

export async function readTexts(db: Database, where: SQL | undefined): Promise<ConsoleText[]> {
  const rows = await db
    .select({ text: messages, user: { id: users.id, full_name: users.full_name } })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.user_id))
    .where(where)
    .orderBy(desc(messages.id))
    .limit(MAX_TEXTS);
  return rows.reverse().map(({ text, user }) => ({
    ...pick(text, 'id', 'direction', 'body', 'status', 'not_sent_reason', 'delivery'),
    user,
    created_at: text.created_at.toISOString(),
  }));
}

const MAX_CHAIN_CALLS = 500;

async function readChain(
  db: Database,
  user: SignedInUser,
  call: typeof calls.$inferSelect,
): Promise<ConsoleCallDetail['chain']> {
  const ofLead = call.lead_id === null ? eq(calls.id, call.id) : eq(calls.lead_id, call.lead_id);
  const rows = await db
    .select({
      call: calls,
      agent: { id: users.id, full_name: users.full_name },
      isSupervised: sql<boolean>`${supervisesCall(user) ?? true}`,
    })
    .from(calls)
    .leftJoin(users, eq(users.id, calls.agent_id))
    .where(and(eq(calls.account_id, call.account_id), ofLead))
    .orderBy(desc(calls.id))
    .limit(MAX_CHAIN_CALLS);
  const links = rows.map(({ call: one }) => ({ id: one.id, previousId: one.previous_call_id }));
  const inChain = findChain(links, call.id);
  return rows
    .filter(({ call: one, isSupervised }) => isSupervised && inChain.has(one.id))
    .reverse()
    .map(({ call: one, agent }) => ({
      ...pick(one, 'id', 'status', 'result', 'retry', 'lead_retry'),
      started_at: one.started_at.toISOString(),
      agent,
    }));
}

function inviterOf(
  { invited_by: by, invite_reason: reason }: typeof callUsers.$inferSelect,
  parties: readonly { readonly callUser: { readonly id: number }; readonly user: { full_name: string } }[],
) {
  const inviter = parties.find(({ callUser }) => callUser.id === by);
  return inviter ? { full_name: inviter.user.full_name, reason } : null;
}
