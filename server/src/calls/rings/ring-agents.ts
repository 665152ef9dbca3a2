import { AVAILABLE } from '@offhook/contract/agent/agent-status';
import type { PhoneStateName } from '@offhook/contract/agent/phone-states';
import type { CallType } from '@offhook/contract/calls/call-kinds';
import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { isInSchedule, type WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { eq, type SQL, sql } from 'drizzle-orm';
import { statusForCalls } from '../../accounts/core/agent-status.ts';
import { hasReachedDailyLimit } from '../../accounts/settings/daily-call-limit.ts';
import { teamHours } from '../../accounts/settings/hours/team-hours.ts';
import { english } from '../../platform/core/sentences.ts';
import type { Database } from '../../platform/database/database.ts';
import { queryRows } from '../../platform/database/database.ts';
import type { QueryTime } from '../../platform/database/query-time.ts';
import {
  callUsers,
  legs,
  presence,
  profiles,
  routingDecisions,
  teamMembers,
  teams,
  users,
} from '../../platform/database/schema.ts';
import { setCallLead } from '../../platform/process/log.ts';
import type { NewEffect } from '../../platform/work-queue/effect-rows.ts';
import { availability } from '../../presence/core/availability.ts';
import { findExternalNumbers, hasExternalPhoneSql } from '../../presence/external-phones.ts';
import { currentWrapUp } from '../../presence/wrap-up.ts';
import type { CallFacts } from '../conversations.ts';
import { type CallUser, newCallUser } from '../core/call-user.ts';
import type { Conversation } from '../core/conversation/conversation.ts';
import { type Leg, newLeg } from '../core/leg.ts';
import { type Candidate, type Choice, chooseRings, type Team } from '../core/routing/routing.ts';
import { explainChoice } from '../core/routing/routing-reasons.ts';

export type RingOutcome =
  | { readonly type: 'rung'; readonly conversation: Conversation; readonly effects: readonly NewEffect[] }
  | { readonly type: 'none'; readonly status: 'missed' | 'busy' | 'offline'; readonly reason: string };

/**
 * An agent can have only one open call: agents that another call claimed first are skipped, and the next ones are
 * chosen. Rows are locked in ID order.
 */
export async function ringNextAgents(
  tx: Database,
  facts: CallFacts,
  conversation: Conversation,
  time: QueryTime,
): Promise<RingOutcome> {
  const { now } = time;
  setCallLead(facts.id, facts.leadId);
  // Only a waiting caller moves to the fallback team here. For a lead, that team gets a separate call.
  const fallbackTeam = conversation.call.type === 'inbound' ? await findFallbackTeam(tx, facts) : null;
  const tried = new Set(conversation.callUsers.map(({ userId }) => userId));
  const { accountId, teamId, requestedBy, ownerId, callbackFor } = facts;
  const first = callbackFor ?? ownerId;
  const owners = first === null ? [] : [first];
  const scope = { accountId, teamId, fallbackTeamId: fallbackTeam?.teamId ?? null, requestedBy, owners };
  const found = await readCandidates(tx, scope, time);
  const candidates = found.candidates.map((agent) => ({ ...agent, tried: tried.has(agent.userId) }));
  let team: Team = facts;
  let fallback: Team | null = fallbackTeam;
  for (;;) {
    const choice = chooseRings(team, candidates, now, fallback);
    if (choice.type === 'none') {
      await recordDecision(tx, facts.id, toDecision(choice, candidates, [], facts), now);
      return choice;
    }
    const { userIds } = choice;
    const { type } = conversation.call;
    const request = {
      type,
      userIds,
      externalNumbers: found.externalNumbers,
      checksStatus: facts.requestedBy === null,
    };
    const decision = toDecision(choice, candidates, userIds, facts);
    const rung = await addRings(tx, facts.id, request, time, decision);
    const isFallback = candidates.some((agent) => agent.isFallback && userIds.includes(agent.userId));
    const profileId = isFallback ? (fallbackTeam?.profileId ?? null) : facts.profileId;
    if (choice.lastRungUserId !== null && profileId !== null && rung.length > 0) {
      await tx.update(profiles).set({ rotation: choice.lastRungUserId }).where(eq(profiles.id, profileId));
    }
    if (rung.length > 0) {
      if (rung.length < userIds.length) {
        const rungIds = rung.map(({ callUser }) => callUser.userId);
        await recordDecision(tx, facts.id, toDecision(choice, candidates, rungIds, facts), now);
      }
      return {
        type: 'rung',
        conversation: {
          ...conversation,
          callUsers: [...conversation.callUsers, ...rung.map(({ callUser }) => callUser)],
          legs: [...conversation.legs, ...rung.map(({ leg }) => leg)],
        },
        effects: rung.flatMap(({ callUser, leg }) => ringEffects(facts, callUser, leg, now)),
      };
    }
    if (choice.lastRungUserId !== null && isFallback && fallback)
      fallback = { ...fallback, lastRungUserId: choice.lastRungUserId };
    else if (choice.lastRungUserId !== null)
      team = { mode: team.mode, lastRungUserId: choice.lastRungUserId };
    for (const userId of choice.userIds) {
      const index = candidates.findIndex((agent) => agent.userId === userId);
      const skipped = candidates[index];
      if (skipped) candidates[index] = { ...skipped, unavailable: 'on-call' };
    }
  }
}

type RoutingDecision = Pick<typeof routingDecisions.$inferInsert, 'outcome' | 'agents'>;

function toDecision(
  choice: Choice,
  candidates: readonly Candidate[],
  rung: readonly number[],
  { callbackFor }: Pick<CallFacts, 'callbackFor'>,
): RoutingDecision {
  const agents = explainChoice(choice, candidates, new Set(rung), callbackFor !== null);
  return {
    outcome:
      choice.type === 'none'
        ? choice.reason
        : english({ id: 'routing.rung', values: { count: rung.length } }),
    agents: agents.map(({ userId, verdict, reason }) => ({ user_id: userId, verdict, reason })),
  };
}

async function recordDecision(
  tx: Database,
  callId: number,
  decision: RoutingDecision,
  now: number,
): Promise<void> {
  await tx.insert(routingDecisions).values({ call_id: callId, at: new Date(now), ...decision });
}

interface FallbackTeam extends Team {
  readonly teamId: number;
  readonly profileId: number | null;
}

async function findFallbackTeam(tx: Database, facts: CallFacts): Promise<FallbackTeam | null> {
  if (facts.teamId === null || facts.requestedBy !== null) return null;
  const [row] = await queryRows<{
    team_id: string | number;
    profile_id: string | number | null;
    mode: Team['mode'] | null;
    rotation: number | null;
  }>(
    tx,
    sql`select other.id as team_id, profile.id as profile_id, profile.mode, profile.rotation
      from ${teams} team join ${teams} other on other.id = team.fallback_team_id and other.account_id = team.account_id
      left join ${profiles} profile on profile.team_id = other.id
      where team.id = ${facts.teamId} and other.id <> team.id`,
  );
  if (!row) return null;
  return {
    teamId: Number(row.team_id),
    profileId: row.profile_id === null ? null : Number(row.profile_id),
    mode: row.mode ?? 'simultaneous',
    lastRungUserId: row.rotation ?? 0,
  };
}

export function ringEffects(facts: CallFacts, callUser: CallUser, leg: Leg, now: number): NewEffect[] {
  const { id: callUserId, userId } = callUser;
  return [
    {
      callId: facts.id,
      dueAt: null,
      effect: {
        kind: 'ring',
        legId: leg.id,
        callUserId,
        userId,
        from: facts.fromNumber,
        ...(callUser.externalNumber === null ? {} : { ownNumber: callUser.externalNumber }),
      },
    },
    { callId: facts.id, dueAt: now + RING_TIMEOUT_MS, effect: { kind: 'ringTimeout', callUserId } },
  ];
}

interface CandidateRow {
  readonly userId: string | number;
  readonly teamId: string | number | null;
  readonly group: number | null;
  readonly status: string;
  readonly doNotDisturb: boolean;
  readonly nextStatus: string | null;
  readonly statusSince: string | number | null;
  readonly userSchedule: WeeklySchedule | null;
  readonly teamSchedule: WeeklySchedule | null;
  /** The presence lease: either all of these are null, or none is. */
  readonly state: PhoneStateName | null;
  readonly device: 'registered' | 'unregistered' | null;
  readonly audio: 'ready' | 'locked' | null;
  readonly renewedAt: string | number | null;
  readonly unreachable: boolean;
  readonly hasOpenCall: boolean;
  readonly reachedDailyLimit: boolean;
  readonly wrapUpCallId: number | null;
  readonly wrapUpEndsAt: string | null;
  readonly ownNumber: string | null;
}

interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly externalNumbers: ReadonlyMap<number, string>;
}

