// Counts a report's figures from the rows, one by one, as docs/reports.md defines them. Shares no code with the server.
import type { Database } from '../../platform/database/database.ts';
import {
  agentCallTimes,
  calls,
  callUsers,
  leads,
  legs,
  messages,
  recordings,
  scheduledCalls,
} from '../../platform/database/schema.ts';

type Call = typeof calls.$inferSelect;
type CallUser = typeof callUsers.$inferSelect;
type Leg = typeof legs.$inferSelect;

const STEPS = ['intake', 'schedule', 'routing', 'ring', 'accept', 'dial', 'answer'] as const;
const COUNTED = [
  ...['leads', 'contacted', 'voicemail', 'missed', 'removed', 'open'],
  ...['calls', 'contacted_calls', 'missed_rings', 'talk_seconds', 'hold_ms', 'wrap_up_ms'],
  ...['dialed', 'answered', 'inbound', 'inbound_taken'],
  ...['browser', 'outbound', 'inbound_minutes', 'recording', 'texts'],
] as const;

/** One thing that counts: a call, a lead, an agent's part of a call, a text. */
interface Fact {
  readonly day: string;
  readonly hour: number;
  readonly weekday: number;
  readonly team_id: number | null;
  readonly number_id: number | null;
  readonly source: string;
  readonly agent_id: number | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly times: Readonly<Record<string, number | null>>;
  readonly attempt?: number | null;
  readonly lost?: string | null;
}

export type Recounted = ReturnType<Awaited<ReturnType<typeof readRecount>>>;

export interface RecountQuery {
  readonly from: string;
  readonly to: string;
  /** One of these. */
  readonly team_id?: number | readonly number[];
  readonly agent_id?: number;
  readonly source?: string;
  readonly number_id?: number;
}

