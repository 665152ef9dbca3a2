/** Two servers on one PostgreSQL with one clock. One of them is killed repeatedly. */
import { type ChildProcess, fork } from 'node:child_process';
import { programFile } from './program-file.ts';
import type { ProcessSettings, ServerMessage, TimeMessage } from './server-process.ts';

export interface Killed {
  readonly name: string;
  readonly at: number;
}

export interface ServerProcesses {
  living(): readonly string[];
  readonly killed: readonly Killed[];
  /** Sets the time everywhere and waits until all due work is done; killed servers aren't waited for. */
  setTime(now: number, compares?: boolean): Promise<void>;
  /** Sends a request to any server, and to another one if that one is killed before it responds. */
  send(path: string, request: RequestInit): Promise<{ readonly status: number; readonly text: string }>;
  /** Kills one with SIGKILL and starts a replacement. Returns false if one is missing already. */
  kill(name?: string): boolean;
  untilAllRunning(): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  readonly name: string;
  readonly child: ChildProcess;
  base: string | null;
  readonly doing: Map<number, () => void>;
}

const COUNT = 2;

export async function startServerProcesses(
  settings: Omit<ProcessSettings, 'name'>,
  startTime: number,
  random: () => number,
): Promise<ServerProcesses> {
  const running = new Set<Running>();
  const killed: Killed[] = [];
  const waiting = new Set<() => void>();
  let now = startTime;
  let order = 0;
  let started = 0;
  let failure: Error | null = null;
  let isStopping = false;

  const listening = () => [...running].filter(({ base }) => base !== null);

  function start(): void {
    const name = `server-${++started}`;
    const child = fork(programFile('test-server-process'), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_OPTIONS: '', TEST_SERVER: JSON.stringify({ ...settings, name }) },
    });
    const one: Running = { name, child, base: null, doing: new Map() };
    running.add(one);
    child.on('message', (reply: ServerMessage) => {
      if ('completed' in reply) {
        one.doing.get(reply.completed)?.();
        one.doing.delete(reply.completed);
      } else {
        one.base = `http://127.0.0.1:${reply.port}`;
        for (const go of waiting) go();
      }
    });
    child.on('error', () => undefined);
    child.on('exit', (code, signal) => {
      if (running.delete(one) && !isStopping)
        failure = new Error(`${name} exited unexpectedly with ${signal ?? code}`);
      for (const go of one.doing.values()) go();
      for (const go of waiting) go();
    });
    void send(one, false);
  }

  function send({ child, doing }: Running, reconciles: boolean): Promise<void> {
    const message: TimeMessage = { order: ++order, now, reconciles };
    return new Promise((resolve) => {
      doing.set(message.order, resolve);
      child.send(message);
    });
  }

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (failure !== null) throw failure;
      await new Promise<void>((resolve) => {
        const go = () => {
          waiting.delete(go);
          resolve();
        };
        waiting.add(go);
      });
    }
  }

  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

  const processes: ServerProcesses = {
    living: () => listening().map(({ name }) => name),
    killed,
    async setTime(time, compares = false) {
      now = time;
      if (failure !== null) throw failure;
      // A starting server gets the time too, but isn't waited for.
      await Promise.all(
        [...running].map((one, index) => {
          const doing = send(one, compares && index === 0);
          return one.base === null ? undefined : doing;
        }),
      );
    },
    async send(path, request) {
      for (;;) {
        await until(() => listening().length > 0);
        const one = pick(listening());
        try {
          const response = await fetch(`${one?.base}${path}`, request);
          return { status: response.status, text: await response.text() };
        } catch (error) {
          // A running server may only break idle connections.
          if (one && running.has(one) && !isReset(error)) throw error;
        }
      }
    },
    kill(name) {
      const list = listening();
      if (list.length < COUNT || isStopping) return false;
      const one = list.find((other) => other.name === name) ?? pick(list);
      if (!one) return false;
      running.delete(one);
      one.child.kill('SIGKILL');
      killed.push({ name: one.name, at: now });
      start();
      return true;
    },
    untilAllRunning: () => until(() => listening().length === COUNT),
    async stop() {
      isStopping = true;
      const ended = [...running].map(({ child }) => new Promise((resolve) => child.once('exit', resolve)));
      for (const { child } of running) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
  for (let count = 0; count < COUNT; count++) start();
  try {
    await processes.untilAllRunning();
  } catch (error) {
    await processes.stop();
    throw error;
  }
  return processes;
}

function isReset(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNREFUSED'].includes(String(cause?.code));
}
