/** Two servers over one PostgreSQL, one of them killed again and again, with one clock for both. */
import { type ChildProcess, fork } from 'node:child_process';
import { programFile } from './program-file.ts';
import type { ProcessSettings, Said, TimeTold } from './server-process.ts';

export interface Killed {
  /** Under which it had claimed its work. */
  readonly name: string;
  /** ms since 1970, by the clock of the servers */
  readonly at: number;
}

export interface ServerProcesses {
  /** The names of those that run. */
  living(): readonly string[];
  readonly killed: readonly Killed[];
  /** All of them know the time, and have done what was due; whoever is killed on the way is waited for no longer. */
  tell(now: number, compares?: boolean): Promise<void>;
  /** Asks any of them; another one when that one is killed before it has answered. */
  ask(path: string, request: RequestInit): Promise<{ readonly status: number; readonly text: string }>;
  /** Ends one with SIGKILL, now, when all of them run; another takes its place. False: one is missing already. */
  kill(name?: string): boolean;
  /** All of them run. */
  whole(): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  readonly name: string;
  readonly child: ChildProcess;
  /** null: it does not listen yet. */
  base: string | null;
  readonly doing: Map<number, () => void>;
}

const COUNT = 2;

export async function startServerProcesses(
  settings: Omit<ProcessSettings, 'name'>,
  begin: number,
  random: () => number,
): Promise<ServerProcesses> {
  const running = new Set<Running>();
  const killed: Killed[] = [];
  const waiting = new Set<() => void>();
  let now = begin;
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
    child.on('message', (said: Said) => {
      if ('did' in said) {
        one.doing.get(said.did)?.();
        one.doing.delete(said.did);
      } else {
        one.base = `http://127.0.0.1:${said.listensOn}`;
        for (const go of waiting) go();
      }
    });
    // What was on its way to one that was killed.
    child.on('error', () => undefined);
    child.on('exit', (code, signal) => {
      if (running.delete(one) && !isStopping)
        failure = new Error(`${name} ended by itself, with ${signal ?? code}`);
      for (const go of one.doing.values()) go();
      for (const go of waiting) go();
    });
    void send(one, false);
  }

  function send({ child, doing }: Running, compares: boolean): Promise<void> {
    const told: TimeTold = { order: ++order, now, compares };
    return new Promise((resolve) => {
      doing.set(told.order, resolve);
      child.send(told);
    });
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
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
    async tell(time, compares = false) {
      now = time;
      if (failure !== null) throw failure;
      // One that is still beginning hears of the time as well; nobody waits for it.
      await Promise.all(
        [...running].map((one, index) => {
          const doing = send(one, compares && index === 0);
          return one.base === null ? undefined : doing;
        }),
      );
    },
    async ask(path, request) {
      for (;;) {
        await until(() => listening().length > 0);
        const one = pick(listening());
        try {
          const response = await fetch(`${one?.base}${path}`, request);
          return { status: response.status, text: await response.text() };
        } catch (error) {
          // Of one that runs, only a connection that was idle for too long may break.
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
    whole: () => until(() => listening().length === COUNT),
    async stop() {
      isStopping = true;
      const ended = [...running].map(({ child }) => new Promise((resolve) => child.once('exit', resolve)));
      for (const { child } of running) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
  for (let count = 0; count < COUNT; count++) start();
  try {
    await processes.whole();
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
