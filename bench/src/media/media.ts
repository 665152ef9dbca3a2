/** Measures CPU per leg and added delay, for two parties and for conferences of three. */
import { alternate } from '../statistics.ts';
import { figure, printTable } from '../table.ts';
import { measureEcho } from './echo.ts';
import { embeddedMedia } from './embedded-media.ts';
import { hasJanus, janusBridge } from './janus.ts';
import { type MediaServer, measure, type Run, weriftBaseline } from './run.ts';

const LEGS = 10;
const CONFERENCE_LEGS = 12;
const SECONDS = 6;
const REPETITIONS = 5;
const ATTEMPTS = 3;

const cpuOf = (runs: readonly Run[]) => runs.map((run) => run.cpu);
const delaysOf = (runs: readonly Run[]) => runs.flatMap((run) => run.delays);
const lostOf = (runs: readonly Run[]): string => runs.map((run) => run.lost).join(', ');

/** Repeats a run whose connections failed or carried nothing, as happens on an overloaded machine. */
async function measureWithRetries(
  open: () => Promise<MediaServer>,
  legs: number,
  size: number,
): Promise<Run> {
  for (let attempt = 1; ; attempt += 1) {
    const run = await measure(await open(), legs, size, SECONDS);
    if (run.lost < run.delays.length) return run;
    if (attempt === ATTEMPTS) throw new Error('The machine is too busy to measure');
  }
}

export async function benchMedia(): Promise<void> {
  await benchForwarding();
  await benchConferences();
}

async function benchForwarding(): Promise<void> {
  const echoCpu: number[] = [];
  const runs = await alternate(
    REPETITIONS,
    async () => {
      echoCpu.push(await measureEcho(LEGS, SECONDS));
      return measureWithRetries(embeddedMedia, LEGS, 2);
    },
    () => measureWithRetries(async () => weriftBaseline('relay-main.ts'), LEGS, 2),
  );
  printTable(`Two parties forwarded, ${LEGS} legs, 50 packets per second each way`, [
    figure('CPU per leg and second', 'ms', cpuOf(runs.ours), '2.5, and half the relay', [
      'a werift relay',
      cpuOf(runs.baseline),
    ]),
    figure('CPU per leg and second', 'ms', cpuOf(runs.ours), 'the lower bound in Node', [
      'a bare UDP echo in Node',
      echoCpu,
    ]),
    figure('from write to read, both ends werift', 'ms', delaysOf(runs.ours), 'p50 2 added', [
      'a werift relay',
      delaysOf(runs.baseline),
    ]),
  ]);
  console.log(`lost packets: ours ${lostOf(runs.ours)}; relay ${lostOf(runs.baseline)}`);
}

async function benchConferences(): Promise<void> {
  const baselines = [
    { name: 'werift with a mixer', open: async () => weriftBaseline('mixer-main.ts') },
    ...(hasJanus()
      ? [
          { name: 'Janus AudioBridge, prebuffer 2', open: () => janusBridge(2) },
          { name: 'Janus AudioBridge, default', open: () => janusBridge(6) },
        ]
      : []),
  ];
  const ours: Run[] = [];
  const baselineRuns = baselines.map((): Run[] => []);
  for (let i = 0; i < REPETITIONS; i += 1) {
    ours.push(await measureWithRetries(embeddedMedia, CONFERENCE_LEGS, 3));
    for (const [at, baseline] of baselines.entries())
      baselineRuns[at]?.push(await measureWithRetries(baseline.open, CONFERENCE_LEGS, 3));
  }
  const rows = baselines.map(({ name }, at) => ({ name, runs: baselineRuns[at] ?? [] }));
  printTable(`Conferences of three, ${CONFERENCE_LEGS} legs, 50 packets per second each way`, [
    ...rows.map(({ name, runs }) =>
      figure('CPU per leg and second', 'ms', cpuOf(ours), '3, and half the baseline', [name, cpuOf(runs)]),
    ),
    ...rows.map(({ name, runs }) =>
      figure('from write to read, both ends werift', 'ms', delaysOf(ours), 'p50 35 added', [
        name,
        delaysOf(runs),
      ]),
    ),
  ]);
  console.log(
    `lost clicks: ours ${lostOf(ours)}; ${rows.map(({ name, runs }) => `${name} ${lostOf(runs)}`).join('; ')}`,
  );
  if (!hasJanus()) console.log('Janus AudioBridge: skipped, Janus is not installed');
}
