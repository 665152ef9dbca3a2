/** Resident memory of the idle product. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { type ProcessName, Product, waitUntil } from '@offhook/stack/product';
import { measurePlainNode } from './plain-node.ts';
import { figure, printTable } from './table.ts';

const REPETITIONS = 5;
const PROCESSES: readonly ProcessName[] = ['supervisor', 'server', 'voice', 'realtime'];
const WARM_UP_ROUNDS = 20;

/** MB, including child processes (the voice service has a media process). */
function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const current = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1000;
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return children.reduce((sum, child) => sum + residentMb(child), current);
}

export async function benchMemory(): Promise<void> {
  const measured = new Map<ProcessName, number[]>(PROCESSES.map((name) => [name, []]));
  const bare: number[] = [];
  for (let n = 0; n < REPETITIONS; n += 1) {
    const product = new Product();
    try {
      await product.start();
      await waitUntil(async () => (await fetch(`${product.url}/healthz`)).ok, 'all processes to be ready');
      // Serve some requests first: a process that has done nothing yet uses less memory.
      for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
        await (await fetch(`${product.url}/healthz`)).text();
      const current = new Map(PROCESSES.map((name) => [name, residentMb(product.pidOf(name))]));
      const others =
        (current.get('server') ?? 0) + (current.get('voice') ?? 0) + (current.get('realtime') ?? 0);
      current.set('supervisor', (current.get('supervisor') ?? 0) - others);
      for (const name of PROCESSES) measured.get(name)?.push(current.get(name) ?? Number.NaN);
    } finally {
      await product.dispose();
    }
    bare.push(await measurePlainNode(residentMb));
  }
  const baseline = ['bare node:http', bare] as const;
  const sums = bare.map((_, n) =>
    PROCESSES.reduce((sum, name) => sum + (measured.get(name)?.[n] ?? Number.NaN), 0),
  );
  printTable('Resident memory when idle', [
    ...PROCESSES.map((name) =>
      figure(
        name === 'voice' ? 'voice, with media' : name,
        'MB',
        measured.get(name) ?? [],
        'for comparison',
        baseline,
      ),
    ),
    figure('total', 'MB', sums, 'for comparison', baseline),
  ]);
}
