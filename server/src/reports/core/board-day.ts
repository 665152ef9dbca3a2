/** How a day goes: what became of its leads, hour by hour, and how long each step took. */
import type { StepName } from '@offhook/contract/console/console-entities';
import type { CallStatus, Disposition } from '@offhook/contract/entities';
import { localTime } from '@offhook/contract/weekly-schedule';
import type { Stopwatch } from '../../calls/core/stopwatch.ts';

/** A call of the day. Times are ms since 1970. */
export interface DayCall {
  readonly leadId: number | null;
  readonly status: CallStatus;
  readonly result: Disposition | null;
  readonly startedAt: number;
  readonly talkStartedAt: number | null;
  readonly endedAt: number | null;
  /** Of conversation; 0 until it ended. */
  readonly seconds: number;
}

export type LeadOutcome = 'removed' | 'contacted' | 'missed' | 'open';

/** What became of a lead by all its calls of the day, oldest first. */
export function outcomeOf(calls: readonly DayCall[]): LeadOutcome {
  if (calls.some(({ result }) => result === 'removed')) return 'removed';
  if (calls.some(({ result }) => result === 'contacted')) return 'contacted';
  // What the agent says goes before what the network says: a machine talks too.
  if (calls.some(({ result, talkStartedAt }) => result === null && talkStartedAt !== null))
    return 'contacted';
  return calls.some(({ endedAt }) => endedAt === null) ? 'open' : 'missed';
}

const LOST: Readonly<Record<CallStatus, string>> = {
  ringing: 'Still ringing',
  'in-progress': 'Still in progress',
  completed: 'Nobody was reached',
  missed: 'No agent accepted',
  busy: 'The lead’s line was busy',
  offline: 'No agent was available',
  ignored: 'Every agent ignored the ring',
  canceled: 'Hung up before anybody accepted',
  failed: 'The call could not be connected',
  'no-answer': 'The lead did not answer',
};

/** In plain words, by the lead's last call. */
export function lostBecause({ status, result }: DayCall): string {
  return result === 'voicemail' ? 'Reached only a voicemail' : LOST[status];
}

export interface HourCount {
  readonly hour: number;
  leads: number;
  contacted: number;
  missed: number;
}

export interface Day {
  readonly leads: number;
  readonly contacted: number;
  readonly missed: number;
  readonly removed: number;
  readonly longestSeconds: number;
  readonly lost: { readonly reason: string; readonly count: number }[];
  /** A lead counts in the hour of its first call of the day. */
  readonly hours: HourCount[];
}

/** @param calls of one day, in any order @param now in the time zone's day */
export function dayOf(calls: readonly DayCall[], timeZone: string, now: number): Day {
  const byLead = new Map<number, DayCall[]>();
  let longestSeconds = 0;
  for (const call of calls) {
    longestSeconds = Math.max(longestSeconds, secondsSoFar(call, now));
    if (call.leadId === null) continue;
    const known = byLead.get(call.leadId);
    if (known) known.push(call);
    else byLead.set(call.leadId, [call]);
  }
  const hours = Array.from({ length: hourOf(timeZone, now) + 1 }, (_, hour) => ({
    hour,
    leads: 0,
    contacted: 0,
    missed: 0,
  }));
  const count = { contacted: 0, missed: 0, removed: 0, open: 0 };
  const lost = new Map<string, number>();
  for (const unsorted of byLead.values()) {
    const own = unsorted.toSorted((a, b) => a.startedAt - b.startedAt);
    const [first] = own;
    const last = own.at(-1);
    if (!first || !last) continue;
    const outcome = outcomeOf(own);
    count[outcome] += 1;
    const hour = hours[hourOf(timeZone, first.startedAt)];
    if (hour) {
      hour.leads += 1;
      if (outcome === 'contacted' || outcome === 'missed') hour[outcome] += 1;
    }
    if (outcome === 'missed') lost.set(lostBecause(last), (lost.get(lostBecause(last)) ?? 0) + 1);
    if (outcome === 'removed') lost.set(REMOVED, (lost.get(REMOVED) ?? 0) + 1);
  }
  return {
    leads: byLead.size,
    contacted: count.contacted,
    missed: count.missed,
    removed: count.removed,
    longestSeconds,
    lost: [...lost]
      .map(([reason, of]) => ({ reason, count: of }))
      .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)),
    hours,
  };
}

const REMOVED = 'Asked not to be called again';

function secondsSoFar({ talkStartedAt, endedAt, seconds }: DayCall, now: number): number {
  if (endedAt !== null || talkStartedAt === null) return seconds;
  return Math.max(0, Math.round((now - talkStartedAt) / 1000));
}

function hourOf(timeZone: string, at: number): number {
  return Math.floor(localTime(timeZone, at).minute / 60);
}

/** The smallest value that so many of a hundred are not above (nearest rank); null of nothing. */
export function percentile(values: readonly number[], percent: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null;
}

export interface StepTimes {
  readonly p50_ms: number | null;
  readonly p90_ms: number | null;
  readonly count: number;
}

/** A call that did not come so far counts for none of the later steps. */
export function stepTimes(calls: readonly Stopwatch[]): Record<StepName, StepTimes> {
  const of = (step: StepName): StepTimes => {
    const values = calls.flatMap((call) => call[step] ?? []);
    return { p50_ms: percentile(values, 50), p90_ms: percentile(values, 90), count: values.length };
  };
  return {
    intake: of('intake'),
    schedule: of('schedule'),
    routing: of('routing'),
    ring: of('ring'),
    accept: of('accept'),
    dial: of('dial'),
    answer: of('answer'),
  };
}
