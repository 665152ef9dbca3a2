import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import { disconnected, KEY, run, signedInAs, talk } from '../sample-events.ts';
import { feedbackQuestion, soundTrouble } from './call-sound.ts';
import {
  type LineMeasurement,
  type SoundTrouble,
  STALLED_AFTER_MS,
  unwatched,
  updateSoundWatch,
} from './sound-watch.ts';

const START = 1_000_000;

/** A good call, `second` seconds after its first measurement; reports come every other second. */
function goodMeasure(second: number, changed: Partial<LineMeasurement> = {}): LineMeasurement {
  return {
    at: START + second * 1000,
    packetsReceived: 50 * second,
    packetsSent: 50 * second,
    report: { at: START + 2000 * Math.floor(second / 2), lost: 0 },
    microphone: second / 1000,
    muted: false,
    ...changed,
  };
}

const seconds = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

function troubles(measures: readonly LineMeasurement[], paused = false): readonly (SoundTrouble | null)[] {
  let watch = unwatched;
  return measures.map((measure) => {
    watch = updateSoundWatch(watch, measure, paused);
    return watch.trouble;
  });
}

const after = (to: number, change: (second: number) => Partial<LineMeasurement>) => [
  ...seconds(0, 10).map((second) => goodMeasure(second)),
  ...seconds(11, to).map((second) => goodMeasure(second, change(second))),
];

const noPackets = { packetsReceived: 500 };
const noReports = { report: { at: START + 10_000, lost: 0 } };
const zeros = { microphone: 0.01 };

test.each<[string, readonly LineMeasurement[], SoundTrouble | null]>([
  ['a good call', after(40, () => ({})), null],
  ['packets stop coming', after(14, () => noPackets), 'notHearing'],
  ['packets stopped only recently', after(13, () => noPackets), null],
  ['packets stop and return', after(20, (second) => (second < 17 ? noPackets : {})), null],
  [
    'no packet ever arrived',
    seconds(0, 4).map((second) => goodMeasure(second, { packetsReceived: 0 })),
    'notHearing',
  ],
  ['the other end stops reporting', after(16, () => noReports), 'notHeard'],
  ['one report is missing', after(13, () => noReports), null],
  ['the other end reports again', after(22, (second) => (second < 18 ? noReports : {})), null],
  [
    'the other end reports a total loss',
    after(12, () => ({ report: { at: START + 12_000, lost: 1 } })),
    'notHeard',
  ],
  [
    'the other end reports a partial loss',
    after(30, (second) => ({ report: { at: START + second * 1000, lost: 0.5 } })),
    null,
  ],
  [
    'the other end never reports',
    seconds(0, 30).map((second) => goodMeasure(second, { report: null })),
    null,
  ],
  ['nothing is sent', after(30, () => ({ ...noReports, packetsSent: 500 })), null],
  ['the line is dead in both directions', after(30, () => ({ ...noPackets, ...noReports })), 'notHearing'],
  ['the microphone sends only zeros', after(14, () => zeros), 'silentMicrophone'],
  ['the microphone is muted by the agent', after(30, () => ({ ...zeros, muted: true })), null],
  [
    'the microphone is unmuted and sends only zeros',
    after(24, (second) => ({ ...zeros, muted: second < 20 })),
    'silentMicrophone',
  ],
  ['the microphone works again', after(20, (second) => (second < 18 ? zeros : {})), null],
  [
    'the browser measures nothing',
    seconds(0, 30).map((second) =>
      goodMeasure(second, { packetsReceived: null, packetsSent: null, report: null, microphone: null }),
    ),
    null,
  ],
])('trouble detection: %s', (_, measures, trouble) => {
  expect(troubles(measures).at(-1)).toBe(trouble);
});

test("a held call never shows trouble, and the watch restarts when it's resumed", () => {
  const dead = seconds(0, 30).map((second) => goodMeasure(second, { ...noPackets, ...zeros }));
  expect(troubles(dead, true).every((trouble) => trouble === null)).toBe(true);
  let watch = unwatched;
  for (const measure of dead) watch = updateSoundWatch(watch, measure, true);
  watch = updateSoundWatch(watch, goodMeasure(31, noPackets), false);
  expect(watch.trouble).toBeNull();
});

