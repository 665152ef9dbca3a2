/** One measured run: browsers in a process of their own, whoever carries their sound in another. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuMs } from '../cpu.ts';
import type { FromLoad, FromMixer, ToLoad, ToMixer } from './messages.ts';

/** Whoever carries sound between parties. */
export interface Carrier {
  readonly pid: number;
  /** @param room a number; who has the same one will be joined */
  answer(leg: string, sdp: string, room: number): Promise<string>;
  /** These hear each other. */
  join(legs: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface Run {
  /** ms of CPU of the carrier for each leg and second. */
  readonly cpu: number;
  /** ms from the sender's write to the receiver's read: for every packet, in rooms for every click. */
  readonly delays: readonly number[];
  readonly lost: number;
}

/**
 * Whoever carries sound runs for days: what is compiled when it is first used, and once more when it was used often, is
 * no part of what a leg costs. For all alike.
 */
export const WARM_UP_MS = 8_000;
/** Connections that are not there by then never will be. */
const CONNECT_MS = 20_000;

const entry = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
const start = (name: string): ChildProcess =>
  fork(entry(name), { execArgv: ['--import', 'ts-blank-space/register'] });

/** Two parties with `relay-main.ts`, rooms with `mixer-main.ts`. */
export function weriftPeer(name: 'relay-main.ts' | 'mixer-main.ts'): Carrier {
  const child = start(name);
  const waiting = new Map<string, (sdp: string) => void>();
  child.on('message', (message: FromMixer) => waiting.get(message.leg)?.(message.sdp));
  const tell = (message: ToMixer) => void child.send(message);
  return {
    pid: child.pid ?? 0,
    answer: (leg, sdp) => {
      const answered = new Promise<string>((resolve) => waiting.set(leg, resolve));
      tell({ type: 'answer', leg, sdp });
      return answered;
    },
    join: async (legs) => tell({ type: 'join', legs }),
    close: async () => {
      child.disconnect();
    },
  };
}

/** A run in which not all connect has no figures. @param count legs, so many in each room as `size`; two are forwarded, more are mixed */
export async function measure(carrier: Carrier, count: number, size: number, seconds: number): Promise<Run> {
  const load = start('load-main.ts');
  const tell = (message: ToLoad) => void load.send(message);
  const names = Array.from({ length: count }, (_, i) => `leg${i}`);
  const connected = new Set<string>();
  const allConnected = new Promise<void>((resolve) => {
    load.on('message', (message: FromLoad) => {
      if (message.type === 'offered') {
        void carrier
          .answer(message.leg, message.sdp, Math.floor(names.indexOf(message.leg) / size))
          .then((sdp) => tell({ type: 'answer', leg: message.leg, sdp }));
      }
      if (message.type === 'connected') {
        connected.add(message.leg);
        if (connected.size === count) resolve();
      }
    });
  });
  for (const [i, leg] of names.entries()) tell({ type: 'offer', leg, room: Math.floor(i / size) });
  const inTime = await Promise.race([allConnected.then(() => true), pause(CONNECT_MS).then(() => false)]);
  if (!inTime) {
    load.disconnect();
    await carrier.close();
    return { cpu: Number.NaN, delays: [], lost: count };
  }
  for (let i = 0; i < count; i += size) await carrier.join(names.slice(i, i + size));
  tell({ type: 'talk', sound: size === 2 ? 'stamped' : 'clicks' });
  await pause(WARM_UP_MS);
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
