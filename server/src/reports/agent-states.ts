import { isSupervision, mayWatch, type SuperviseAction } from '@offhook/contract/accounts/permissions';
import type { ShownStatus } from '@offhook/contract/console/board-entities';
import { isInSchedule } from '@offhook/contract/weekly-schedule';
import { aliasedTable, and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { currentStatus, statusForCalls } from '../accounts/core/agent-status.ts';
import { hasReachedDailyLimit } from '../accounts/settings/daily-call-limit.ts';
import { readShownStatuses } from '../accounts/status/status-views.ts';
import type { Database } from '../platform/database/database.ts';
import type { QueryTime } from '../platform/database/query-time.ts';
import { calls, callUsers, leads, presence, teamMembers, teams, users } from '../platform/database/schema.ts';
import { hasExternalPhone, toLease } from '../presence/external-phones.ts';
import { currentWrapUp } from '../presence/wrap-up.ts';
import { type BoardAgentState, boardState } from './core/board.ts';
import type { Party } from './core/board-versions.ts';

export interface AgentStateRow extends BoardAgentState {
  readonly user: typeof users.$inferSelect;
  readonly callId: number | null;
  /** The agent's current call, or the last one during wrap-up. */
  readonly shownCallId: number | null;
  readonly status: ShownStatus | null;
  /** Whether the current call is a callback. */
  readonly isCallback: boolean;
  readonly supervises: SuperviseAction | null;
}

/** Supervisors and administrators on no team are agents only during a call of their own. */
export function isAgent({ user, state }: AgentStateRow, memberships: ReadonlyMap<number, unknown>): boolean {
  return memberships.has(user.id) || !mayWatch(user) || !['available', 'unavailable'].includes(state);
}

export async function readAgentStates(
  db: Database,
  accountId: number,
  { now, presenceCutoff }: QueryTime,
  filters: readonly SQL[],
  page: { readonly limit: number; readonly offset: number } | null = null,
): Promise<AgentStateRow[]> {
  const past = aliasedTable(callUsers, 'past');
  const pastCall = aliasedTable(calls, 'past_call');
  const last = db
    .select({
      callId: past.call_id,
      type: past.type,
      endedAt: past.ended_at,
      hadCall: sql<boolean>`${pastCall.claimed_by} is not distinct from ${past.id}`.as('had_call'),
    })
    .from(past)
    .leftJoin(pastCall, eq(pastCall.id, past.call_id))
    .where(and(eq(past.user_id, users.id), isNotNull(past.ended_at)))
    .orderBy(desc(past.n))
    .limit(1)
    .as('last');
  const query = db
    .select({
      user: users,
      lease: presence,
      open: callUsers,
      heldBy: calls.held_by,
      recordingPause: calls.recording_pause,
      talkStartedAt: calls.talk_started_at,
      callbackBy: calls.callback_by,
      claimedBy: calls.claimed_by,
      lastCallId: last.callId,
      lastType: last.type,
      lastEndedAt: last.endedAt,
      hadLastCall: last.hadCall,
      atCap: hasReachedDailyLimit(sql`${users}`, now),
    })
    .from(users)
    .leftJoin(presence, eq(presence.user_id, users.id))
    .leftJoin(callUsers, and(eq(callUsers.user_id, users.id), isNull(callUsers.ended_at)))
    .leftJoin(calls, eq(calls.id, callUsers.call_id))
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(users.account_id, accountId), ...filters))
    .orderBy(asc(users.full_name), asc(users.id))
    .$dynamic();
  const rows = await (page === null ? query : query.limit(page.limit).offset(page.offset));
  const statuses = await readShownStatuses(
    db,
    accountId,
    rows.map(({ user }) => user),
    now,
  );
  return rows.map(
    ({
      user,
      lease,
      open,
      heldBy,
      recordingPause,
      talkStartedAt,
      callbackBy,
      claimedBy,
      lastCallId,
      lastType,
      lastEndedAt,
      hadLastCall,
      atCap: hasReachedDailyLimit,
    }) => {
      // A supervisor has the call themselves once its agents have left.
      const isInSupervision = open !== null && isSupervision(open.type) && claimedBy !== open.id;
      const hasLastSupervised = lastType !== null && isSupervision(lastType) && hadLastCall !== true;
      const state = boardState(
        {
          lease: toLease(lease),
          hasExternalPhone: hasExternalPhone(user),
          status: statusForCalls(user),
          // A status chosen during a call hasn't started yet.
          statusSince:
            statusForCalls(user) === currentStatus(user) ? (user.status_since?.getTime() ?? null) : null,
          hasReachedDailyLimit,
          wrapUp: currentWrapUp(user, now),
          supervisesSince: isInSupervision ? (open.accepted_at ?? open.created_at).getTime() : null,
          hasLastSupervised,
          open:
            open && !isInSupervision
              ? {
                  status: open.status === 'ringing' ? 'ringing' : 'accepted',
                  rungAt: (open.rung_at ?? open.created_at).getTime(),
                  acceptedAt: open.accepted_at?.getTime() ?? null,
                  answeredAt: talkStartedAt?.getTime() ?? null,
                  isOnHold: heldBy !== null && !open.consults,
                  isRecordingPaused: recordingPause?.state === 'paused',
                }
              : null,
          inSchedule: isInSchedule(user.schedule, now),
          changedAt: lease?.changed_at?.getTime() ?? null,
          lastEndedAt: lastEndedAt?.getTime() ?? null,
        },
        presenceCutoff,
      );
      const shownCallId = isInSupervision
        ? null
        : (open?.call_id ?? (state.state === 'wrapup' ? lastCallId : null));
      const status = statuses.get(user.id) ?? null;
      const isCallback = callbackBy !== null && !isInSupervision;
      const supervises = open?.status === 'accepted' && isSupervision(open.type) ? open.type : null;
      return { ...state, user, callId: open?.call_id ?? null, shownCallId, status, isCallback, supervises };
    },
  );
}

export async function readTeamsByUser(
  db: Database,
  accountId: number,
): Promise<ReadonlyMap<number, readonly { team_id: number; name: string; priority_group: number }[]>> {
  const rows = await db
    .select({
      userId: teamMembers.user_id,
      team_id: teams.id,
      name: teams.name,
      priority_group: teamMembers.priority_group,
    })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.team_id))
    .where(eq(teams.account_id, accountId))
    .orderBy(asc(teams.name), asc(teams.id));
  const found = new Map<number, { team_id: number; name: string; priority_group: number }[]>();
  for (const { userId, ...team } of rows) found.set(userId, [...(found.get(userId) ?? []), team]);
  return found;
}

/** By call ID. Calls between agents have neither a lead nor a number. */
export async function readOtherParties(
  db: Database,
  callIds: readonly number[],
): Promise<ReadonlyMap<number, Party>> {
  if (callIds.length === 0) return new Map();
  const rows = await db
    .select({ id: calls.id, number: calls.phone_number, label: leads.label })
    .from(calls)
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .where(inArray(calls.id, [...callIds]));
  return new Map(
    rows.flatMap(({ id, ...party }) =>
      party.label === null && party.number === null ? [] : [[id, party] as const],
    ),
  );
}
