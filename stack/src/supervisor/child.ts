/**
 * One child process of the supervisor: started, watched, started again when it dies or hangs.
 *
 *     starting ──ready line──▶ ready ──exit, or killed as hung──▶ waiting (back-off) ──▶ starting
 *        └──exit before it was ever ready──▶ waiting (longer each time) ──▶ starting
 *              └──by a fault that no restart heals, or too often──▶ given up
 *
 * The child ends by itself when its stdin closes, so nothing outlives a killed supervisor.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { isHung, isSuspicious, NOT_SILENT, nextSilence, type Silence } from './silence.ts';

const ReadyLine = z.object({
  ready: z.string(),
  port: z.int(),
  /** The server's: whether its database has an account. */
  hasAccount: z.boolean().default(true),
});
/** A sign of life of a child at its start, with what it cannot go on without; null: nothing special. */
const WaitingLine = z.object({ waiting: z.string().nullable() });
const Line = z.union([ReadyLine, WaitingLine]);
/** What a part says of itself while it lacks something. */
const Unwell = z.object({ error: z.string().max(100) });

export interface ChildOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** It could not be started at all: the whole start fails. */
  readonly onGivenUp: (name: string, code: number | null) => void;
  readonly onChange: () => void;
  /** Between two checks, in ms. */
  readonly checkMs?: number;
}

