/** Two servers on one PostgreSQL with one clock. One of them is killed repeatedly. */
import { type ChildProcess, fork } from 'node:child_process';
import { programFile } from './program-file.ts';
import type { ProcessSettings, ServerMessage, TimeMessage } from './server-process.ts';

export interface Killed {
  readonly name: string;
  readonly at: number;
}

export interface ServerProcesses {
  runningNames(): readonly string[];
  readonly killed: readonly Killed[];
  /** Sets the time of all servers and waits until all due work is done, but not for killed servers. */
  setTime(now: number, shouldReconcile?: boolean): Promise<void>;
  /** Sends a request to a random server, and to another one if the first is killed before it responds. */
  send(path: string, request: RequestInit): Promise<{ readonly status: number; readonly text: string }>;
  /** Kills a server with SIGKILL and starts a replacement. Returns false if a server is already missing. */
  kill(name?: string): boolean;
  untilAllRunning(): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  readonly name: string;
  readonly child: ChildProcess;
  base: string | null;
  readonly pending: Map<number, () => void>;
}

const SERVER_COUNT = 2;

export async function startServerProcesses(
  settings: Omit<ProcessSettings, 'name'>,
  startTime: number,
  random: () => number,
): Promise<ServerProcesses> {
  const running = new Set<Running>();
  const killed: Killed[] = [];
  const waiting = new Set<() => void>();
  let now = startTime;
  let lastMessageId = 0;
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
    const server: Running = { name, child, base: null, pending: new Map() };
    running.add(server);
    child.on('message', (reply: ServerMessage) => {
      if ('completed' in reply) {
        server.pending.get(reply.completed)?.();
        server.pending.delete(reply.completed);
      } else {
        server.base = `http://127.0.0.1:${reply.port}`;
        for (const wake of waiting) wake();
      }
    });
    child.on('error', () => undefined);
    child.on('exit', (code, signal) => {
      if (running.delete(server) && !isStopping)
        failure = new Error(`${name} exited unexpectedly with ${signal ?? code}`);
      for (const wake of server.pending.values()) wake();
      for (const wake of waiting) wake();
    });
    void send(server, false);
  }

  function send({ child, pending }: Running, shouldReconcile: boolean): Promise<void> {
    const message: TimeMessage = { id: ++lastMessageId, now, shouldReconcile };
    return new Promise((resolve) => {
      pending.set(message.id, resolve);
      child.send(message);
    });
  }

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (failure !== null) throw failure;
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
      });
    }
  }

  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

  const processes: ServerProcesses = {
    runningNames: () => listening().map(({ name }) => name),
    killed,
    async setTime(time, shouldReconcile = false) {
      now = time;
      if (failure !== null) throw failure;
      // A starting server gets the time too, but isn't waited for.
      await Promise.all(
        [...running].map((server, index) => {
          const completed = send(server, shouldReconcile && index === 0);
          return server.base === null ? undefined : completed;
        }),
      );
    },
    async send(path, request) {
      for (;;) {
        await until(() => listening().length > 0);
        const server = pick(listening());
        try {
          const response = await fetch(`${server?.base}${path}`, request);
          return { status: response.status, text: await response.text() };
        } catch (error) {
          // A running server may only break idle connections.
          if (server && running.has(server) && !isReset(error)) throw error;
        }
      }
    },
    kill(name) {
      const list = listening();
      if (list.length < SERVER_COUNT || isStopping) return false;
      const server = list.find((other) => other.name === name) ?? pick(list);
      if (!server) return false;
      running.delete(server);
      server.child.kill('SIGKILL');
      killed.push({ name: server.name, at: now });
      start();
      return true;
    },
    untilAllRunning: () => until(() => listening().length === SERVER_COUNT),
    async stop() {
      isStopping = true;
      const ended = [...running].map(({ child }) => new Promise((resolve) => child.once('exit', resolve)));
      for (const { child } of running) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
  for (let count = 0; count < SERVER_COUNT; count++) start();
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
