import { type ChildProcess, spawn } from 'node:child_process';
import * as z from 'zod';
import { until } from '../world/world.ts';
import { programFile } from './program-file.ts';

const READY_MS = 100_000;
const ReadyLine = z.object({ ready: z.string(), port: z.int() });

export interface Program {
  readonly child: ChildProcess;
  readonly port: number;
  stop(signal: NodeJS.Signals): Promise<void>;
}

/** @param name of the bundle @returns once it has printed its port in a JSON line on stdout */
export async function startProgram(
  name: string,
  { args = [], environment = {} }: { args?: readonly string[]; environment?: Record<string, string> } = {},
): Promise<Program> {
  const child = spawn(process.execPath, [programFile(name), ...args], {
    env: {
      ...process.env,
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
      OFFHOOK_CHILD: '1',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += String(chunk);
  });
  const port = await until(
    `${name} to be ready`,
    () => {
      if (child.exitCode !== null) throw new Error(`${name} exited with code ${child.exitCode}`);
      return portIn(output);
    },
    READY_MS,
  );
  return { child, port, stop: (signal) => stop(child, signal) };
}

function portIn(text: string): number | undefined {
  for (const line of text.split('\n').slice(0, -1)) {
    const ready = ReadyLine.safeParse(line.startsWith('{') ? JSON.parse(line) : null);
    if (ready.success) return ready.data.port;
  }
  return undefined;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
