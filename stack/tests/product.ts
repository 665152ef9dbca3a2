/**
 * The built product as a fixture: one supervisor with its children, a fresh data folder, free ports. It is the same
 * process that `npm start` runs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { patient } from '../testing/patience.mjs';

const SUPERVISOR = fileURLToPath(new URL('../dist/supervisor.mjs', import.meta.url));

/** One party at the telephone network, as `/demo/lines` tells it. */
export interface Line {
  readonly call_sid: string;
  readonly kind: 'client' | 'carrier';
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly conference: string | null;
  readonly hears: readonly string[];
  /** RMS 0..1 of the last 400 ms that the party sends. */
  readonly level_in: number;
  /** The same of what the party is sent. */
  readonly level_out: number;
}

export type PartName = 'supervisor' | 'server' | 'voice' | 'realtime';

export class Product {
  readonly data = mkdtempSync(join(tmpdir(), 'offhook-'));
  #process: ChildProcess | undefined;
  #url = '';
  /** The gateway on this machine; elsewhere than `url` when a test puts something in front of it. */
  #gateway = '';
  #log = '';
  readonly #output: string[] = [];
  readonly #settings: Readonly<Record<string, string>>;

  /** @param settings environment variables of every start */
  constructor(settings: Readonly<Record<string, string>> = {}) {
    this.#settings = settings;
  }

  get url(): string {
    return this.#url;
  }

  /** What it wrote to stderr so far. */
  get log(): string {
    return this.#log;
  }

  /** What it wrote to stdout so far, by line. */
  get output(): readonly string[] {
    return this.#output;
  }

  /** @returns the time from the start of the process to its ready line, in ms */
  async start(environment: Record<string, string> = {}): Promise<number> {
    const began = performance.now();
    const port = this.#gateway === '' ? '0' : new URL(this.#gateway).port;
    const child = spawn(process.execPath, [SUPERVISOR], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        OFFHOOK_CHILD: '1',
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PORT: port,
        OFFHOOK_DATA: this.data,
        ...this.#settings,
        ...environment,
      },
    });
    this.#process = child;
    child.stderr.on('data', (chunk: Buffer) => {
      this.#log = (this.#log + chunk.toString()).slice(-200_000);
    });
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.#output.push(line);
        const match = /^Offhook is ready at (.+)$/.exec(line);
        if (!match?.[1]) return;
        this.#url = match[1];
        this.#gateway = environment['PORT'] ? `http://127.0.0.1:${environment['PORT']}` : match[1];
        resolve();
      });
      child.once('exit', (code) =>
        reject(new Error(`ended with ${code} before it was ready:\n${this.#log}`)),
      );
    });
    return performance.now() - began;
  }

  /** Told to end, and not waited for. */
  tellToEnd(): void {
    this.#process?.kill('SIGTERM');
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    this.tellToEnd();
    await once(child, 'exit');
    return child.exitCode;
  }

  /** As when this process were gone. @returns the exit code */
  async abandon(): Promise<number | null> {
    const child = this.#process;
    if (!child) throw new Error('it was not started');
    child.stdin?.end();
    await once(child, 'exit');
    return child.exitCode;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }

  pidOf(part: PartName): number {
    const pid = this.#pids()[part];
    if (!pid) throw new Error(`${part} does not run`);
    return pid;
  }

  /** Waits until the part runs again under another process id; between the two it has none. */
  async restarted(part: PartName, former: number): Promise<void> {
    await until(() => {
      const pid = this.#pids()[part];
      return pid != null && pid !== former;
    }, `${part} to be started again`);
  }

  #pids(): Record<string, number | null | undefined> {
    return JSON.parse(readFileSync(join(this.data, 'run.json'), 'utf8'));
  }

  /** kill -9, as a crash or the operating system would. */
  kill(part: PartName): void {
    process.kill(this.pidOf(part), 'SIGKILL');
  }

  /** Waits until the killed supervisor's children are gone as well. */
  async gone(pids: readonly number[]): Promise<void> {
    await until(() => pids.every((pid) => !isAlive(pid)), 'the processes to end');
  }

  async lines(): Promise<Line[]> {
    // While the voice service starts again there is nobody to say.
    return until(async () => {
      const answer = await fetch(`${this.#gateway}/demo/lines`);
      return answer.ok ? ((await answer.json()) as { lines: Line[] }).lines : null;
    }, 'the lines');
  }

  /** A pretend caller rings one of the account's numbers. */
  async ring(from: string, to: string): Promise<void> {
    const answer = await fetch(`${this.#gateway}/demo/calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from, to }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  }

  /** The pretend party with this number hangs up. */
  async hangUp(number: string): Promise<void> {
    const line = (await this.lines()).find((each) => each.from === number || each.to === number);
    if (!line) throw new Error(`${number} is in no call`);
    const answer = await fetch(`${this.#gateway}/demo/calls/${line.call_sid}/hangup`, { method: 'POST' });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  }

  /** What a test has left behind is no part of the next: a caller may be leaving a message. */
  async endCalls(): Promise<void> {
    await until(async () => {
      const people = (await this.lines()).filter(({ kind }) => kind === 'carrier');
      for (const { call_sid } of people)
        await fetch(`${this.#gateway}/demo/calls/${call_sid}/hangup`, { method: 'POST' });
      return people.length === 0;
    }, 'every pretend party to be hung up');
  }

  /** A lead fills in a form. */
  async postLead(
    lead: Record<string, unknown>,
    account = 100,
  ): Promise<{ status: number; body: LeadAnswer }> {
    const answer = await fetch(`${this.#gateway}/api/v1/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer demo-${account}` },
      body: JSON.stringify(lead),
    });
    return { status: answer.status, body: (await answer.json()) as LeadAnswer };
  }
}

export interface LeadAnswer {
  readonly success: boolean;
  readonly error?: string;
  readonly call_id?: number | null;
  readonly outcome?: string;
  readonly reason?: string;
  readonly scheduled_for?: string | null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Looks again until it holds; @throws what was waited for after `ms` */
export async function until<T>(
  look: () => T | Promise<T>,
  what: string,
  ms = patient(30_000),
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + ms;
  for (;;) {
    const value = await look();
    if (value) return value as NonNullable<Exclude<T, false>>;
    if (performance.now() > end) throw new Error(`Waited ${ms} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