export interface CandidateScope {
  readonly accountId: number;
  readonly teamId: number | null;
  readonly fallbackTeamId: number | null;
  /** Rung alone. */
  readonly requestedBy: number | null;
  readonly owners: readonly number[];
}

export async function readCandidates(
  tx: Database,
  { accountId, teamId, fallbackTeamId, requestedBy, owners }: CandidateScope,
  { now, presenceCutoff }: QueryTime,
): Promise<Candidates> {
  const byId = requestedBy === null ? owners : [requestedBy];
  // One JSON value for all agents, because one row per agent is several times slower to read.
  const [found] = await queryRows<{ rows: CandidateRow[] }>(
    tx,
    sql`select coalesce(json_agg(candidate), '[]') as rows from (select agent.id as "userId", member.team_id as "teamId", member.priority_group as "group", agent.do_not_disturb as "doNotDisturb",
        agent.status, agent.next_status as "nextStatus", extract(epoch from agent.status_since) * 1000 as "statusSince",
        agent.wrap_up_call_id as "wrapUpCallId", agent.wrap_up_ends_at as "wrapUpEndsAt",
        agent.schedule as "userSchedule", ${teamHours(sql`team`)} as "teamSchedule", ${currentState(sql`lease`)} as state, lease.device, lease.audio,
        extract(epoch from lease.renewed_at) * 1000 as "renewedAt", lease.unreachable_at is not null as unreachable,
        exists (select 1 from ${callUsers} open where open.user_id = agent.id and open.ended_at is null) as "hasOpenCall",
        ${hasReachedDailyLimit(sql`agent`, now)} as "reachedDailyLimit",
        case when ${hasExternalPhoneSql(sql`agent`)} then agent.phone_number end as "ownNumber"
      from ${users} agent
      left join ${teamMembers} member on member.user_id = agent.id
        and member.team_id in (${teamId}, ${fallbackTeamId})
      left join ${teams} team on team.id = member.team_id
      left join ${presence} lease on lease.user_id = agent.id
      where agent.account_id = ${accountId} and agent.active
        and (${requestedBy === null} and member.team_id is not null
          or agent.id = any (${`{${byId.join()}}`}::bigint[]))) candidate`,
  );
  const rows = found?.rows ?? [];
  const ownTeam = rows.filter((row) => row.teamId === null || Number(row.teamId) === teamId);
  const others = rows.filter(
    (row) => !ownTeam.includes(row) && !ownTeam.some(({ userId }) => userId === row.userId),
  );
  const externalNumbers = new Map<number, string>();
  const candidates = [...ownTeam, ...others].map((row) => {
    const userId = Number(row.userId);
    const { isAppUnavailable, reason } = availability(
      {
        lease:
          row.state === null || row.device === null || row.audio === null || row.renewedAt === null
            ? null
            : {
                state: row.state,
                device: row.device,
                audio: row.audio,
                renewedAt: Number(row.renewedAt),
                unreachable: row.unreachable,
              },
        hasExternalPhone: row.ownNumber !== null,
        status: statusFor(row, requestedBy !== null),
        hasOpenCall: row.hasOpenCall,
        // An agent who requests a call may exceed the daily limit.
        hasReachedDailyLimit: row.reachedDailyLimit && requestedBy === null,
        wrapUp: requestedBy === null ? wrapUpOf(row, now) : null,
      },
      presenceCutoff,
    );
    if (row.ownNumber !== null && isAppUnavailable) externalNumbers.set(userId, row.ownNumber);
    return {
      userId,
      group: row.group,
      isFallback: others.includes(row),
      isOwner: byId.includes(userId),
      inSchedule: requestedBy !== null || isWithinHours(row.teamSchedule, row.userSchedule, now),
      tried: false,
      unavailable: reason,
      statusSince: row.statusSince === null ? null : Number(row.statusSince),
    };
  });
  return { candidates, externalNumbers };
}

