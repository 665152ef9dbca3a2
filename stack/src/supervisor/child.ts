/**
 * A child process of the supervisor: started, monitored, restarted if it dies or hangs.
 *
 *     starting ──ready line──▶ ready ──exit, or killed because it hung──▶ waiting (back-off) ──▶ starting
 *        └──exit before it was ever ready──▶ waiting (longer each time) ──▶ starting
 *              └──with a configuration error, or too often──▶ given up
 *
 * The child exits when its stdin closes, so nothing outlives a killed supervisor.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { ALIVE, isHung, isUnresponsive, type Liveness, nextLiveness } from './liveness.ts';

const ReadyLine = z.object({
  ready: z.string(),
  port: z.int(),
  /** Sent by the server: whether its database has an account. */
  hasAccount: z.boolean().default(true),
});
/** Sent by a starting child as a sign of life, with what it waits for, if anything. */
const WaitingLine = z.object({ waiting: z.string().nullable() });
const Line = z.union([ReadyLine, WaitingLine]);
const HealthError = z.object({ error: z.string().max(100) });

export interface ChildOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly onStartFailed: (name: string, code: number | null) => void;
  readonly onChange: () => void;
  readonly checkMs?: number;
}

const BACKOFF_MS = [50, 200, 1_000, 3_000];
/** Delays between starts of a child that was never ready. After the last one, the child is given up. */
const START_BACKOFF_MS = [200, 1_000, 3_000, 10_000, 20_000];
const CONFIG_ERROR_EXIT_CODE = 2;
/** After running this long, a child is restarted quickly. */
const STABLE_MS = 10_000;
const STOP_TIMEOUT_MS = 3_000;
const CHECK_MS = 2_000;
const LOG_EVERY_CHECKS = 5;
const MAX_PROBES = 8;

function log(level: 30 | 40 | 50, msg: string, fields: Readonly<Record<string, unknown>>): void {
  process.stderr.write(`${JSON.stringify({ level, time: Date.now(), msg, ...fields })}\n`);
}

export class Child {
  readonly name: string;
  readonly #options: ChildOptions;
  #process: ChildProcess | undefined;
  #ready: z.infer<typeof ReadyLine> | undefined;
  #wasReady = false;
  #failures = 0;
  #stopping = false;
  #waiting: (() => void)[] = [];
  readonly #sentLines: string[] = [];
  #fault: string | null = null;
  #liveness: Liveness = ALIVE;

