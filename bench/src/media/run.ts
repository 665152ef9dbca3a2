/** One measured run: simulated browsers in one process, the media server in another. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuMs } from '../cpu.ts';
import type { FromLoad, FromMixer, ToLoad, ToMixer } from './messages.ts';

export interface MediaServer {
  readonly pid: number;
  answer(leg: string, sdp: string, room: number): Promise<string>;
  join(legs: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface Run {
  /** CPU time of the media server in ms, per leg and second. */
  readonly cpu: number;
  /** ms from write to read, per packet or per click. */
  readonly delays: readonly number[];
  readonly lost: number;
}

/** Excludes JIT compilation from the measurement: a media server runs for days. */
export const WARM_UP_MS = 8_000;
const CONNECT_MS = 20_000;

const entry = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
const start = (name: string): ChildProcess =>
  fork(entry(name), { execArgv: ['--import', 'ts-blank-space/register'] });

export function weriftBaseline(name: 'relay-main.ts' | 'mixer-main.ts'): MediaServer {
  const child = start(name);
  const pending = new Map<string, (sdp: string) => void>();
  child.on('message', (message: FromMixer) => pending.get(message.leg)?.(message.sdp));
  const send = (message: ToMixer) => void child.send(message);
  return {
    pid: child.pid ?? 0,
    answer: (leg, sdp) => {
      const answered = new Promise<string>((resolve) => pending.set(leg, resolve));
      send({ type: 'answer', leg, sdp });
      return answered;
    },
    join: async (legs) => send({ type: 'join', legs }),
    close: async () => {
      child.disconnect();
    },
  };
}

/**
 * If a leg can't connect, `cpu` is NaN and `delays` is empty.
 * @param size legs per room: two are forwarded, more are mixed
 */
export async function measure(
  mediaServer: MediaServer,
  count: number,
  size: number,
  seconds: number,
): Promise<Run> {
  const load = start('load-main.ts');
  const send = (message: ToLoad) => void load.send(message);
  const names = Array.from({ length: count }, (_, i) => `leg${i}`);
  const connected = new Set<string>();
  const allConnected = new Promise<void>((resolve) => {
    load.on('message', (message: FromLoad) => {
      if (message.type === 'offered') {
        void mediaServer
          .answer(message.leg, message.sdp, Math.floor(names.indexOf(message.leg) / size))
          .then((sdp) => send({ type: 'answer', leg: message.leg, sdp }));
      }
      if (message.type === 'connected') {
        connected.add(message.leg);
        if (connected.size === count) resolve();
      }
    });
  });
  for (const [i, leg] of names.entries()) send({ type: 'offer', leg, room: Math.floor(i / size) });
  const inTime = await Promise.race([allConnected.then(() => true), pause(CONNECT_MS).then(() => false)]);
  if (!inTime) {
    load.disconnect();
    await mediaServer.close();
    return { cpu: Number.NaN, delays: [], lost: count };
  }
  for (let i = 0; i < count; i += size) await mediaServer.join(names.slice(i, i + size));
  send({ type: 'start', sound: size === 2 ? 'stamped' : 'clicks' });
  await pause(WARM_UP_MS);
  send({ type: 'reset' });
  const before = cpuMs(mediaServer.pid);
  await pause(seconds * 1000);
  const used = cpuMs(mediaServer.pid) - before;
  const read = new Promise<Extract<FromLoad, { type: 'delays' }>>((resolve) => {
    load.on('message', (message: FromLoad) => {
      if (message.type === 'delays') resolve(message);
    });
  });
  send({ type: 'read' });
  const { delays, sent: sentCount } = await read;
  load.disconnect();
  await mediaServer.close();
  return { cpu: used / count / seconds, delays, lost: Math.max(0, sentCount - delays.length) };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