/** The end of a ring frees the agent immediately; the phone reports it a moment later. */
function currentState(lease: SQL): SQL {
  return sql`case when ${lease}.state = 'ringing' and exists (select 1 from ${callUsers} rung
    where rung.id = ${lease}.call_user_id and rung.ended_at is not null and rung.accepted_at is null)
    then 'waiting' else ${lease}.state end`;
}

/** An agent can request a call in any status that they chose. */
function statusFor({ status, doNotDisturb, nextStatus }: CandidateRow, isRequested: boolean): string {
  const user = { status, do_not_disturb: doNotDisturb, next_status: nextStatus };
  return isRequested && !doNotDisturb ? AVAILABLE : statusForCalls(user);
}

function wrapUpOf({ wrapUpCallId, wrapUpEndsAt }: CandidateRow, now: number) {
  const endsAt = wrapUpEndsAt === null ? null : new Date(wrapUpEndsAt);
  return currentWrapUp({ wrap_up_call_id: wrapUpCallId, wrap_up_ends_at: endsAt }, now);
}

function isWithinHours(team: WeeklySchedule | null, user: WeeklySchedule | null, now: number): boolean {
  return isInSchedule(team, now) && isInSchedule(user, now);
}

const IS_AVAILABLE = sql` and not do_not_disturb and coalesce(next_status, status) = ${AVAILABLE}`;

