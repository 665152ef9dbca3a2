/** CPU of a leg and the delay that we add: between two parties, and in conferences of three. */
import { alternate } from '../spread.ts';
import { figure, printTable } from '../table.ts';
import { measureEcho } from './echo.ts';
import { hasJanus, janusBridge } from './janus.ts';
import { ownMedia } from './own.ts';
import { type Carrier, measure, type Run, weriftPeer } from './run.ts';

const LEGS = 10;
const ROOM_LEGS = 12;
const SECONDS = 6;
const REPETITIONS = 5;
const ATTEMPTS = 3;

const cpu = (side: readonly Run[]) => side.map((run) => run.cpu);
const delay = (side: readonly Run[]) => side.flatMap((run) => run.delays);
const lost = (side: readonly Run[]): string => side.map((run) => run.lost).join(', ');

/** On a starved machine some connections fail, or never carry anything: such a run says nothing, and is made again. */
async function wholeRun(open: () => Promise<Carrier>, legs: number, size: number): Promise<Run> {
  for (let attempt = 1; ; attempt += 1) {
    const run = await measure(await open(), legs, size, SECONDS);
    if (run.lost < run.delays.length) return run;
    if (attempt === ATTEMPTS) throw new Error('the machine is too busy to measure anything');
  }
}

export async function benchMedia(): Promise<void> {
  await benchForwarding();
  await benchRooms();
}

async function benchForwarding(): Promise<void> {
  const floor: number[] = [];
  const runs = await alternate(
    REPETITIONS,
    async () => {
      floor.push(await measureEcho(LEGS, SECONDS));
      return wholeRun(ownMedia, LEGS, 2);
    },
    () => wholeRun(async () => weriftPeer('relay-main.ts'), LEGS, 2),
  );
  printTable(`Two parties forwarded, ${LEGS} legs, 50 packets a second each way`, [
    figure('CPU of a leg and second', 'ms', cpu(runs.ours), '2.5, and half of the relay', [
      'a werift relay',
      cpu(runs.peer),
    ]),
    figure('CPU of a leg and second', 'ms', cpu(runs.ours), 'the floor: nothing in Node is below it', [
      'a bare UDP echo in Node',
      floor,
    ]),
    figure('from write to read, both ends werift', 'ms', delay(runs.ours), 'p50 2 added', [
      'a werift relay',
      delay(runs.peer),
    ]),
  ]);
  console.log(`packets lost: ours ${lost(runs.ours)}; relay ${lost(runs.peer)}`);
}

/** Three in each room, mixed. */
async function benchRooms(): Promise<void> {
  const peers = [
    { name: 'werift with a mixer', open: async () => weriftPeer('mixer-main.ts') },
    ...(hasJanus()
      ? [
          { name: 'Janus AudioBridge, prebuffer 2', open: () => janusBridge(2) },
          { name: 'Janus AudioBridge, its default', open: () => janusBridge(6) },
        ]
      : []),
  ];
  const ours: Run[] = [];
  const theirs = peers.map((): Run[] => []);
  for (let i = 0; i < REPETITIONS; i += 1) {
    ours.push(await wholeRun(ownMedia, ROOM_LEGS, 3));
    for (const [at, peer] of peers.entries()) theirs[at]?.push(await wholeRun(peer.open, ROOM_LEGS, 3));
  }
  const rows = peers.map((peer, at) => ({ name: peer.name, runs: theirs[at] ?? [] }));
  printTable(`Conferences of three, ${ROOM_LEGS} legs, 50 packets a second each way`, [
    ...rows.map(({ name, runs }) =>
      figure('CPU of a leg and second', 'ms', cpu(ours), '3, and half of the peer', [name, cpu(runs)]),
    ),
    ...rows.map(({ name, runs }) =>
      figure('from write to read, both ends werift', 'ms', delay(ours), 'p50 35 added', [name, delay(runs)]),
    ),
  ]);
  console.log(
    `clicks not heard: ours ${lost(ours)}; ${rows.map(({ name, runs }) => `${name} ${lost(runs)}`).join('; ')}`,
  );
  if (!hasJanus()) console.log('Janus AudioBridge: skipped: Janus is not installed');
}
