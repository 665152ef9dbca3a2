/**
 * One child process of the supervisor: started, watched, started again when it dies.
 *
 *     starting ──ready line──▶ ready ──exit──▶ waiting (back-off) ──▶ starting
 *        └──exit before it was ever ready──▶ given up
 *
 * The child ends by itself when its stdin closes, so nothing outlives a killed supervisor.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as z from 'zod';

const ReadyLine = z.object({
  ready: z.string(),
  port: z.int(),
  /** The server's: whether its database has an account. */
  hasAccount: z.boolean().default(true),
});

export interface ChildOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** It could not be started at all: the whole start fails. */
  readonly onGivenUp: (name: string, code: number | null) => void;
  readonly onChange: () => void;
}

const BACKOFF_MS = [50, 200, 1_000, 3_000];
/** A child that ran this long has earned a quick restart. */
const STEADY_MS = 10_000;
const STOP_MS = 3_000;

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

  get hasAccount(): boolean {
    return this.#ready?.hasAccount ?? true;
  }

  /** Resolves when the child is ready; rejects with the child's name after `ms`. */
  ready(ms: number): Promise<void> {
    if (this.#ready) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((entry) => entry !== done);
        reject(new Error(`${this.name} is not ready`));
      }, ms);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
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
    createInterface({ input: child.stdout }).on('line', (line) => this.#read(line));
    child.on('exit', (code) => this.#exited(code, Date.now() - began));
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

  #read(line: string): void {
    try {
      this.#ready = ReadyLine.parse(JSON.parse(line));
    } catch {
      process.stderr.write(`${line}\n`);
      return;
    }
    this.#wasReady = true;
    for (const done of this.#waiting.splice(0)) done();
    this.#options.onChange();
  }

  #exited(code: number | null, ranMs: number): void {
    this.#ready = undefined;
    this.#process = undefined;
    if (this.#stopping) return;
    if (!this.#wasReady) {
      this.#options.onGivenUp(this.name, code);
      return;
    }
    this.#failures = ranMs > STEADY_MS ? 0 : this.#failures + 1;
    const wait = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 0;
    process.stderr.write(
      `${JSON.stringify({ level: 40, time: Date.now(), msg: 'child ended, starting it again', child: this.name, code, wait })}\n`,
    );
    setTimeout(() => {
      if (!this.#stopping) this.start();
    }, wait);
    this.#options.onChange();
  }
}