const BACKOFF_MS = [50, 200, 1_000, 3_000];
/** As often as this a child may die before it was ever ready. */
const START_BACKOFF_MS = [200, 1_000, 3_000, 10_000, 20_000];
/** The exit code of a child whose settings are wrong: to start it again would change nothing. */
const NOT_TO_BE_HEALED = 2;
/** A child that ran this long has earned a quick restart. */
const STEADY_MS = 10_000;
const STOP_MS = 3_000;
const CHECK_MS = 2_000;
/** Every so many checks the log says that a child is still starting. */
const SAY_EVERY = 5;
const MOST_PROBES = 8;

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
  readonly #told: string[] = [];
  /** What it says that it waits for, or lacks. */
  #fault: string | null = null;
  #silence: Silence = NOT_SILENT;

  constructor(options: ChildOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** The port it listens on, while it is ready. */
  get port(): number | undefined {
    return this.#ready?.port;
  }

  get isAnswering(): boolean {
    return this.#ready !== undefined && !isSuspicious(this.#silence);
  }

  get hasAccount(): boolean {
    return this.#ready?.hasAccount ?? true;
  }

  /** Why it cannot work right now: its name, or what it waits for or lacks; null: it can. */
  get fault(): string | null {
    if (this.#ready && !this.isAnswering) return this.name;
    return this.#fault ?? (this.#ready ? null : this.name);
  }

  /** Resolves when the child is ready; rejects with the child's name after `ms`, if they are given. */
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
    const began = Date.now();
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...this.#options.environment, OFFHOOK_CHILD: '1' },
    });
    this.#process = child;
    child.stdin.on('error', () => undefined);
    for (const line of this.#told) child.stdin.write(`${line}\n`);
    const watching = this.#watch(child);
    createInterface({ input: child.stdout }).on('line', (line) => this.#read(line));
    child.on('exit', (code) => {
      watching.stop();
      this.#exited(code, Date.now() - began);
    });
    this.#options.onChange();
  }

  /** Writes a line to its stdin, and to that of whoever comes after it. */
  tell(line: string): void {
    this.#told.push(line);
    this.#process?.stdin?.write(`${line}\n`);
  }

  /** Ends it for a restart by the usual way; used when its code was built anew. */
  restart(): void {
    this.#process?.kill('SIGTERM');
  }

  /**
   * @param limitMs longer than usual: it is asked by the signal alone, so that it may take this time; the end of its
   * stdin tells it that nobody waits any more
   */
  async stop(limitMs = STOP_MS): Promise<void> {
    this.#stopping = true;
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    if (limitMs <= STOP_MS) child.stdin?.end();
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    await exited;
    clearTimeout(timer);
  }

  /** Checks again and again whether it lives, until it is stopped. A hung one is killed, and its exit does the rest. */
  #watch(child: ChildProcess): { stop(): void } {
    const { checkMs = CHECK_MS } = this.#options;
    const probe = createProbe();
    let worked = workOf(child.pid);
    let checks = 0;
    this.#silence = NOT_SILENT;
    const check = () => {
      const now = workOf(child.pid);
      const hasWorked = now === null || worked === null ? null : now > worked;
      worked = now;
      checks += 1;
      const { hasAnswered, fault } = probe.take();
      const silence = nextSilence(this.#silence, { hasAnswered, hasWorked });
      this.#silence = silence;
      if (this.#ready) {
        if (hasAnswered) this.#fault = fault;
        probe.send(this.#ready.port);
      } else if (checks % SAY_EVERY === 0) {
        const seconds = Math.round((checks * checkMs) / 1_000);
        log(40, 'child is still starting', { child: this.name, seconds, waitingFor: this.#fault });
      }
      if (this.#stopping || !isHung(silence, this.#ready ? 'ready' : 'starting')) return;
      const seconds = Math.round((silence.checks * checkMs) / 1_000);
      log(50, 'child does not answer, killing it', { child: this.name, seconds });
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

  #read(line: string): void {
    let said: z.infer<typeof Line>;
    try {
      said = Line.parse(JSON.parse(line));
    } catch {
      process.stderr.write(`${line}\n`);
      return;
    }
    this.#silence = NOT_SILENT;
    if ('waiting' in said) {
      this.#fault = said.waiting;
      return;
    }
    this.#fault = null;
    this.#ready = said;
    if (!this.#wasReady) this.#failures = 0;
    this.#wasReady = true;
    for (const done of this.#waiting.splice(0)) done();
    this.#options.onChange();
  }

  #exited(code: number | null, ranMs: number): void {
    this.#ready = undefined;
    this.#process = undefined;
    this.#fault = null;
    if (this.#stopping) return;
    const wait = this.#wasReady ? this.#nextBackoff(ranMs) : START_BACKOFF_MS[this.#failures++];
    if (!this.#wasReady && (wait === undefined || code === NOT_TO_BE_HEALED)) {
      this.#options.onGivenUp(this.name, code);
      return;
    }
    log(40, 'child ended, starting it again', { child: this.name, code, wait });
    setTimeout(() => {
      if (!this.#stopping) this.start();
    }, wait);
    this.#options.onChange();
  }

  #nextBackoff(ranMs: number): number {
    this.#failures = ranMs > STEADY_MS ? 0 : this.#failures + 1;
    return BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 0;
  }
}

/** Asks a part how it is: any answer shows that it lives. Several questions may be open, because a slow part answers late. */
function createProbe() {
  // Kept alive: a part without a free descriptor can still answer on a connection that it has.
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_PROBES });
  let open = 0;
  let answer: { readonly fault: string | null } | null = null;
  return {
    /** What came since the last time. */
    take() {
      const taken = { hasAnswered: answer !== null, fault: answer?.fault ?? null };
      answer = null;
      return taken;
    },
    send(port: number): void {
      if (open >= MOST_PROBES) return;
      open += 1;
      const request = get({ host: '127.0.0.1', port, path: '/healthz', agent }, (response) => {
        text(response).then(
          (body) => {
            answer = { fault: response.statusCode === 503 ? faultIn(body) : null };
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

function faultIn(text: string): string | null {
  try {
    return Unwell.parse(JSON.parse(text)).error;
  } catch {
    return null;
  }
}

/** How much of the processor a process has had, in ticks of the system; null: the system does not tell. */
function workOf(pid: number | undefined): number | null {
  try {
    // After the program's name, which may hold anything: state, 10 others, utime, stime.
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/);
    const fields = after.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return null;
  }
}