test('a microphone with a noise gate is reported once', () => {
  const gates = after(60, (second) => ({ microphone: Math.floor(second / 10) }));
  const reported = troubles(gates);
  expect(reported.slice(0, 20)).toContain('silentMicrophone');
  expect(reported.slice(22)).not.toContain('silentMicrophone');
});

describe('with a measurement at least once a second', () => {
  const gaps = fc.array(fc.integer({ min: 200, max: 1000 }), { minLength: 30, maxLength: 60 });

  function course(
    distances: readonly number[],
    from: number,
    broken: (n: number) => Partial<LineMeasurement>,
  ) {
    let at = START;
    return distances.map((distance, n) => {
      at += distance;
      const good: LineMeasurement = {
        at,
        packetsReceived: n,
        packetsSent: n,
        report: { at, lost: 0 },
        microphone: n,
        muted: false,
      };
      return n < from ? good : { ...good, ...broken(n) };
    });
  }

  test('a good call never shows trouble', () => {
    fc.assert(
      fc.property(gaps, (distances) => {
        const reported = troubles(course(distances, distances.length, () => ({})));
        expect(reported.every((trouble) => trouble === null)).toBe(true);
      }),
    );
  });

  test.each<[SoundTrouble, Partial<LineMeasurement>]>([
    ['notHearing', { packetsReceived: 9 }],
    ['silentMicrophone', { microphone: 9 }],
    ['notHeard', { report: { at: START + 1, lost: 0 } }],
  ])('%s is shown 3 to 5 s after the problem starts, and stays', (name, broken) => {
    fc.assert(
      fc.property(gaps, (distances) => {
        const measures = course(distances, 10, () => broken);
        const reported = troubles(measures);
        const since = measures[name === 'notHeard' ? 10 : 9]?.at ?? 0;
        measures.forEach(({ at }, n) => {
          if (at - since < Math.min(STALLED_AFTER_MS, 3_000)) expect(reported[n]).toBeNull();
          if (at - since >= 5_000) expect(reported[n]).toBe(name);
        });
      }),
    );
  });

  test('trouble ends with the first packets', () => {
    fc.assert(
      fc.property(gaps, (distances) => {
        const measures = course(distances, 10, (n) => (n < 25 ? { packetsReceived: 9 } : {}));
        expect(
          troubles(measures)
            .slice(25)
            .every((trouble) => trouble === null),
        ).toBe(true);
      }),
    );
  });
});

describe('in a call', () => {
  const measuredBy = (measure: LineMeasurement, callKey = KEY): PhoneEvent => ({
    type: 'lineMeasured',
    callKey,
    measure,
  });
  const agent = signedInAs();
  const silent = seconds(0, 6).map((second) => measuredBy(goodMeasure(second, { packetsReceived: 0 })));
  const trouble = (events: readonly PhoneEvent[]) => soundTrouble(run([agent, talk(), events]).state);

  test("the agent sees the problem and what to do, until it's fixed", () => {
    expect(trouble(silent)).toEqual({
      name: 'notHearing',
      text: 'No audio is coming in.',
      advice: 'Check your network, or hang up and call again.',
    });
    expect(trouble([...silent, measuredBy(goodMeasure(7))])).toBeNull();
  });

  test('no problem is shown for another call or on hold', () => {
    expect(trouble(silent.map((event) => ({ ...event, callKey: 'other' }) as PhoneEvent))).toBeNull();
    const held: readonly PhoneEvent[] = [
      { type: 'holdClicked' },
      { type: 'holdSucceeded', callId: 55, held: true, at: 1 },
    ];
    expect(trouble([...held, ...silent])).toBeNull();
  });

  test('the question after one-way audio suggests one-way audio; a silent microphone triggers no question', () => {
    const question = (events: readonly PhoneEvent[]) =>
      feedbackQuestion(run([agent, talk(), events, disconnected()]).state);
    expect(question(silent)).toBe('one-way-audio');
    expect(question([...silent, measuredBy(goodMeasure(7))])).toBe('one-way-audio');
    const quiet = seconds(0, 6).map((second) => measuredBy(goodMeasure(second, { microphone: 0 })));
    expect(question(quiet)).toBeNull();
  });
});