/** @returns a function that counts for any query */
export async function readRecount(db: Database, accountId: number, zone: string) {
  const all = {
    calls: (await db.select().from(calls)).filter(({ account_id }) => account_id === accountId),
    users: await db.select().from(callUsers),
    legs: await db.select().from(legs),
    leads: await db.select().from(leads),
    plans: await db.select().from(scheduledCalls),
    recordings: await db.select().from(recordings),
    texts: (await db.select().from(messages)).filter(({ account_id }) => account_id === accountId),
    spent: await db.select().from(agentCallTimes),
  };
  const callFacts: Fact[] = [];
  const agentFacts: Fact[] = [];
  const place = (at: Date, call: Call | undefined, leadId: number | null) => {
    const lead = all.leads.find(({ id }) => id === leadId);
    return {
      ...localHour(zone, at),
      team_id: call?.team_id ?? null,
      number_id: call?.number_id ?? null,
      source: sourceOf(lead),
    };
  };

  for (const text of all.texts) {
    if (text.direction === 'outbound' && text.status !== 'sent') continue;
    const call = all.calls.find(({ id }) => id === text.call_id);
    const fact = {
      ...place(text.created_at, call, text.lead_id),
      agent_id: text.user_id,
      counts: { texts: 1 },
      times: {},
    };
    callFacts.push(fact);
    if (text.user_id !== null) agentFacts.push(fact);
  }

  for (const call of all.calls) {
    if (!['lead', 'inbound', 'outbound'].includes(call.type)) continue;
    const where = place(call.started_at, call, call.lead_id);
    const users = all.users.filter(({ call_id }) => call_id === call.id).sort((a, b) => a.id - b.id);
    const ofCall = all.legs.filter(({ call_id }) => call_id === call.id).sort((a, b) => a.id - b.id);
    const spent = all.spent.filter(({ call_id }) => call_id === call.id);
    const leadLeg = ofCall.find(({ kind }) => kind === 'lead');
    const first = users
      .filter(({ accepted_at }) => accepted_at !== null)
      .sort((a, b) => Number(a.accepted_at) - Number(b.accepted_at) || a.id - b.id)[0];
    const times = timesOf(call, first, leadLeg, isPrompt(call));
    const dialed = call.type !== 'inbound' && leadLeg !== undefined;
    const answered = dialed && leadLeg.answered_at !== null;
    const externalIds = new Set(users.filter(({ own_number }) => own_number !== null).map(({ id }) => id));
    const leadMinutes = minutesOf(ofCall.filter(({ kind }) => kind === 'lead'));
    const callerMinutes = minutesOf(ofCall.filter(({ kind }) => kind === 'caller'));
    const agentLegs = ofCall.filter(({ kind }) => kind === 'agent');
    const isExternal = (leg: Leg) => leg.call_user_id !== null && externalIds.has(leg.call_user_id);
    const recorded = sum(
      all.recordings
        .filter(({ call_id, duration_seconds }) => call_id === call.id && duration_seconds !== null)
        .map(({ duration_seconds }) => Math.max(1, Math.ceil((duration_seconds ?? 0) / 60))),
    );
    const msOf = (kind: string, userId?: number) =>
      sum(
        spent
          .filter((one) => one.kind === kind && (userId === undefined || one.user_id === userId))
          .map((one) => one.ended_at.getTime() - one.started_at.getTime()),
      );

    const chain = call.previous_call_id === null && call.lead_id !== null ? chainOf(call) : null;
    const lead = chain === null ? null : outcomeOf(chain, call.lead_id);
    const leadCounts: Record<string, number> = lead === null ? {} : { leads: 1, [lead.outcome]: 1 };

    callFacts.push({
      ...where,
      agent_id: null,
      counts: {
        ...leadCounts,
        calls: 1,
        contacted_calls: isContact(call, call.result) ? 1 : 0,
        missed_rings: users.filter(({ status }) => status === 'missed').length,
        talk_seconds: call.seconds,
        hold_ms: msOf('hold'),
        wrap_up_ms: msOf('wrap_up'),
        dialed: dialed ? 1 : 0,
        answered: answered ? 1 : 0,
        inbound: call.type === 'inbound' ? 1 : 0,
        inbound_taken: call.type === 'inbound' && call.claimed_by !== null ? 1 : 0,
        browser: minutesOf(agentLegs.filter((leg) => !isExternal(leg))),
        outbound: leadMinutes + minutesOf(agentLegs.filter(isExternal)),
        inbound_minutes: callerMinutes,
        recording: recorded,
      },
      times,
      attempt: lead?.attempt ?? null,
      lost: lead?.lost ?? null,
    });
    if (lead !== null && lead.agentId !== null) {
      agentFacts.push({
        ...where,
        agent_id: lead.agentId,
        counts: leadCounts,
        times: {},
        attempt: lead.attempt,
        lost: lead.lost,
      });
    }
    if (call.agent_id !== null && leadMinutes + callerMinutes + recorded > 0) {
      agentFacts.push({
        ...where,
        agent_id: call.agent_id,
        counts: { outbound: leadMinutes, inbound_minutes: callerMinutes, recording: recorded },
        times: {},
      });
    }
    for (const userId of new Set(users.map(({ user_id }) => user_id))) {
      const parts = users.filter(({ user_id }) => user_id === userId);
      const own = parts.filter(isOwn);
      const missed = parts.filter(({ status }) => status === 'missed').length;
      const partLegs = agentLegs.filter((leg) => parts.some(({ id }) => id === leg.call_user_id));
      if (own.length === 0 && missed === 0 && minutesOf(partLegs) === 0) continue;
      const isHis = own.length > 0 ? 1 : 0;
      agentFacts.push({
        ...where,
        agent_id: userId,
        counts: {
          calls: isHis,
          contacted_calls: own.some((part) => isContact(call, part.result)) ? 1 : 0,
          missed_rings: missed,
          talk_seconds: Math.round(sum(own.map((part) => talkSeconds(call, part)))),
          hold_ms: msOf('hold', userId),
          wrap_up_ms: msOf('wrap_up', userId),
          dialed: isHis && dialed ? 1 : 0,
          answered: isHis && answered ? 1 : 0,
          inbound: isHis && call.type === 'inbound' ? 1 : 0,
          inbound_taken: isHis && call.type === 'inbound' ? 1 : 0,
          browser: minutesOf(partLegs.filter((leg) => !isExternal(leg))),
          outbound: minutesOf(partLegs.filter(isExternal)),
        },
        times: first?.user_id === userId ? times : {},
      });
    }
  }

  /** Not scheduled, or only because of the team's delay. */
  function isPrompt({ id, planned_for }: Call): boolean {
    const isDelay = (reason: string) => /^This team waits .* before it calls a new lead\.$/.test(reason);
    return planned_for === null || all.plans.some((plan) => plan.call_id === id && isDelay(plan.reason));
  }

  function chainOf(root: Call): readonly Call[] {
    const chain = [root];
    for (const one of chain) chain.push(...all.calls.filter((call) => call.previous_call_id === one.id));
    return chain.sort((a, b) => a.started_at.getTime() - b.started_at.getTime() || a.id - b.id);
  }

  function outcomeOf(chain: readonly Call[], leadId: number | null) {
    const last = chain.at(-1);
    const contact = chain.findIndex((call) => isContact(call, call.result));
    const isPlanned = all.plans.some(
      (plan) =>
        plan.lead_id === leadId &&
        plan.ended_at === null &&
        chain.some(({ id }) => id === plan.previous_call_id),
    );
    const outcome = chain.some(({ result }) => result === 'removed')
      ? 'removed'
      : contact >= 0
        ? 'contacted'
        : isPlanned || chain.some(({ ended_at }) => ended_at === null)
          ? 'open'
          : chain.some(({ result }) => result === 'voicemail')
            ? 'voicemail'
            : 'missed';
    return {
      outcome,
      attempt: outcome === 'contacted' ? Math.min(6, contact + 1) : null,
      lost: outcome === 'missed' ? (last?.status ?? null) : null,
      agentId: chain.findLast(({ agent_id }) => agent_id !== null)?.agent_id ?? null,
    };
  }

  return ({ from, to, ...filters }: RecountQuery) => {
    const ofAgents = filters.agent_id !== undefined;
    const isIn = (fact: Fact) =>
      fact.day >= from &&
      fact.day <= to &&
      Object.entries(filters).every(([key, value]) =>
        [value].flat().some((one) => fact[key as keyof Fact] === one),
      );
    const mine = (ofAgents ? agentFacts : callFacts).filter(isIn);
    const perAgent = agentFacts.filter(isIn);
    return {
      total: totalOf(mine),
      steps: Object.fromEntries(STEPS.map((step) => [step, durations(mine, step)])),
      days: grouped(mine, ({ day }) => day),
      hours: grouped(mine, ({ weekday, hour }) => `${weekday} ${hour}`),
      teams: grouped(mine, ({ team_id }) => String(team_id)),
      sources: grouped(mine, ({ source }) => source),
      numbers: grouped(mine, ({ number_id }) => String(number_id)),
      agents: grouped(perAgent, ({ agent_id }) => String(agent_id)),
      attempts: tally(mine.map(({ attempt }) => attempt)),
      lost: tally(mine.map(({ lost }) => lost)),
    };
  };
}

