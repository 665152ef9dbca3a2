import { expect, test } from 'vitest';
import { AudioWatchdog } from './audio-watchdog.ts';

type Step = (watchdog: AudioWatchdog) => void;
const begin =
  (now: number): Step =>
  (watchdog) =>
    watchdog.watch('CA1', now);
const heard =
  (now: number): Step =>
  (watchdog) =>
    watchdog.audioReceived('CA1', now);
const end: Step = (watchdog) => watchdog.unwatch('CA1');
const look =
  (now: number, consent = true): Step =>
  (watchdog) =>
    watchdog.check(now, () => consent);

function watch(steps: readonly Step[]): readonly string[] {
  const reports: string[] = [];
  const watchdog = new AudioWatchdog((report) => {
    reports.push(report.type === 'lost' ? `lost ${report.silentMs}` : report.type);
  }, 30_000);
  for (const step of steps) step(watchdog);
  return reports;
}

test.each<[string, readonly Step[], readonly string[]]>([
  ['a leg with audio is not reported', [begin(0), heard(4000), look(7900)], []],
  ['4 s of silence are reported', [begin(0), heard(1000), look(4900), look(5150)], ['lost 4150']],
  ['silence is reported once', [begin(0), look(5000), look(9000), look(20_000)], ['lost 5000']],
  ['a leg that never sent audio is reported', [begin(1000), look(6000)], ['lost 5000']],
  [
    'a leg that sends audio again is reported as found',
    [begin(0), look(5000), heard(7000), heard(7020)],
    ['lost 5000', 'found'],
  ],
  ['a leg that was not lost is not reported as found', [begin(0), heard(100)], []],
  [
    'expired consent is reported in addition',
    [begin(0), look(5000), look(20_000, false), look(31_000, false), look(60_000, false)],
    ['lost 5000', 'lost 31000'],
  ],
  ['silence with consent is reported only once', [begin(0), look(5000), look(60_000)], ['lost 5000']],
  [
    'a leg that returned can be reported again',
    [begin(0), look(5000), heard(6000), look(12_000)],
    ['lost 5000', 'found', 'lost 6000'],
  ],
  ['an unwatched leg is not reported', [begin(0), end, look(9000), heard(9001)], []],
])('%s', (_sentence, steps, expected) => {
  expect(watch(steps)).toEqual(expected);
});
