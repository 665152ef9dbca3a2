/** Looks for agents to ring for a call, and writes the rings. */

import type { CallType, PhoneStateName } from '@offhook/contract/entities';
import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { isInSchedule, type WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { eq, type SQL, sql } from 'drizzle-orm';
import { hasReachedDailyLimit } from '../../accounts/settings/daily-call-limit.ts';
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
import { ownNumbersToRing, ownPhoneIsOn } from '../../presence/own-numbers.ts';
import type { CallFacts } from '../conversations.ts';
import { type CallUser, newCallUser } from '../core/call-user.ts';
import type { Conversation } from '../core/conversation/conversation.ts';
import { type Leg, newLeg } from '../core/leg.ts';
import { type Candidate, type Choice, chooseRings, type Team } from '../core/routing/routing.ts';
import { explain } from '../core/routing/routing-reasons.ts';

export type Offer =
  | { readonly type: 'rung'; readonly conversation: Conversation; readonly effects: readonly NewEffect[] }
  | { readonly type: 'nobody'; readonly status: 'missed' | 'busy' | 'offline'; readonly reason: string };

/**
 * Rings whoever is next. The chosen agents' rows are locked in the order of their ids, and each gets at most one open
 * call: an agent whom another call got first is left out, and the next choice is made.
 */
export async function offerToNext(
  tx: Database,
  facts: CallFacts,
  conversation: Conversation,
  moment: QueryTime,
): Promise<Offer> {
  const { now } = moment;
  setCallLead(facts.id, facts.leadId);
  // A caller waits, and is passed on at once; a lead's other team has a try of its own.
  const standIn = conversation.call.type === 'inbound' ? await fallbackOf(tx, facts) : null;
  const tried = new Set(conversation.callUsers.map(({ userId }) => userId));
  const found = await readCandidates(tx, facts, standIn, moment);
  const candidates = found.candidates.map((agent) => ({ ...agent, tried: tried.has(agent.userId) }));
  let own: Team = facts;
  let fallback: Team | null = standIn;
  for (;;) {
    const choice = chooseRings(own, candidates, fallback);
    if (choice.type === 'nobody') {
      await noteDecision(tx, facts.id, decision(choice, candidates, []), now);
      return choice;
    }
    const { userIds } = choice;
    const { type } = conversation.call;
    const wish = { type, userIds, ownNumbers: found.ownNumbers };
    const note = decision(choice, candidates, userIds);
    const rung = await addRings(tx, facts.id, wish, moment, note);
    const isFallback = candidates.some(({ userId, isFallback: is }) => is && choice.userIds.includes(userId));
    const profileId = isFallback ? (standIn?.profileId ?? null) : facts.profileId;
    if (choice.rotation !== null && profileId !== null && rung.length > 0) {
      await tx.update(profiles).set({ rotation: choice.rotation }).where(eq(profiles.id, profileId));
    }
    if (rung.length > 0) {
      if (rung.length < userIds.length) {
        const got = rung.map(({ callUser }) => callUser.userId);
        await noteDecision(tx, facts.id, decision(choice, candidates, got), now);
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
    if (choice.rotation !== null && isFallback && fallback)
      fallback = { ...fallback, rotation: choice.rotation };
    else if (choice.rotation !== null) own = { mode: own.mode, rotation: choice.rotation };
    for (const userId of choice.userIds) {
      const index = candidates.findIndex((agent) => agent.userId === userId);
      const taken = candidates[index];
      if (taken) candidates[index] = { ...taken, unavailable: 'on-call' };
    }
  }
}

/** Kept, so that somebody who asks 'why not me?' has an answer. */
type Decision = Pick<typeof routingDecisions.$inferInsert, 'outcome' | 'agents'>;

/** @param rung the users who got a ring */
function decision(choice: Choice, candidates: readonly Candidate[], rung: readonly number[]): Decision {
  const agents = explain(choice, candidates, new Set(rung));
  return {
    outcome:
      choice.type === 'nobody'
        ? choice.reason
        : rung.length === 1
          ? '1 agent is rung'
          : `${rung.length} agents are rung`,
    agents: agents.map(({ userId, verdict, reason }) => ({ user_id: userId, verdict, reason })),
  };
}

async function noteDecision(tx: Database, callId: number, note: Decision, now: number): Promise<void> {
  await tx.insert(routingDecisions).values({ call_id: callId, at: new Date(now), ...note });
}

interface StandIn extends Team {
  readonly teamId: number;
  readonly profileId: number | null;
}

/** The team that takes a call which its own team does not take. */
async function fallbackOf(tx: Database, facts: CallFacts): Promise<StandIn | null> {
  if (facts.teamId === null || facts.askedBy !== null) return null;
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
    rotation: row.rotation ?? 0,
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
        ...(callUser.ownNumber === null ? {} : { ownNumber: callUser.ownNumber }),
      },
    },
    { callId: facts.id, dueAt: now + RING_TIMEOUT_MS, effect: { kind: 'ringTimeout', callUserId } },
  ];
}

