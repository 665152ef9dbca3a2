import type { StepName } from '@offhook/contract/console/board-entities';
import type { CallStatus, Disposition } from '@offhook/contract/entities';
import { localTime } from '@offhook/contract/weekly-schedule';
import type { Stopwatch } from '../../calls/core/stopwatch.ts';
import { english } from '../../platform/core/sentences.ts';

/** Times are ms since 1970. */
export interface DayCall {
  readonly leadId: number | null;
  readonly status: CallStatus;
  readonly result: Disposition | null;
  readonly startedAt: number;
  readonly talkStartedAt: number | null;
  readonly endedAt: number | null;
  readonly seconds: number;
}

export type LeadOutcome = 'removed' | 'contacted' | 'missed' | 'open';

/** @param calls oldest first */
export function leadOutcome(calls: readonly DayCall[]): LeadOutcome {
  if (calls.some(({ result }) => result === 'removed')) return 'removed';
  // A parked lead that no agent picked up still waits.
  const talks = calls.filter(({ status, talkStartedAt }) => status !== 'missed' || talkStartedAt === null);
  if (talks.some(({ result }) => result === 'contacted')) return 'contacted';
  // The agent's result wins, because an answering machine also counts as a conversation.
  if (talks.some(({ result, talkStartedAt }) => result === null && talkStartedAt !== null))
    return 'contacted';
  return calls.some(({ endedAt }) => endedAt === null) ? 'open' : 'missed';
}

const LOST_REASONS: Readonly<Record<CallStatus, string>> = {
  ringing: english({ id: 'lost.ringing' }),
  'in-progress': english({ id: 'lost.inProgress' }),
  completed: english({ id: 'lost.completed' }),
  missed: english({ id: 'lost.missed' }),
  busy: english({ id: 'lost.agentsBusy' }),
  offline: english({ id: 'lost.offline' }),
  ignored: english({ id: 'lost.ignored' }),
  canceled: english({ id: 'lost.canceled' }),
  failed: english({ id: 'lost.failed' }),
  'no-answer': english({ id: 'callReason.leadNoAnswer' }),
};

export const VOICEMAIL_REASON = english({ id: 'lost.voicemail' });
export const REMOVED_REASON = english({ id: 'lost.removed' });

/** Of a lead whose last call had this status. */
export const missedReason = (status: CallStatus): string => LOST_REASONS[status];

export function lostReason({ status, result }: DayCall): string {
  return result === 'voicemail' ? VOICEMAIL_REASON : missedReason(status);
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
  readonly hours: HourCount[];
}

export function summarizeDay(calls: readonly DayCall[], timeZone: string, now: number): Day {
  const byLead = new Map<number, DayCall[]>();
  let longestSeconds = 0;
  for (const call of calls) {
    longestSeconds = Math.max(longestSeconds, secondsSoFar(call, now));
    if (call.leadId === null) continue;
    const existing = byLead.get(call.leadId);
    if (existing) existing.push(call);
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
    const leadCalls = unsorted.toSorted((a, b) => a.startedAt - b.startedAt);
    const [first] = leadCalls;
    const last = leadCalls.at(-1);
    if (!first || !last) continue;
    const outcome = leadOutcome(leadCalls);
    count[outcome] += 1;
    const hour = hours[hourOf(timeZone, first.startedAt)];
    if (hour) {
      hour.leads += 1;
      if (outcome === 'contacted' || outcome === 'missed') hour[outcome] += 1;
    }
    if (outcome === 'missed') lost.set(lostReason(last), (lost.get(lostReason(last)) ?? 0) + 1);
    if (outcome === 'removed') lost.set(REMOVED_REASON, (lost.get(REMOVED_REASON) ?? 0) + 1);
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

function secondsSoFar({ talkStartedAt, endedAt, seconds }: DayCall, now: number): number {
  if (endedAt !== null || talkStartedAt === null) return seconds;
  return Math.max(0, Math.round((now - talkStartedAt) / 1000));
}

function hourOf(timeZone: string, at: number): number {
  return Math.floor(localTime(timeZone, at).minute / 60);
}

/** Nearest rank; null for no values. */
export function percentile(values: readonly number[], percent: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null;
}

export interface StepTimes {
  readonly p50_ms: number | null;
  readonly p90_ms: number | null;
  readonly count: number;
}

/** Calls count only for the steps that they reached. */
export function summarizeSteps(calls: readonly Stopwatch[]): Record<StepName, StepTimes> {
  const summarize = (step: StepName): StepTimes => {
    const values = calls.flatMap((call) => call[step] ?? []);
    return { p50_ms: percentile(values, 50), p90_ms: percentile(values, 90), count: values.length };
  };
  return {
    intake: summarize('intake'),
    schedule: summarize('schedule'),
    routing: summarize('routing'),
    ring: summarize('ring'),
    accept: summarize('accept'),
    dial: summarize('dial'),
    answer: summarize('answer'),
  };
}