  constructor(options: ChildOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get port(): number | undefined {
    return this.#ready?.port;
  }

  get isAnswering(): boolean {
    return this.#ready !== undefined && !isUnresponsive(this.#liveness);
  }

  get hasAccount(): boolean {
    return this.#ready?.hasAccount ?? true;
  }

  /** Why it can't work right now: its name, or what it waits for or lacks; null if it works. */
  get fault(): string | null {
    if (this.#ready && !this.isAnswering) return this.name;
    return this.#fault ?? (this.#ready ? null : this.name);
  }

  ready(ms?: number): Promise<void> {
    if (this.#ready) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer =
        ms === undefined
          ? undefined
          : setTimeout(() => {
              this.#waiting = this.#waiting.filter((entry) => entry !== done);
              reject(new Error(`${this.name} is not ready`));
            }, ms);
      this.#waiting.push(done);
    });
  }

  start(): void {
    const [program = process.execPath, ...args] = this.#options.command;
    const startedAt = Date.now();
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...this.#options.environment, OFFHOOK_CHILD: '1' },
    });
    this.#process = child;
    child.stdin.on('error', () => undefined);
    for (const line of this.#sentLines) child.stdin.write(`${line}\n`);
    const watching = this.#watch(child);
    createInterface({ input: child.stdout }).on('line', (line) => this.#onLine(line));
    child.on('exit', (code) => {
      watching.stop();
      this.#onExit(code, Date.now() - startedAt);
    });
    this.#options.onChange();
  }

  sendLine(line: string): void {
    this.#sentLines.push(line);
    this.#process?.stdin?.write(`${line}\n`);
  }

  restart(): void {
    this.#process?.kill('SIGTERM');
  }

  /** @param limitMs if it's longer than usual, stdin stays open: closing it would make the child exit quickly */
  async stop(limitMs = STOP_TIMEOUT_MS): Promise<void> {
    this.#stopping = true;
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    if (limitMs <= STOP_TIMEOUT_MS) child.stdin?.end();
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    await exited;
    clearTimeout(timer);
  }

  /** Checks the child until it exits. A hung child is killed; the exit handler restarts it. */
  #watch(child: ChildProcess): { stop(): void } {
    const { checkMs = CHECK_MS } = this.#options;
    const probe = createProbe();
    let worked = cpuTicks(child.pid);
    let checks = 0;
    this.#liveness = ALIVE;
    const check = () => {
      const now = cpuTicks(child.pid);
      const hasWorked = now === null || worked === null ? null : now > worked;
      worked = now;
      checks += 1;
      const { hasAnswered, fault } = probe.takeResult();
      const liveness = nextLiveness(this.#liveness, { hasAnswered, hasWorked });
      this.#liveness = liveness;
      if (this.#ready) {
        if (hasAnswered) this.#fault = fault;
        probe.send(this.#ready.port);
      } else if (checks % LOG_EVERY_CHECKS === 0) {
        const seconds = Math.round((checks * checkMs) / 1_000);
        log(40, 'child is still starting', { child: this.name, seconds, waitingFor: this.#fault });
      }
      if (this.#stopping || !isHung(liveness, this.#ready ? 'ready' : 'starting')) return;
      const seconds = Math.round((liveness.checks * checkMs) / 1_000);
      log(50, 'child not responding; killing it', { child: this.name, seconds });
      child.kill('SIGKILL');
    };
    const timer = setInterval(check, checkMs);
    return {
      stop() {
        clearInterval(timer);
        probe.stop();
      },
    };
  }

  #onLine(line: string): void {
    let message: z.infer<typeof Line>;
    try {
      message = Line.parse(JSON.parse(line));
    } catch {
      process.stderr.write(`${line}\n`);
      return;
    }
    this.#liveness = ALIVE;
    if ('waiting' in message) {
      this.#fault = message.waiting;
      return;
    }
    this.#fault = null;
    this.#ready = message;
    if (!this.#wasReady) this.#failures = 0;
    this.#wasReady = true;
    for (const done of this.#waiting.splice(0)) done();
    this.#options.onChange();
  }

  #onExit(code: number | null, ranMs: number): void {
    this.#ready = undefined;
    this.#process = undefined;
    this.#fault = null;
    if (this.#stopping) return;
    const wait = this.#wasReady ? this.#nextBackoff(ranMs) : START_BACKOFF_MS[this.#failures++];
    if (!this.#wasReady && (wait === undefined || code === CONFIG_ERROR_EXIT_CODE)) {
      this.#options.onStartFailed(this.name, code);
      return;
    }
    log(40, 'child exited; restarting it', { child: this.name, code, wait });
    setTimeout(() => {
      if (!this.#stopping) this.start();
    }, wait);
    this.#options.onChange();
  }

  #nextBackoff(ranMs: number): number {
    this.#failures = ranMs > STABLE_MS ? 0 : this.#failures + 1;
    return BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 0;
  }
}

/** Polls /healthz: any answer is a sign of life. Requests overlap, because a slow child answers late. */
function createProbe() {
  // Keep-alive: a child without free descriptors can still answer on an open connection.
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_PROBES });
  let open = 0;
  let answer: { readonly fault: string | null } | null = null;
  return {
    takeResult() {
      const result = { hasAnswered: answer !== null, fault: answer?.fault ?? null };
      answer = null;
      return result;
    },
    send(port: number): void {
      if (open >= MAX_PROBES) return;
      open += 1;
      const request = get({ host: '127.0.0.1', port, path: '/healthz', agent }, (response) => {
        text(response).then(
          (body) => {
            answer = { fault: response.statusCode === 503 ? parseFault(body) : null };
          },
          () => undefined,
        );
      });
      request.on('error', () => undefined);
      request.on('close', () => {
        open -= 1;
      });
    },
    stop: () => agent.destroy(),
  };
}

function parseFault(text: string): string | null {
  try {
    return HealthError.parse(JSON.parse(text)).error;
  } catch {
    return null;
  }
}

/** CPU time of a process in clock ticks; null if the system doesn't report it. */
function cpuTicks(pid: number | undefined): number | null {
  try {
    // Skip the program name, which may contain anything: state, 10 others, utime, stime.
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/);
    const fields = after.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return null;
  }
}
