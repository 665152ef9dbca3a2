/** Simulates a week of a large account on a virtual clock, with all decisions made by the core. */
import { isInSchedule, localTime, type WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { beforeAll, describe, expect, it } from 'vitest';
import { nextDueCall, PACE_WINDOW_MS } from '../../../intake/core/due-calls.ts';
import {
  type CallTimeConstraints,
  earliestCallTime,
  earliestFreeSlot,
} from '../../../leads/core/call-times/earliest-call-time.ts';
import {
  type AttemptPlan,
  type LastCall,
  nextAttempt,
  wereAgentsOccupied,
} from '../../../leads/core/call-times/next-attempt.ts';
import { type CallingRules, mayContact } from '../../../leads/core/consent/callable.ts';
import { type Candidate, chooseRings, reach } from '../routing/routing.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Includes the start of daylight saving time in the US, on Sunday. */
const START = Date.UTC(2026, 2, 4);
const WEEK_MS = 7 * 24 * 60 * MINUTE;
const TEAMS = 20;
const AGENTS = 200;
const LEADS = 5_000;
const RING_MS = 30 * SECOND;
const RULES: CallingRules = { fromMinute: 480, toMinute: 1_260, attemptsPerDay: null };
const PLAN: AttemptPlan = { retryMinutes: [1, 5, 30], followupMinutes: [60, 240], hasFallback: true };
const ZONES = ['America/New_York', 'America/Denver', 'America/Los_Angeles', 'Europe/London'] as const;

interface Lead {
  readonly id: number;
  readonly zone: string;
  readonly team: number;
  readonly owner: number | null;
  readonly answerRate: number;
  plan: {
    at: number;
    retry: number | null;
    leadRetry: number | null;
    isFallback: boolean;
    scheduledAt: number;
  } | null;
  agent: number | null;
  calls: number;
  outcome: 'waiting' | 'contacted' | 'given up';
}
interface ActiveCall {
  readonly until: number;
  readonly agents: readonly number[];
  readonly lead: Lead;
  readonly takenBy: number | null;
  readonly call: LastCall;
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function runWeek() {
  const next = random(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const schedules: WeeklySchedule[] = Array.from({ length: TEAMS }, (_, index) => ({
    time_zone: ZONES[index % ZONES.length] ?? 'UTC',
    pieces: [1, 2, 3, 4, 5, 6, 7].map((day) =>
      index % 4 === 3 ? { day, from: 1_080, to: 120 } : { day, from: 540, to: 1_080 },
    ),
  }));
  const lastRungIds = schedules.map(() => 0);
  const free = new Set(Array.from({ length: AGENTS }, (_, id) => id + 1));
  const teamOf = (agent: number) => agent % TEAMS;
  const isDayOff = (agent: number, at: number) => (agent * 7 + Math.floor(at / (24 * 60 * MINUTE))) % 9 === 0;
  const leads: Lead[] = [];
  const arrivals = Array.from({ length: LEADS }, () => Math.floor(next() * WEEK_MS * 0.8)).sort(
    (a, b) => a - b,
  );
  const busy: ActiveCall[] = [];
  const reachedNoAgentAt = new Map<number, number>();
  const violations: string[] = [];
  const seen = { calls: 0, postponed: 0, accepted: 0, paced: 0 };
  const hours = (lead: Lead, team: number): CallTimeConstraints => ({
    schedule: schedules[team] ?? null,
    contact: { doNotCall: false, isRemoved: false, timeZones: [lead.zone], attempts: [] },
    rules: RULES,
  });

  const waiting = new Set<Lead>();
  const findDueCalls = (now: number) => {
    const due = [];
    for (const lead of waiting) {
      const { plan } = lead;
      if (plan === null) waiting.delete(lead);
      else if (plan.at <= now && lead.agent === null)
        due.push({
          id: lead.id,
          dueAt: plan.at,
          isCallback: false,
          callbackFor: null,
          lead,
          plan,
          teamId: plan.isFallback ? (lead.team + 1) % TEAMS : lead.team,
          ownerId: lead.owner,
          heldFor: lead.owner,
          requestedBy: null,
          retry: plan.retry,
          leadRetry: plan.leadRetry,
          scheduledAt: plan.scheduledAt,
        });
    }
    return due;
  };

  const schedule = (
    lead: Lead,
    at: number,
    now: number,
    attempt: Omit<NonNullable<Lead['plan']>, 'at' | 'scheduledAt'>,
  ) => {
    const team = attempt.isFallback ? (lead.team + 1) % TEAMS : lead.team;
    const earliest = Math.max(at, now);
    let opening = earliestCallTime(hours(lead, team), earliest);
    if (opening.kind === 'at' && opening.reason !== null) {
      seen.postponed += 1;
      const taken = [...waiting].flatMap((other) =>
        other !== lead && other.plan !== null && other.team === lead.team ? [other.plan.at] : [],
      );
      opening = earliestFreeSlot(hours(lead, team), earliest, taken);
    }
    lead.plan = opening.kind === 'at' ? { ...attempt, at: opening.at, scheduledAt: now } : null;
    if (opening.kind === 'at') waiting.add(lead);
    if (opening.kind === 'never') lead.outcome = 'given up';
  };

  const findCandidates = (team: number, owner: number | null, now: number) => {
    const candidates: Candidate[] = [];
    for (let agent = 1; agent <= AGENTS; agent++) {
      if (teamOf(agent) !== team && agent !== owner) continue;
      candidates.push({
        userId: agent,
        group: teamOf(agent) === team ? 1 : null,
        isOwner: agent === owner,
        unavailable: free.has(agent) ? null : 'on-call',
        statusSince: null,
        inSchedule: !isDayOff(agent, now),
        tried: false,
        isFallback: false,
      });
    }
    return candidates;
  };

  /** @returns whether an agent was rung */
  const ring = (lead: Lead, now: number, plan: NonNullable<Lead['plan']>): boolean => {
    const team = plan.isFallback ? (lead.team + 1) % TEAMS : lead.team;
    const verdict = mayContact('call', hours(lead, team).contact, RULES, now);
    const { minute } = localTime(lead.zone, now);
    if (verdict.kind !== 'allowed' || minute < 480 || minute >= 1_260)
      violations.push(`call outside calling hours, at minute ${minute}`);
    if (!isInSchedule(schedules[team] ?? null, now)) violations.push('call outside the team’s hours');
    if (lead.agent !== null) violations.push('two calls to one lead');
    seen.calls += 1;
    lead.calls += 1;
    const candidates = findCandidates(team, lead.owner, now);
    const mode = { mode: 'round_robin', lastRungUserId: lastRungIds[team] ?? 0 } as const;
    const choice = chooseRings(mode, candidates, now);
    const call: LastCall = {
      type: 'lead',
      direction: 'outbound',
      status: choice.type === 'none' ? choice.status : 'missed',
      result: null,
      wasClaimed: false,
      hadConversation: false,
      leftVoicemail: false,
      agentsWereOccupied: choice.type === 'none' && wereAgentsOccupied(choice.status, [choice.reason]),
      retry: plan.retry,
      leadRetry: plan.leadRetry,
      isFallback: plan.isFallback,
      endedAt: null,
    };
    if (choice.type === 'none') {
      finishCall(lead, { ...call, endedAt: now }, now);
      return false;
    }
    if (choice.lastRungUserId !== null) lastRungIds[team] = choice.lastRungUserId;
    const accepts = next() < 0.8;
    const [agent] = choice.userIds;
    if (agent === undefined || !free.has(agent)) throw new Error('a busy agent was chosen');
    free.delete(agent);
    lead.agent = agent;
    if (!accepts) {
      busy.push({ until: now + RING_MS, agents: [agent], lead, takenBy: null, call });
      return true;
    }
    seen.accepted += 1;
    const talks = next() < lead.answerRate;
    const until = now + (talks ? 3 * MINUTE : MINUTE);
    busy.push({
      until,
      agents: [agent],
      lead,
      takenBy: agent,
      call: { ...call, status: talks ? 'completed' : 'no-answer', wasClaimed: true, hadConversation: talks },
    });
    return true;
  };

  const finishCall = (lead: Lead, call: LastCall, now: number) => {
    lead.agent = null;
    lead.plan = null;
    if (call.hadConversation) {
      lead.outcome = 'contacted';
      return;
    }
    const after = nextAttempt(call, PLAN);
    if (after === null) lead.outcome = 'given up';
    else schedule(lead, after.dueAt, now, after);
  };

  const startDueCalls = (now: number) => {
    const all = findDueCalls(now);
    for (let team = 0; team < TEAMS; team++) {
      let due = all.filter(({ teamId }) => teamId === team);
      for (;;) {
        const candidates = findCandidates(team, null, now);
        const ownerReach = (owner: number) =>
          reach(
            {
              inSchedule: !isDayOff(owner, now),
              unavailable: free.has(owner) ? null : 'on-call',
              statusSince: null,
            },
            now,
          );
        const next = nextDueCall(due, {
          now,
          team: candidates.map((agent) => reach(agent, now)),
          owners: new Map(
            due.flatMap(({ ownerId }) => (ownerId === null ? [] : [[ownerId, ownerReach(ownerId)]])),
          ),
          requesters: new Map(),
          busyOwners: new Set(busy.flatMap(({ lead }) => lead.owner ?? [])),
          callsPerMinute: null,
          callsInLastMinute: 0,
          reachedNoAgent: now - (reachedNoAgentAt.get(team) ?? 0) < PACE_WINDOW_MS,
        });
        if (next === null) break;
        due = due.filter(({ id }) => id !== next.id);
        const { lead, plan } = next;
        const opening = earliestCallTime(hours(lead, team), now);
        if (opening.kind === 'at' && opening.at > now) {
          schedule(lead, now, now, plan);
          continue;
        }
        lead.plan = null;
        seen.paced += 1;
        if (ring(lead, now, plan)) continue;
        if (candidates.some((agent) => reach(agent, now) === 'occupied'))
          violations.push('attempt used up while agents were busy');
        reachedNoAgentAt.set(team, now);
      }
    }
  };

  for (let now = START; now < START + WEEK_MS; now += MINUTE) {
    for (let index = busy.length - 1; index >= 0; index--) {
      const one = busy[index];
      if (!one || one.until > now) continue;
      busy.splice(index, 1);
      for (const agent of one.agents) free.add(agent);
      finishCall(one.lead, { ...one.call, endedAt: one.until }, now);
    }
    while (arrivals.length > 0 && START + (arrivals[0] ?? 0) <= now) {
      arrivals.shift();
      const lead: Lead = {
        id: leads.length + 1,
        zone: pick(ZONES),
        team: Math.floor(next() * TEAMS),
        owner: next() < 0.1 ? 1 + Math.floor(next() * AGENTS) : null,
        answerRate: 0.3 + next() * 0.6,
        plan: null,
        agent: null,
        calls: 0,
        outcome: 'waiting',
      };
      leads.push(lead);
      const first = { retry: null, leadRetry: null, isFallback: false };
      const opening = earliestCallTime(hours(lead, lead.team), now);
      if (opening.kind === 'at' && opening.at === now)
        ring(lead, now, { ...first, at: now, scheduledAt: now });
      else schedule(lead, now, now, first);
    }
    startDueCalls(now);
  }
  return { leads, violations, seen, busy };
}

describe('a week with 200 agents and 5,000 leads', () => {
  let week: ReturnType<typeof runWeek>;
  beforeAll(() => {
    week = runWeek();
  }, 120_000);

  it('loses no lead: each is contacted, scheduled, in a call, or given up after all retries', () => {
    const { leads, busy } = week;
    expect(leads).toHaveLength(LEADS);
    const inCall = new Set(busy.map(({ lead }) => lead.id));
    const lost = leads.filter(
      ({ id, outcome, plan }) => outcome === 'waiting' && plan === null && !inCall.has(id),
    );
    expect(lost).toEqual([]);
    const both = leads.filter(({ outcome, plan }) => outcome !== 'waiting' && plan !== null);
    expect(both).toEqual([]);
  });

  it('calls no lead outside calling hours or the team’s hours, twice at the same time, or while agents are busy', () => {
    expect(week.violations).toEqual([]);
  });

  it('contains enough events to be meaningful', () => {
    const count = (outcome: string) => week.leads.filter((lead) => lead.outcome === outcome).length;
    expect(count('contacted')).toBeGreaterThan(LEADS / 2);
    expect(week.seen.postponed).toBeGreaterThan(1_000);
    expect(week.seen.calls).toBeGreaterThan(LEADS);
    expect(week.seen.paced).toBeGreaterThan(1_000);
    expect(week.seen.accepted).toBeLessThanOrEqual(week.seen.calls);
    expect(week.leads.reduce((sum, lead) => sum + lead.calls, 0)).toBe(week.seen.calls);
  });
});
