/** CPU of a leg and the delay that we add, between two parties; ten legs. */
import { alternate, spreadOf } from '../spread.ts';
import { printTable } from '../table.ts';
import { measureEcho } from './echo.ts';
import { ownMedia } from './own.ts';
import { measure, weriftRelay } from './run.ts';

const LEGS = 10;
const SECONDS = 6;

export async function benchMedia(): Promise<void> {
  const floor: number[] = [];
  const runs = await alternate(
    5,
    async () => {
      floor.push(await measureEcho(LEGS, SECONDS));
      return measure(await ownMedia(), LEGS, SECONDS);
    },
    () => measure(weriftRelay(), LEGS, SECONDS),
  );
  const cpu = (side: typeof runs.ours) => spreadOf(side.map((run) => run.cpu));
  const delay = (side: typeof runs.ours) => spreadOf(side.flatMap((run) => run.delays));
  printTable(`Two parties forwarded, ${LEGS} legs, 50 packets a second each way`, [
    {
      what: 'CPU of a leg and second',
      unit: 'ms',
      ours: cpu(runs.ours),
      peer: { name: 'a werift relay', spread: cpu(runs.peer) },
      goal: '2.5, and half of the relay',
    },
    {
      what: 'CPU of a leg and second',
      unit: 'ms',
      ours: cpu(runs.ours),
      peer: { name: 'a bare UDP echo in Node', spread: spreadOf(floor) },
      goal: 'the floor: nothing in Node is below it',
    },
    {
      what: 'from write to read, both ends werift',
      unit: 'ms',
      ours: delay(runs.ours),
      peer: { name: 'a werift relay', spread: delay(runs.peer) },
      goal: 'p50 2 added',
    },
  ]);
  console.log(
    `packets lost: ours ${runs.ours.map((run) => run.lost).join(', ')}; relay ${runs.peer.map((run) => run.lost).join(', ')}`,
  );
}