interface CandidateRow {
  readonly userId: string | number;
  readonly teamId: string | number | null;
  readonly group: number | null;
  readonly doNotDisturb: boolean;
  readonly userSchedule: WeeklySchedule | null;
  readonly teamSchedule: WeeklySchedule | null;
  /** The lease: all of them, or none. */
  readonly state: PhoneStateName | null;
  readonly device: 'registered' | 'unregistered' | null;
  readonly audio: 'ready' | 'locked' | null;
  readonly renewedAt: string | number | null;
  readonly unreachable: boolean;
  readonly hasOpenCall: boolean;
  readonly atCap: boolean;
  /** Of the agent, where it is switched on. */
  readonly ownNumber: string | null;
}

interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Who is rung on a number of their own, by user. */
  readonly ownNumbers: ReadonlyMap<number, string>;
}

async function readCandidates(
  tx: Database,
  facts: CallFacts,
  standIn: StandIn | null,
  { now, presenceCutoff }: QueryTime,
): Promise<Candidates> {
  // Who asked for the call stands before all others, and is alone.
  const owner = facts.askedBy ?? facts.ownerId ?? 0;
  // One value for all agents: a row for each costs several times as much to read.
  const [found] = await queryRows<{ rows: CandidateRow[] }>(
    tx,
    sql`select coalesce(json_agg(candidate), '[]') as rows from (select agent.id as "userId", member.team_id as "teamId", member.priority_group as "group", agent.do_not_disturb as "doNotDisturb",
        agent.schedule as "userSchedule", team.schedule as "teamSchedule", lease.state, lease.device, lease.audio,
        extract(epoch from lease.renewed_at) * 1000 as "renewedAt", lease.unreachable_at is not null as unreachable,
        exists (select 1 from ${callUsers} open where open.user_id = agent.id and open.ended_at is null) as "hasOpenCall",
        ${hasReachedDailyLimit(sql`agent`, now)} as "atCap",
        case when ${ownPhoneIsOn(sql`agent`)} then agent.phone_number end as "ownNumber"
      from ${users} agent
      left join ${teamMembers} member on member.user_id = agent.id
        and member.team_id in (${facts.teamId}, ${standIn?.teamId ?? null})
      left join ${teams} team on team.id = member.team_id
      left join ${presence} lease on lease.user_id = agent.id
      where agent.account_id = ${facts.accountId} and agent.active
        and (${facts.askedBy === null} and member.team_id is not null or agent.id = ${owner})) candidate`,
  );
  const rows = found?.rows ?? [];
  const ownTeam = rows.filter((row) => row.teamId === null || Number(row.teamId) === facts.teamId);
  const others = rows.filter(
    (row) => !ownTeam.includes(row) && !ownTeam.some(({ userId }) => userId === row.userId),
  );
  const ownNumbers = new Map<number, string>();
  const candidates = [...ownTeam, ...others].map((row) => {
    const userId = Number(row.userId);
    const { isAppSilent, reason } = availability(
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
        hasOwnPhone: row.ownNumber !== null,
        doNotDisturb: row.doNotDisturb,
        hasOpenCall: row.hasOpenCall,
        // Who asks for one more may have it.
        atCap: row.atCap && facts.askedBy === null,
      },
      presenceCutoff,
    );
    if (row.ownNumber !== null && isAppSilent) ownNumbers.set(userId, row.ownNumber);
    return {
      userId,
      group: row.group,
      isFallback: others.includes(row),
      isOwner: userId === owner,
      inSchedule: facts.askedBy !== null || isOpen(row.teamSchedule, row.userSchedule, now),
      tried: false,
      unavailable: reason,
    };
  });
  return { candidates, ownNumbers };
}

