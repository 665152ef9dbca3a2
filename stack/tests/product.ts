/**
 * Starts the built product: one supervisor with its child processes, as `npm start` does, with a new data folder and free
 * ports.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { scaleTimeout } from '../testing/timeout-factor.mjs';

const SUPERVISOR = fileURLToPath(new URL('../dist/supervisor.mjs', import.meta.url));

/** A party of the simulated phone network, as `/demo/lines` returns it. */
export interface Line {
  readonly call_sid: string;
  readonly kind: 'client' | 'carrier';
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly conference: string | null;
  readonly hears: readonly string[];
  /** RMS (0 to 1) of the last 400 ms that the party sends. */
  readonly level_in: number;
  /** RMS (0 to 1) of the last 400 ms that the party receives. */
  readonly level_out: number;
  /** RMS (0 to 1) of each requested frequency in the last 100 ms that the party receives. */
  readonly tones: readonly number[];
}

export type ProcessName = 'supervisor' | 'server' | 'voice' | 'realtime';

export class Product {
  readonly data = mkdtempSync(join(tmpdir(), 'offhook-'));
  #process: ChildProcess | undefined;
  #url = '';
  /** The local gateway; differs from `url` when a test puts a proxy in front. */
  #gateway = '';
  #log = '';
  readonly #output: string[] = [];
  readonly #settings: Readonly<Record<string, string>>;

  /** @param settings environment variables for every start */
  constructor(settings: Readonly<Record<string, string>> = {}) {
    this.#settings = settings;
  }

  get url(): string {
    return this.#url;
  }

  /** Everything written to stderr so far. */
  get log(): string {
    return this.#log;
  }

  /** Lines written to stdout so far. */
  get output(): readonly string[] {
    return this.#output;
  }

  /** @returns ms from the start of the process to its ready line */
  async start(environment: Record<string, string> = {}): Promise<number> {
    const startedAt = performance.now();
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
        reject(new Error(`The product exited with code ${code} before it was ready:\n${this.#log}`)),
      );
    });
    return performance.now() - startedAt;
  }

  requestStop(): void {
    this.#process?.kill('SIGTERM');
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    this.requestStop();
    await once(child, 'exit');
    return child.exitCode;
  }

  /** Closes the pipe from this process, as if this process had died. @returns the exit code */
  async abandon(): Promise<number | null> {
    const child = this.#process;
    if (!child) throw new Error('The product was not started.');
    child.stdin?.end();
    await once(child, 'exit');
    return child.exitCode;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }

  pidOf(name: ProcessName): number {
    const pid = this.#pids()[name];
    if (!pid) throw new Error(`${name} is not running`);
    return pid;
  }

  /** Waits until the process runs under another pid. */
  async waitForRestart(name: ProcessName, former: number): Promise<void> {
    await waitUntil(() => {
      const pid = this.#pids()[name];
      return pid != null && pid !== former;
    }, `${name} to restart`);
  }

  #pids(): Record<string, number | null | undefined> {
    return JSON.parse(readFileSync(join(this.data, 'run.json'), 'utf8'));
  }

  /** Sends SIGKILL, as a crash would. */
  kill(name: ProcessName): void {
    process.kill(this.pidOf(name), 'SIGKILL');
  }

  /** Waits until the children of the killed supervisor have exited. */
  async waitForExit(pids: readonly number[]): Promise<void> {
    await waitUntil(() => pids.every((pid) => !isAlive(pid)), 'the processes to exit');
  }

  /** @param tones frequencies in Hz that `tones` of each line measures */
  async lines(tones: readonly number[] = []): Promise<Line[]> {
    const query = tones.length === 0 ? '' : `?tones=${tones.join(',')}`;
    // The voice service can't answer while it restarts.
    return waitUntil(async () => {
      const response = await fetch(`${this.#gateway}/demo/lines${query}`);
      return response.ok ? ((await response.json()) as { lines: Line[] }).lines : null;
    }, 'the list of lines to load');
  }

  /** Starts an inbound call. */
  async callIn(from: string, to: string): Promise<void> {
    const response = await fetch(`${this.#gateway}/demo/calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from, to }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  }

  async hangUp(number: string): Promise<void> {
    const line = (await this.lines()).find((each) => each.from === number || each.to === number);
    if (!line) throw new Error(`${number} is not in a call`);
    const response = await fetch(`${this.#gateway}/demo/calls/${line.call_sid}/hangup`, { method: 'POST' });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  }

  /** Hangs up every simulated party, for example a caller who is still leaving a voicemail. */
  async endCalls(): Promise<void> {
    await waitUntil(async () => {
      const parties = (await this.lines()).filter(({ kind }) => kind === 'carrier');
      for (const { call_sid } of parties)
        await fetch(`${this.#gateway}/demo/calls/${call_sid}/hangup`, { method: 'POST' });
      return parties.length === 0;
    }, 'every simulated party to be hung up');
  }

  async postLead(
    lead: Record<string, unknown>,
    account = 100,
  ): Promise<{ status: number; body: LeadResponse }> {
    const response = await fetch(`${this.#gateway}/api/v1/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer demo-${account}` },
      body: JSON.stringify(lead),
    });
    return { status: response.status, body: (await response.json()) as LeadResponse };
  }
}

export interface LeadResponse {
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

/** Polls until `check` returns a truthy value. @throws after `ms`, an error with `description` */
export async function waitUntil<T>(
  check: () => T | Promise<T>,
  description: string,
  ms = scaleTimeout(30_000),
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + ms;
  for (;;) {
    const value = await check();
    if (value) return value as NonNullable<Exclude<T, false>>;
    if (performance.now() > end) throw new Error(`Timed out after ${ms} ms waiting for ${description}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
