/** An Offhook of the check's own: the server alone, as in production, with a new database and two agents. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Settings } from './settings.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

export interface Login {
  readonly email: string;
  readonly password: string;
}

export interface Finding {
  readonly part: string;
  readonly state: string;
  readonly message: string;
}

export class Installation {
  readonly #folder = mkdtempSync(join(tmpdir(), 'offhook-live-'));
  readonly #environment: NodeJS.ProcessEnv;
  readonly #port: number;
  #server: ChildProcess | undefined;

  /** The name of the number that the call reaches. Agents see it while it rings. */
  readonly numberName = 'Live check';
  readonly admin = newLogin('admin');
  readonly agents = [newLogin('caller'), newLogin('callee')] as const;

  constructor({ PUBLIC_URL, PORT }: Settings, applicationSid: string, environment: NodeJS.ProcessEnv) {
    this.#port = PORT;
    this.#environment = {
      ...environment,
      PUBLIC_URL,
      PORT: String(PORT),
      OFFHOOK_DATA: join(this.#folder, 'data'),
      OFFHOOK_DEMO: '0',
      DATABASE_URL: '',
      TWILIO_APP_SID: applicationSid,
      // The other side is an agent's phone, and the provider charges for each detection.
      VOICEMAIL_DETECTION: '0',
      DRAIN_SECONDS: '2',
      DRAIN_NOTICE_SECONDS: '0',
    };
  }

  get log(): string {
    return join(this.#folder, 'server.log');
  }

  /** @throws if the server ends before it is ready */
  async start(): Promise<void> {
    const server = spawn(process.execPath, [join(ROOT, 'stack/bin/server.mjs'), '--built'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.#environment,
    });
    this.#server = server;
    const log = createWriteStream(this.log);
    server.stderr.pipe(log);
    let last = '';
    server.stderr.on('data', (chunk: Buffer) => {
      last = chunk.toString();
    });
    for await (const line of createInterface({ input: server.stdout }))
      if (line.startsWith('{"ready"')) return server.stdout.resume() && undefined;
    throw new Error(`The server ended before it was ready: ${last}`);
  }

  /** Two teams with an agent and a number each, so that a call from one number reaches the other's agent. */
  async fill(numbers: readonly [string, string]): Promise<void> {
    const { id: account } = await this.#admin(
      'accounts',
      'add',
      '--name',
      'Live check',
      '--country',
      'US',
      '--time-zone',
      'UTC',
      '--calling-from',
      '00:00',
      '--calling-to',
      '24:00',
    );
    const common = ['--account', String(account)];
    const { email, password } = this.admin;
    await this.#admin(
      'users',
      'add',
      ...common,
      '--email',
      email,
      '--password',
      password,
      '--name',
      'Admin',
      '--permissions',
      'admin,listen,app-sms',
    );
    for (const [index, number] of numbers.entries()) {
      const agent = this.agents[index];
      if (!agent) throw new Error('There are two numbers.');
      const { id: team } = await this.#admin(
        'teams',
        'add',
        ...common,
        '--name',
        `Team ${index + 1}`,
        ...(index === 0 ? ['--default'] : []),
      );
      await this.#admin('profiles', 'set', String(team), '--records', 'yes');
      await this.#admin(
        'users',
        'add',
        ...common,
        '--email',
        agent.email,
        '--password',
        agent.password,
        '--name',
        index === 0 ? 'Cal Caller' : 'Ria Receiver',
        '--permissions',
        'app-sms,listen',
        '--country',
        'US',
      );
      await this.#admin('teams', 'join', String(team), agent.email);
      await this.#admin(
        'numbers',
        'add',
        ...common,
        '--number',
        number,
        '--team',
        String(team),
        '--name',
        index === 0 ? 'Caller' : this.numberName,
      );
    }
  }

  async doctor(): Promise<readonly Finding[]> {
    return (await this.#admin('doctor', '--fix')) as unknown as readonly Finding[];
  }

  /** How many webhooks of received texts the server accepted, from its own metrics. */
  async inboundTexts(): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${this.#port}/metrics`)).text();
    const pattern =
      /^offhook_http_request_seconds_count\{(?=.*messages\/inbound)(?=.*status="200").*\} (\d+)$/m;
    return Number(pattern.exec(metrics)?.[1] ?? 0);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #admin(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    const { stdout } = await run(process.execPath, [join(ROOT, 'stack/dist/admin.mjs'), ...args, '--json'], {
      env: this.#environment,
    }).catch((error: { stdout?: string; stderr?: string; message: string }) => {
      // The doctor exits with 1 and prints its findings.
      if (args[0] === 'doctor' && error.stdout?.startsWith('[')) return { stdout: error.stdout };
      throw new Error(error.stderr || error.message);
    });
    const result: unknown = JSON.parse(stdout);
    return (Array.isArray(result) && args[0] !== 'doctor' ? result[0] : result) as Readonly<
      Record<string, unknown>
    >;
  }
}

function newLogin(name: string): Login {
  return { email: `${name}@live-check.test`, password: randomBytes(18).toString('base64url') };
}
