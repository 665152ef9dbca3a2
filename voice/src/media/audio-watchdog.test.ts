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
  ['who speaks is not missed', [begin(0), heard(4000), look(7900)], []],
  ['four seconds of silence are told', [begin(0), heard(1000), look(4900), look(5150)], ['lost 4150']],
  ['and told once', [begin(0), look(5000), look(9000), look(20_000)], ['lost 5000']],
  ['who never spoke is missed too', [begin(1000), look(6000)], ['lost 5000']],
  ['who comes back is found', [begin(0), look(5000), heard(7000), heard(7020)], ['lost 5000', 'found']],
  ['who was not missed is not found', [begin(0), heard(100)], []],
  [
    'the end of consent is told on top',
    [begin(0), look(5000), look(20_000, false), look(31_000, false), look(60_000, false)],
    ['lost 5000', 'lost 31000'],
  ],
  ['silence with consent is told once only', [begin(0), look(5000), look(60_000)], ['lost 5000']],
  [
    'and begins anew after a return',
    [begin(0), look(5000), heard(6000), look(12_000)],
    ['lost 5000', 'found', 'lost 6000'],
  ],
  ['who has left is not missed', [begin(0), end, look(9000), heard(9001)], []],
])('%s', (_sentence, steps, expected) => {
  expect(watch(steps)).toEqual(expected);
});
