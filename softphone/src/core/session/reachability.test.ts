import { expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import { type EventInput, presence, run, signedInAs } from '../sample-events.ts';

const START = 1_000_000;
const answered = presence();
const connected: PhoneEvent = { type: 'realtimeConnected' };
const registered: PhoneEvent = { type: 'deviceRegistered' };
const afterSuspension = (second: number): PhoneEvent => ({
  type: 'clockTicked',
  at: START + second * 1_000,
  wasSuspended: true,
});

const started: readonly PhoneEvent[] = [...signedInAs(), connected, registered];
/** Ready at second 0. */
const ready: readonly PhoneEvent[] = [...started, answered, ...seconds(0, 0, [answered])];

/** Clock ticks; every fourth one sends a report, followed by `answers`. */
function seconds(from: number, to: number, answers: readonly PhoneEvent[] = []): readonly PhoneEvent[] {
  const events: PhoneEvent[] = [];
  for (let second = from; second <= to; second += 1) {
    const at = START + second * 1_000;
    events.push({ type: 'clockTicked', at, wasSuspended: false });
    if (second % 4 === 0) events.push({ type: 'presenceTicked', at }, ...answers);
  }
  return events;
}

function offlineAt(events: readonly PhoneEvent[]): readonly number[] {
  const shown = new Set<number>();
  for (let count = 1; count <= events.length; count += 1) {
    const event = events[count - 1];
    const { reachability } = run(events.slice(0, count)).state;
    if (reachability.offline && event?.type === 'clockTicked') shown.add((event.at - START) / 1_000);
  }
  return [...shown];
}

const lost: readonly [string, readonly PhoneEvent[]][] = [
  ['network', [{ type: 'networkLost' }]],
  ['realtime connection', [{ type: 'realtimeLost' }]],
  ['device', [{ type: 'deviceUnregistered' }]],
];

test.each(lost)('a lost %s is shown after 2 s', (_what, loss) => {
  const back = [answered];
  // A response corrects a browser that is wrong about its network, so there's none here.
  expect(offlineAt([...ready, ...seconds(1, 1, back), ...loss, ...seconds(2, 6)])).toEqual([4, 5, 6]);
});

test("a loss of less than 2 s isn't shown", () => {
  const shortLoss: readonly PhoneEvent[] = [{ type: 'realtimeLost' }, ...seconds(2, 3), connected];
  expect(offlineAt([...ready, ...seconds(1, 1), ...shortLoss, ...seconds(4, 20, [answered])])).toEqual([]);
});

test('a server that stops responding is noticed within 5 s of its last response', () => {
  const { state } = run([ready, seconds(1, 5)]);
  expect(state.reachability).toMatchObject({ offline: true, lostSince: START });
  expect(offlineAt([...ready, ...seconds(1, 4)])).toEqual([]);
});

test("a report that is answered within a second isn't a loss", () => {
  expect(offlineAt([...ready, ...seconds(1, 4), answered, ...seconds(5, 8), answered])).toEqual([]);
});

test("a response ends the loss immediately, and the page shows for a few seconds that it's back online", () => {
  const back = [...ready, ...seconds(1, 9), answered];
  expect(run(back).state.reachability).toMatchObject({ offline: false, lostSince: null });
  expect(run(back).state.reachability.backOnlineTicksLeft).toBeGreaterThan(0);
  expect(run([back, seconds(10, 20, [answered])]).state.reachability.backOnlineTicksLeft).toBe(0);
});

test('with two overlapping losses, the phone is offline from the first one until both end', () => {
  const both: EventInput = [ready, seconds(1, 1), 'realtimeLost', seconds(2, 9)];
  const { state } = run([both, answered, seconds(10, 10)]);
  expect(state.reachability).toMatchObject({ offline: true, lostSince: START + 2_000 });
});

test('a response corrects a browser that wrongly reports no network', () => {
  const falseLoss: readonly PhoneEvent[] = [{ type: 'networkLost' }, answered];
  expect(offlineAt([...ready, ...seconds(1, 1), ...falseLoss, ...seconds(2, 12, [answered])])).toEqual([]);
});

test('a starting phone has 10 s to get ready before it shows as offline', () => {
  const slow = [...signedInAs(), ...seconds(0, 9, [answered]), connected, registered, answered];
  expect(offlineAt([...slow, ...seconds(10, 20, [answered])])).toEqual([]);
  expect(offlineAt([...signedInAs(), ...seconds(0, 12, [answered])])).toEqual([10, 11, 12]);
});

test('a phone that moves here from another device starts over', () => {
  const moved = { ...answered, phone: false } as const;
  const back = [...ready, moved, ...seconds(1, 30), answered, ...seconds(31, 39, [answered])];
  expect(offlineAt(back)).toEqual([]);
});

test("a tab that isn't the phone doesn't show as offline", () => {
  const elsewhere = [...ready, { ...answered, phone: false } as const, ...seconds(1, 40)];
  const otherPage = [...ready, { type: 'pageLockLost' } as const, ...seconds(1, 40)];
  expect([offlineAt(elsewhere), offlineAt(otherPage)]).toEqual([[], []]);
});

test("the phone doesn't wait for a server without presence reports, but shows other losses", () => {
  const quiet = [...started, { type: 'presenceNotOffered' } as const, ...seconds(0, 30)];
  expect(offlineAt(quiet)).toEqual([]);
  expect(offlineAt([...quiet, { type: 'networkLost' }, ...seconds(31, 34)])).toEqual([33, 34]);
});

test("a suspended page doesn't flash offline when it resumes", () => {
  const running = [...ready, ...seconds(1, 4)];
  const awake: readonly PhoneEvent[] = [{ type: 'pageResumed' }, afterSuspension(604), ...seconds(605, 608)];
  const reconnected = [connected, { type: 'deviceUnregistered' } as const, registered, answered];
  expect(offlineAt([...running, ...awake, ...reconnected, ...seconds(609, 620, [answered])])).toEqual([]);
});

test('a suspended page that lost its network shows as offline', () => {
  const awake: readonly PhoneEvent[] = [
    ...ready,
    { type: 'pageResumed' },
    afterSuspension(600),
    ...seconds(601, 606),
  ];
  expect(offlineAt(awake)).toEqual([605, 606]);
});

test('clock ticks change nothing while everything is connected', () => {
  const { state } = run([ready, seconds(1, 1)]);
  expect(run([ready, seconds(1, 2)]).state.reachability).toEqual(state.reachability);
});

const RECONNECT_EVENTS: readonly (readonly [string, PhoneEvent])[] = [
  ['Try now', { type: 'tryNowClicked' }],
  ['The return of the network', { type: 'networkReturned' }],
];

test.each(RECONNECT_EVENTS)(
  '%s reconnects realtime and device, and reports without waiting for the previous report',
  (_, event) => {
    const unregistered: EventInput = [ready, 'deviceUnregistered', seconds(1, 3)];
    expect(run([unregistered, event]).last).toEqual([
      { type: 'reconnectRealtime' },
      { type: 'recreateDevice' },
      expect.objectContaining({ type: 'reportPresence', immediate: true }),
    ]);
  },
);

test.each(RECONNECT_EVENTS)('%s requests the missing token', (_, event) => {
  const missing: EventInput = [signedInAs(), { type: 'tokenFailed', purpose: 'register', at: START }];
  expect(run([missing, event]).last).toContainEqual({
    type: 'fetchToken',
    purpose: 'register',
  });
});

test.each(RECONNECT_EVENTS)('%s recreates a device that was lost together with its token', (_, event) => {
  const missing: EventInput = [
    ready,
    'deviceUnregistered',
    { type: 'tokenFailed', purpose: 'register', at: START },
  ];
  const { last } = run([missing, event]);
  expect(last).toContainEqual({ type: 'fetchToken', purpose: 'register' });
  expect(last).toContainEqual({ type: 'recreateDevice' });
});

test.each(RECONNECT_EVENTS)('%s leaves a registered device alone', (_, event) => {
  expect(run([ready, event]).last.map(({ type }) => type)).toEqual(['reconnectRealtime', 'reportPresence']);
});
