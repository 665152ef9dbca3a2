import { expect, test } from 'vitest';
import { AudioWatchdog } from './audio-watchdog.ts';

type Step = (watchdog: AudioWatchdog) => void;
const watch =
  (now: number): Step =>
  (watchdog) =>
    watchdog.watch('CA1', now);
const receive =
  (now: number): Step =>
  (watchdog) =>
    watchdog.audioReceived('CA1', now);
const unwatch: Step = (watchdog) => watchdog.unwatch('CA1');
const check =
  (now: number, consent = true): Step =>
  (watchdog) =>
    watchdog.check(now, () => consent);

function run(steps: readonly Step[]): readonly string[] {
  const reports: string[] = [];
  const watchdog = new AudioWatchdog((report) => {
    reports.push(report.type === 'lost' ? `lost ${report.silentMs}` : report.type);
  }, 30_000);
  for (const step of steps) step(watchdog);
  return reports;
}

test.each<[string, readonly Step[], readonly string[]]>([
  ['a leg with audio is not reported', [watch(0), receive(4000), check(7900)], []],
  ['4 s of silence are reported', [watch(0), receive(1000), check(4900), check(5150)], ['lost 4150']],
  ['silence is reported once', [watch(0), check(5000), check(9000), check(20_000)], ['lost 5000']],
  ['a leg that never sent audio is reported', [watch(1000), check(6000)], ['lost 5000']],
  [
    'a leg that sends audio again is reported as found',
    [watch(0), check(5000), receive(7000), receive(7020)],
    ['lost 5000', 'found'],
  ],
  ['a leg that was not lost is not reported as found', [watch(0), receive(100)], []],
  [
    'silence after the consent expired is reported again',
    [watch(0), check(5000), check(20_000, false), check(31_000, false), check(60_000, false)],
    ['lost 5000', 'lost 31000'],
  ],
  ['silence with consent is reported only once', [watch(0), check(5000), check(60_000)], ['lost 5000']],
  [
    'a leg that was found can be reported as lost again',
    [watch(0), check(5000), receive(6000), check(12_000)],
    ['lost 5000', 'found', 'lost 6000'],
  ],
  ['an unwatched leg is not reported', [watch(0), unwatch, check(9000), receive(9001)], []],
])('%s', (_name, steps, expected) => {
  expect(run(steps)).toEqual(expected);
});
