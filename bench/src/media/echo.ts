import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cpuMs } from '../cpu.ts';
import { WARM_UP_MS } from './run.ts';

/** An SRTP packet with 20 ms of PCMU: 12 bytes header, 160 audio, 10 tag. */
const DATAGRAM = Buffer.alloc(182);
const FRAME_MS = 20;
const PHASE_MS = 7;

export async function measureEcho(legs: number, seconds: number): Promise<number> {
  const entry = fileURLToPath(new URL('./echo-main.ts', import.meta.url));
  const child = fork(entry, { execArgv: ['--import', 'ts-blank-space/register'] });
  const [port] = (await once(child, 'message')) as [number];
  const sockets = Array.from({ length: legs }, () => createSocket('udp4').on('message', () => {}));
  const timers: NodeJS.Timeout[] = [];
  for (const [i, socket] of sockets.entries()) {
    const send = () => socket.send(DATAGRAM, port, '127.0.0.1');
    setTimeout(() => timers.push(setInterval(send, FRAME_MS)), (i * PHASE_MS) % FRAME_MS);
  }
  await pause(WARM_UP_MS);
  const before = cpuMs(child.pid ?? 0);
  await pause(seconds * 1000);
  const used = cpuMs(child.pid ?? 0) - before;
  for (const timer of timers) clearInterval(timer);
  for (const socket of sockets) socket.close();
  child.disconnect();
  return used / legs / seconds;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