function isOpen(team: WeeklySchedule | null, user: WeeklySchedule | null, now: number): boolean {
  return isInSchedule(team, now) && isInSchedule(user, now);
}

export interface Ring {
  readonly callUser: CallUser;
  readonly leg: Leg;
}

export interface RingWish {
  readonly type: CallType;
  readonly userIds: readonly number[];
  /** The call user who asked for it. */
  readonly invitedBy?: number | null;
  readonly autoaccept?: boolean;
  /** Who is rung on a number of their own, from whoever has read it already. */
  readonly ownNumbers?: ReadonlyMap<number, string>;
}

/**
 * One statement: the agents' rows are locked in the order of their ids, which gives their newest counters; the unique
 * index on open call users leaves out whom another call got meanwhile.
 * @param note is kept when all of them are rung
 */
export async function addRings(
  tx: Database,
  callId: number,
  { type, userIds, invitedBy = null, autoaccept = false, ...known }: RingWish,
  { now, presenceCutoff }: QueryTime,
  note?: Decision,
): Promise<Ring[]> {
  if (userIds.length === 0) return [];
  const at = new Date(now).toISOString();
  // Who is put through without a click asked for it in the app.
  const ownNumbers = autoaccept
    ? new Map<number, string>()
    : (known.ownNumbers ?? (await ownNumbersToRing(tx, userIds, presenceCutoff)));
  const ids = sql.join(
    userIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const rows = await queryRows<Record<'user_id' | 'call_user_id' | 'leg_id', string | number>>(
    tx,
    sql`with agents as (
        select id, call_user_total from ${users} where id in (${ids}) order by id for update
      ), rung as (
        insert into ${callUsers} (call_id, user_id, type, status, n, autoaccept, invited_by, own_number, created_at, rung_at)
        select ${callId}::bigint, id, ${type}, 'ringing', call_user_total + 1, ${autoaccept}::boolean,
          ${invitedBy}::bigint, ${JSON.stringify(Object.fromEntries(ownNumbers))}::jsonb ->> id::text,
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
      )${note ? sql`, noted as (${noting(callId, note, userIds.length, now)})` : sql``}
      select rung.user_id, rung.id as call_user_id, connected.id as leg_id
      from rung join connected on connected.call_user_id = rung.id order by rung.id`,
  );
  return rows.map((row) => {
    const [userId, callUserId] = [Number(row.user_id), Number(row.call_user_id)];
    return {
      callUser: newCallUser(callUserId, userId, type, {
        autoaccept,
        invitedBy,
        ownNumber: ownNumbers.get(userId) ?? null,
      }),
      leg: newLeg(Number(row.leg_id), 'agent', callUserId),
    };
  });
}

/** In the statement that rings, because a lead should ring within milliseconds. */
function noting(callId: number, { outcome, agents }: Decision, whenRung: number, now: number): SQL {
  return sql`insert into ${routingDecisions} (call_id, at, outcome, agents)
    select ${callId}::bigint, ${new Date(now).toISOString()}::timestamptz, ${outcome}, ${JSON.stringify(agents)}::jsonb
    where (select count(*) from rung) = ${whenRung}`;
}
