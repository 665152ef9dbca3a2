import { expect, test } from 'vitest';
import { type Freshness, type FreshnessEvent, freshness, initialFreshness } from './freshness.ts';

const START = 1_000_000;
const answered: FreshnessEvent = { type: 'checkAnswered' };
const channel = (connected: boolean): FreshnessEvent => ({ type: 'channelChanged', connected });
const network = (connected: boolean): FreshnessEvent => ({ type: 'networkChanged', connected });
const afterStop = (second: number): FreshnessEvent => ({
  type: 'ticked',
  at: START + second * 1_000,
  clockStopped: true,
});

/** Ticks every second, with a check every fourth; `answers` follow each check. */
function ticks(from: number, to: number, answers: readonly FreshnessEvent[] = []): FreshnessEvent[] {
  const events: FreshnessEvent[] = [];
  for (let second = from; second <= to; second += 1) {
    const at = START + second * 1_000;
    events.push({ type: 'ticked', at, clockStopped: false });
    if (second % 4 === 0) events.push({ type: 'checkSent', at }, ...answers);
  }
  return events;
}

function run(events: readonly FreshnessEvent[]): Freshness {
  return events.reduce(freshness, initialFreshness);
}

/** The seconds at which the page is marked as stale. */
function staleAt(events: readonly FreshnessEvent[]): readonly number[] {
  const shown = new Set<number>();
  events.reduce((state, event) => {
    const next = freshness(state, event);
    if (next.staleSince !== null && event.type === 'ticked') shown.add((event.at - START) / 1_000);
    return next;
  }, initialFreshness);
  return [...shown];
}

const live = [channel(true), ...ticks(0, 1, [answered])];

test.each([
  ['the network', network(false)],
  ['the channel', channel(false)],
])('a lost connection to %s marks the page as stale after 2 s', (_title, loss) => {
  expect(staleAt([...live, loss, ...ticks(2, 5)])).toEqual([4, 5]);
});

test('a server that stops answering is noticed within 5 s of its last answer', () => {
  expect(staleAt([...live, ...ticks(2, 6)])).toEqual([5, 6]);
  expect(run([...live, ...ticks(2, 6)]).staleSince).toBe(START);
});

test('a check answered within a second doesn’t mark the page as stale', () => {
  expect(staleAt([...live, ...ticks(2, 4), answered, ...ticks(5, 8)])).toEqual([]);
});

test('a connection lost for less than 2 s does not mark the page as stale', () => {
  const blip = [...live, channel(false), ...ticks(2, 3), channel(true)];
  expect(staleAt([...blip, ...ticks(4, 20, [answered])])).toEqual([]);
});

test('a page stops being stale when updates arrive again', () => {
  expect(run([...live, ...ticks(2, 9), answered]).staleSince).toBeNull();
  expect(run([...live, channel(false), ...ticks(2, 7), channel(true)]).staleSince).not.toBeNull();
  expect(run([...live, channel(false), ...ticks(2, 7, [answered]), channel(true)]).staleSince).toBeNull();
});

test('a page that is updated without the channel shows the time of its last update', () => {
  const lost = [...live, channel(false), ...ticks(2, 9, [answered])];
  expect(run(lost).staleSince).toBe(START + 2_000);
  const at = START + 9_500;
  expect(run([...lost, { type: 'updated', at }, ...ticks(10, 12)]).staleSince).toBe(at);
  expect(run([...live, { type: 'updated', at }]).staleSince).toBeNull();
});

test('an answer corrects a browser that wrongly reports no network', () => {
  expect(staleAt([...live, network(false), answered, ...ticks(2, 12, [answered])])).toEqual([]);
});

test('a new page has 10 s to connect', () => {
  expect(staleAt(ticks(0, 11, [answered]))).toEqual([10, 11]);
  expect(staleAt([...ticks(0, 9, [answered]), channel(true), ...ticks(10, 20, [answered])])).toEqual([]);
});

test('a resumed page is not marked as stale immediately', () => {
  const hidden = [...live, ...ticks(2, 4), afterStop(300), channel(false), ...ticks(301, 304, [answered])];
  expect(staleAt([...hidden, channel(true), ...ticks(305, 312, [answered])])).toEqual([]);
  expect(staleAt([...hidden, ...ticks(305, 306, [answered])])).toEqual([305, 306]);
});

test('a check left unanswered when the page froze is forgotten when the page resumes', () => {
  const frozen = run([...live, { type: 'checkSent', at: START + 4_000 }, afterStop(300)]);
  expect([frozen.unansweredSince, frozen.lastAnsweredAt, frozen.late]).toEqual([null, null, false]);
  const lost = [...live, { type: 'checkSent', at: START + 4_000 } as const, afterStop(300), network(false)];
  const { staleSince } = run([...lost, ...ticks(301, 312)]);
  expect(staleSince).toBeGreaterThanOrEqual(START + 300_000);
});
