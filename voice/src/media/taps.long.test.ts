import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { scratchFolder } from '../testing/scratch.ts';
import { until } from '../testing/until.ts';
import { LevelMeter } from './core/audio/level-meter.ts';
import { wavHeader } from './core/audio/wav.ts';
import { addCarrier, connectCaller, setHears, setUp, type TestEngine, waitForTone } from './test-engine.ts';

const framesOf = ({ reports }: TestEngine, tap: string) =>
  reports.flatMap((report) => (report.type === 'tapFrame' && report.tap === tap ? [report.frame] : []));

/** Which of the tones are in the tap's newest 100 ms. */
function tonesIn(engine: TestEngine, tap: string, tones: readonly number[]): readonly number[] {
  const meter = new LevelMeter();
  for (const frame of framesOf(engine, tap).slice(-5)) meter.add(frame, 0);
  const levels = meter.toneLevels(tones);
  return tones.filter((_, index) => (levels[index] ?? 0) > 0.03);
}

const waitForTones = (engine: TestEngine, tap: string, expected: readonly number[]) =>
  until(
    () => tonesIn(engine, tap, [300, 600, 900]).join() === expected.join(),
    `${expected.join(' and ')} Hz in ${tap}`,
  );

test('taps of two forwarded browsers hear what each hears and says', async (context) => {
  const { expect, engine } = setUp(context);
  const [one, two] = [await connectCaller(engine, 'CA1'), await connectCaller(engine, 'CA2')];
  await setHears(engine, { CA1: ['CA2'], CA2: ['CA1'] });
  one.speak(300);
  two.speak(900);
  for (const side of ['hears', 'says', 'both'] as const)
    await engine.send({ type: 'openTap', tap: side, leg: 'CA1', side });
  await waitForTones(engine, 'hears', [900]);
  await waitForTones(engine, 'says', [300]);
  await waitForTones(engine, 'both', [300, 900]);
  await waitForTone(two, 300);
  await engine.send({ type: 'closeLeg', leg: 'CA1' });
  const closed = engine.reports.flatMap((report) => (report.type === 'tapClosed' ? [report.tap] : []));
  expect(closed.sort()).toEqual(['both', 'hears', 'says']);
  const counts = ['hears', 'says', 'both'].map((tap) => framesOf(engine, tap).length);
  const before = two.received.length;
  await until(() => two.received.length > before + 20, 'more audio for the other browser');
  expect(['hears', 'says', 'both'].map((tap) => framesOf(engine, tap).length)).toEqual(counts);
});

test('a tap of a conference member hears the mix without its own voice, and the file that is played', async (context) => {
  const { engine } = setUp(context);
  const peer = await connectCaller(engine, 'CA1');
  peer.speak(900);
  await addCarrier(engine, 'CA2', 300);
  await addCarrier(engine, 'CA3', 600);
  await setHears(engine, { CA1: ['CA2', 'CA3'], CA2: ['CA1', 'CA3'], CA3: ['CA1'] });
  await engine.send({ type: 'openTap', tap: 'T1', leg: 'CA1', side: 'hears' });
  await engine.send({ type: 'openTap', tap: 'T2', leg: 'CA2', side: 'hears' });
  await waitForTones(engine, 'T1', [300, 600]);
  await waitForTones(engine, 'T2', [600, 900]);
  // A simulated party that hears only one other is forwarded to; then it also hears a sound.
  await engine.send({ type: 'openTap', tap: 'T3', leg: 'CA3', side: 'hears' });
  await waitForTones(engine, 'T3', [900]);
  const sounds = [{ kind: 'tone', frequencies: [300], onMs: 1000, offMs: 0 }] as const;
  await engine.send({ type: 'play', leg: 'CA3', play: 'P1', sounds, loop: true });
  await waitForTones(engine, 'T3', [300, 900]);
});

test('a spoken text replaces the audio of its leg, for others and for taps', async (context) => {
  const { engine } = setUp(context);
  const [one, two] = [await connectCaller(engine, 'CA1'), await connectCaller(engine, 'CA2')];
  await setHears(engine, { CA1: ['CA2'], CA2: ['CA1'] });
  one.speak(300);
  await waitForTone(two, 300);
  await engine.send({ type: 'openTap', tap: 'T1', leg: 'CA1', side: 'says' });
  const path = join(scratchFolder(context.onTestFinished), 'text.wav');
  const speech = Int16Array.from(
    { length: 16_000 },
    (_, i) => 9000 * Math.sin((2 * Math.PI * 600 * i) / 8000),
  );
  await writeFile(path, Buffer.concat([wavHeader(1, speech.byteLength), Buffer.from(speech.buffer)]));
  const from = two.received.length;
  const heard = waitForTone(two, 600, from);
  const tapped = waitForTones(engine, 'T1', [600]);
  await engine.send({ type: 'speak', leg: 'CA1', sounds: [{ kind: 'file', path }] });
  await Promise.all([heard, tapped]);
  await waitForTone(two, 300);
});
