import { CALL_STATUSES } from '@offhook/contract/calls/call-kinds';
import type {
  CallRates,
  CostItem,
  ReportTotals,
  SourceKind,
} from '@offhook/contract/console/report-entities';
import { COST_ITEMS, SOURCE_KINDS } from '@offhook/contract/console/report-entities';
import type { Counts, Durations, ValueCount } from './figures.ts';
import { missedReason, REMOVED_REASON, VOICEMAIL_REASON } from './lost-reasons.ts';

const SOURCES_LISTED = 100;

export function outcomesOf({ leads, contacted, voicemail, missed, removed }: Counts) {
  const concluded = contacted + voicemail + missed + removed;
  return {
    ...{ leads, contacted, voicemail, missed, removed },
    open: leads - concluded,
    contact_rate: ratio(contacted, concluded),
  };
}

export function figuresOf(counts: Counts, speed: Durations) {
  return {
    ...outcomesOf(counts),
    calls: counts.calls,
    contacted_calls: counts.contacted_calls,
    missed_rings: counts.missed_rings,
    talk_seconds: counts.talk_seconds,
    hold_seconds: Math.round(counts.hold_ms / 1000),
    wrap_up_seconds: Math.round(counts.wrap_up_ms / 1000),
    speed,
  };
}

export function totalsOf(counts: Counts, speed: Durations, rates: CallRates): ReportTotals {
  return {
    ...figuresOf(counts, speed),
    dialed: counts.dialed,
    answered: counts.answered,
    answer_rate: ratio(counts.answered, counts.dialed),
    inbound: counts.inbound,
    inbound_taken: counts.inbound_taken,
    minutes: counts.browser_minutes + counts.outbound_minutes + counts.inbound_minutes,
    cost: costOf(counts, rates).total,
  };
}

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

const QUANTITIES: Readonly<Record<CostItem, (counts: Counts) => number>> = {
  browser: ({ browser_minutes }) => browser_minutes,
  outbound: ({ outbound_minutes }) => outbound_minutes,
  inbound: ({ inbound_minutes }) => inbound_minutes,
  recording: ({ recording_minutes }) => recording_minutes,
  text: ({ texts }) => texts,
};

export function costOf(counts: Counts, rates: CallRates) {
  const items = COST_ITEMS.map((item) => {
    const quantity = QUANTITIES[item](counts);
    return { item, quantity, rate: rates[item], amount: roundAmount(quantity * rates[item]) };
  });
  return { items, total: roundAmount(items.reduce((sum, { amount }) => sum + amount, 0)) };
}

/** A hundredth of a cent: a single text costs less than one. */
const roundAmount = (amount: number) => Math.round(amount * 10_000) / 10_000;

/** Most frequent first. */
export function lostReasons(counts: Counts, lastStatuses: readonly ValueCount[]) {
  const missed = lastStatuses.flatMap(({ value, count }) => {
    const status = CALL_STATUSES[value];
    return status === undefined ? [] : [{ reason: missedReason(status), count }];
  });
  return [
    ...missed,
    { reason: VOICEMAIL_REASON, count: counts.voicemail },
    { reason: REMOVED_REASON, count: counts.removed },
  ]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

export function attemptsOf(values: readonly ValueCount[]) {
  return values
    .map(({ value, count }) => ({ attempt: value, leads: count }))
    .sort((a, b) => a.attempt - b.attempt);
}

/** A source's key is its kind, and for a form or CRM its name after a colon. */
export function parseSource(key: string): { readonly kind: SourceKind; readonly name: string | null } {
  const colon = key.indexOf(':');
  const start = colon < 0 ? key : key.slice(0, colon);
  const kind = SOURCE_KINDS.find((one) => one === start) ?? 'other';
  return { kind, name: colon < 0 ? null : key.slice(colon + 1) };
}

/** Most leads first; those after the first 100 are one. */
export function sourcesOf(
  groups: readonly { readonly key: string; readonly counts: Counts; readonly speed: Durations }[],
) {
  const sorted = groups.toSorted(
    (a, b) => b.counts.leads - a.counts.leads || b.counts.calls - a.counts.calls || (a.key < b.key ? -1 : 1),
  );
  const listed = sorted.slice(0, SOURCES_LISTED).map(({ key, counts, speed }) => ({
    key,
    ...parseSource(key),
    ...figuresOf(counts, speed),
  }));
  const rest = sorted.slice(SOURCES_LISTED);
  const [first] = rest;
  if (!first) return listed;
  const sum = Object.fromEntries(
    Object.keys(first.counts).map((name) => [
      name,
      rest.reduce((total, { counts }) => total + counts[name as keyof Counts], 0),
    ]),
  ) as unknown as Counts;
  const none = { p50_ms: null, p90_ms: null, count: 0 };
  return [...listed, { key: 'other', kind: 'other' as const, name: null, ...figuresOf(sum, none) }];
}