export interface Ring {
  readonly callUser: CallUser;
  readonly leg: Leg;
}

export interface RingRequest {
  readonly type: CallType;
  readonly userIds: readonly number[];
  readonly invitedBy?: number | null;
  readonly invitedTeamId?: number | null;
  readonly reason?: string | null;
  readonly consults?: boolean;
  readonly autoaccept?: boolean;
  /** Skips agents whose status changed since the candidates were read. */
  readonly checksStatus?: boolean;
  readonly externalNumbers?: ReadonlyMap<number, string>;
}

/**
 * A single statement that locks the agents' rows in ID order, so that it reads their current counters. The unique index
 * on open call users skips agents that another call has claimed. `decision` is stored if all agents were rung.
 */
export async function addRings(
  tx: Database,
  callId: number,
  {
    type,
    userIds,
    invitedBy = null,
    invitedTeamId = null,
    reason = null,
    consults = false,
    autoaccept = false,
    checksStatus = false,
    ...known
  }: RingRequest,
  { now, presenceCutoff }: QueryTime,
  decision?: RoutingDecision,
): Promise<Ring[]> {
  if (userIds.length === 0) return [];
  const at = new Date(now).toISOString();
  // A ring that is accepted automatically was requested in the app, so it rings there.
  const externalNumbers = autoaccept
    ? new Map<number, string>()
    : (known.externalNumbers ?? (await findExternalNumbers(tx, userIds, presenceCutoff)));
  const ids = sql.join(
    userIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const rows = await queryRows<Record<'user_id' | 'call_user_id' | 'leg_id', string | number>>(
    tx,
    sql`with agents as (
        select id, call_user_total from ${users} where id in (${ids})${checksStatus ? IS_AVAILABLE : sql``} order by id for update
      ), rung as (
        insert into ${callUsers} (call_id, user_id, type, status, n, autoaccept, invited_by, invited_team_id, invite_reason, consults, own_number, created_at, rung_at)
        select ${callId}::bigint, id, ${type}, 'ringing', call_user_total + 1, ${autoaccept}::boolean,
          ${invitedBy}::bigint, ${invitedTeamId}::bigint, ${reason}::text, ${consults}::boolean, ${JSON.stringify(Object.fromEntries(externalNumbers))}::jsonb ->> id::text,
          ${at}::timestamptz, ${at}::timestamptz
        from agents
        on conflict (user_id) where ended_at is null do nothing
        returning id, user_id
      ), counted as (
        update ${users} set call_user_total = call_user_total + 1 from rung where ${users.id} = rung.user_id
      ), connected as (
        insert into ${legs} (call_id, kind, call_user_id, status, created_at)
        select ${callId}::bigint, 'agent', id, 'queued', ${at}::timestamptz from rung
        returning id, call_user_id
      )${decision ? sql`, recorded as (${recordDecisionSql(callId, decision, userIds.length, now)})` : sql``}
      select rung.user_id, rung.id as call_user_id, connected.id as leg_id
      from rung join connected on connected.call_user_id = rung.id order by rung.id`,
  );
  return rows.map((row) => {
    const [userId, callUserId] = [Number(row.user_id), Number(row.call_user_id)];
    return {
      callUser: newCallUser(callUserId, userId, type, {
        autoaccept,
        invitedBy,
        consults,
        externalNumber: externalNumbers.get(userId) ?? null,
      }),
      leg: newLeg(Number(row.leg_id), 'agent', callUserId),
    };
  });
}

/** Part of the same statement, so that agents ring within milliseconds of a lead. */
function recordDecisionSql(
  callId: number,
  { outcome, agents }: RoutingDecision,
  requiredRings: number,
  now: number,
): SQL {
  return sql`insert into ${routingDecisions} (call_id, at, outcome, agents)
    select ${callId}::bigint, ${new Date(now).toISOString()}::timestamptz, ${outcome}, ${JSON.stringify(agents)}::jsonb
    where (select count(*) from rung) = ${requiredRings}`;
}
