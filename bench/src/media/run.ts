/** One measured run: browsers in a process of their own, whoever carries their sound in another. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuMs } from './cpu.ts';
import type { FromLoad, FromRelay, ToLoad, ToRelay } from './messages.ts';

/** Whoever carries sound between two parties. */
export interface Carrier {
  readonly pid: number;
  answer(leg: string, sdp: string): Promise<string>;
  join(a: string, b: string): Promise<void>;
  close(): Promise<void>;
}

export interface Run {
  /** ms of CPU of the carrier for each leg and second. */
  readonly cpu: number;
  /** ms from the sender's write to the receiver's read, for every packet. */
  readonly delays: readonly number[];
  readonly lost: number;
}

const entry = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
const start = (name: string): ChildProcess => fork(entry(name), { execArgv: ['--import', 'tsx'] });

export function weriftRelay(): Carrier {
  const child = start('relay-main.ts');
  const waiting = new Map<string, (sdp: string) => void>();
  child.on('message', (message: FromRelay) => waiting.get(message.leg)?.(message.sdp));
  const tell = (message: ToRelay) => void child.send(message);
  return {
    pid: child.pid ?? 0,
    answer: (leg, sdp) => {
      const answered = new Promise<string>((resolve) => waiting.set(leg, resolve));
      tell({ type: 'answer', leg, sdp });
      return answered;
    },
    join: async (a, b) => tell({ type: 'join', a, b }),
    close: async () => {
      child.disconnect();
    },
  };
}

/** @param count legs, an even number: each two talk with each other */
export async function measure(carrier: Carrier, count: number, seconds: number): Promise<Run> {
  const load = start('load-main.ts');
  const tell = (message: ToLoad) => void load.send(message);
  const names = Array.from({ length: count }, (_, i) => `leg${i}`);
  const connected = new Set<string>();
  const allConnected = new Promise<void>((resolve) => {
    load.on('message', (message: FromLoad) => {
      if (message.type === 'offered') {
        void carrier
          .answer(message.leg, message.sdp)
          .then((sdp) => tell({ type: 'answer', leg: message.leg, sdp }));
      }
      if (message.type === 'connected') {
        connected.add(message.leg);
        if (connected.size === count) resolve();
      }
    });
  });
  for (const leg of names) tell({ type: 'offer', leg });
  await allConnected;
  for (let i = 0; i < count; i += 2) await carrier.join(names[i] ?? '', names[i + 1] ?? '');
  tell({ type: 'talk' });
  // The first second warms up what is compiled when it is first used.
  await pause(1_500);
  tell({ type: 'forget' });
  const before = cpuMs(carrier.pid);
  await pause(seconds * 1000);
  const used = cpuMs(carrier.pid) - before;
  const read = new Promise<Extract<FromLoad, { type: 'delays' }>>((resolve) => {
    load.on('message', (message: FromLoad) => {
      if (message.type === 'delays') resolve(message);
    });
  });
  tell({ type: 'read' });
  const { delays, sent } = await read;
  load.disconnect();
  await carrier.close();
  return { cpu: used / count / seconds, delays, lost: Math.max(0, sent - delays.length) };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