function localHour(zone: string, at: Date) {
  const parts = new Map(
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  return { day, hour: Number(parts.get('hour')), weekday: new Date(`${day}T00:00Z`).getUTCDay() || 7 };
}

function sourceOf(lead: typeof leads.$inferSelect | undefined): string {
  if (!lead) return 'unknown';
  if (lead.form) return `form:${lead.form}`;
  return lead.crm ? `crm:${lead.crm}` : lead.origin;
}

/** A parked lead that no agent picked up isn't contacted. */
function isContact(call: Call, result: string | null): boolean {
  if (call.status === 'missed' && call.talk_started_at !== null) return false;
  return result === 'contacted' || (result === null && call.talk_started_at !== null);
}

function isOwn(part: CallUser): boolean {
  return (
    part.accepted_at !== null &&
    part.status !== 'missed' &&
    !part.consults &&
    !['listen', 'whisper', 'barge'].includes(part.type)
  );
}

function talkSeconds(call: Call, part: CallUser): number {
  if (call.talk_started_at === null || part.ended_at === null || part.accepted_at === null) return 0;
  const start = Math.max(call.talk_started_at.getTime(), part.accepted_at.getTime());
  return Math.max(0, part.ended_at.getTime() - start) / 1000;
}

function timesOf(call: Call, first: CallUser | undefined, leadLeg: Leg | undefined, isPrompt: boolean) {
  const isFirst = call.type === 'lead' && call.previous_call_id === null;
  if (!isFirst) return {};
  const between = (from: Date | null | undefined, to: Date | null | undefined) =>
    from && to ? shown(Math.max(0, to.getTime() - from.getTime())) : null;
  const isReached = isPrompt && call.status !== 'missed' && first && leadLeg?.answered_by !== 'machine';
  return {
    speed: isReached ? between(call.requested_at, leadLeg?.answered_at) : null,
    intake: call.planned_for === null ? between(call.requested_at, call.started_at) : null,
    schedule: call.planned_for === null ? null : between(call.requested_at, call.started_at),
    routing: between(call.started_at, first?.rung_at),
    ring: between(first?.rung_at, first?.acknowledged_at),
    accept: between(first?.acknowledged_at ?? first?.rung_at, first?.accepted_at),
    dial: between(first?.accepted_at, leadLeg?.created_at),
    answer: between(leadLeg?.created_at, leadLeg?.answered_at),
  };
}

/** Durations are rounded to what a page shows. */
function shown(ms: number): number {
  const unit = ms < 1000 ? 10 : ms < 600_000 ? 100 : 1000;
  return Math.round(ms / unit) * unit;
}

function minutesOf(list: readonly Leg[]): number {
  return sum(
    list.map(({ answered_at, ended_at }) =>
      answered_at === null || ended_at === null
        ? 0
        : Math.max(1, Math.ceil((ended_at.getTime() - answered_at.getTime()) / 60_000)),
    ),
  );
}

function totalOf(facts: readonly Fact[]) {
  const counts = Object.fromEntries(
    COUNTED.map((name) => [name, sum(facts.map((fact) => fact.counts[name] ?? 0))]),
  ) as Record<(typeof COUNTED)[number], number>;
  return { ...counts, speed: durations(facts, 'speed') };
}

function durations(facts: readonly Fact[], name: string) {
  const sorted = facts.flatMap(({ times }) => times[name] ?? []).sort((a, b) => a - b);
  const rank = (tenths: number) => sorted[Math.ceil((sorted.length * tenths) / 10) - 1] ?? null;
  return { p50_ms: rank(5), p90_ms: rank(9), count: sorted.length };
}

function grouped(facts: readonly Fact[], keyOf: (fact: Fact) => string) {
  const keys = [...new Set(facts.map(keyOf))].sort();
  return Object.fromEntries(keys.map((key) => [key, totalOf(facts.filter((fact) => keyOf(fact) === key))]));
}

function tally(values: readonly (string | number | null | undefined)[]) {
  const counts: Record<string, number> = {};
  for (const value of values)
    if (value !== null && value !== undefined) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
