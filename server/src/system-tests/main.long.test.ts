/** Runs the server as a process, bundled as in production: startup, rejections and all kinds of shutdown. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { FIRST_ACCOUNT_COMMANDS } from '../accounts/settings/first-account.ts';
import { runCommandLine } from '../command-line/command-line.ts';
import type { Database } from '../platform/database/database.ts';
import { openFolder } from '../platform/database/embedded/embedded.ts';
import { totpFactors, users } from '../platform/database/schema.ts';
import { run as runStatement } from '../testing/database/postgres.ts';
import { mountSmallDisk, smallDiskProblem } from '../testing/database/small-disk.ts';
import { senderAt } from '../testing/servers/api-client.ts';
import { ACCOUNT_ENVIRONMENT } from '../testing/servers/keys.ts';
import { scratchFolder } from '../testing/servers/local.ts';
import { programFile } from '../testing/servers/program-file.ts';

interface Running extends ChildProcess {
  text(): string;
  readonly closed: Promise<unknown>;
}

function run(changes: Record<string, string>): Running {
  const child = spawn(process.execPath, [programFile('server')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      OFFHOOK_CHILD: '1',
      PUBLIC_URL: 'http://localhost:8080',
      DATABASE_TEMPLATE: inject('offhookTemplate'),
      ...ACCOUNT_ENVIRONMENT,
      // No provider is listening: the server starts anyway and reports that telephony isn't ready.
      VOICE_URL: 'http://127.0.0.1:9',
      PUSHER_APP_ID: '1',
      PUSHER_KEY: 'key',
      PUSHER_SECRET: 'secret',
      PUSHER_HOST: '127.0.0.1',
      PUSHER_PORT: '9',
      REALTIME_EMBEDDED: '1',
      OFFHOOK_DEMO: '1',
      SESSION_SECRET: 'a secret for the tests of the server',
      LOG_LEVEL: 'error',
      ...changes,
    },
  });
  let text = '';
  child.stderr.on('data', (chunk) => {
    text += String(chunk);
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // Waits for all output, unlike 'exit'.
  return Object.assign(child, { text: () => text, closed: once(child, 'close') });
}

async function waitForPort(child: Running): Promise<number> {
  if (!child.stdout) throw new Error('The server has no stdout pipe.');
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as { ready: string; port: number };
    if ('waiting' in message) continue;
    expect(message).toEqual({ ready: 'server', port: expect.any(Number), hasAccount: expect.any(Boolean) });
    return message.port;
  }
  throw new Error(`the server exited before it was ready: ${child.text()}`);
}

async function exitCodeOf(child: Running): Promise<number | null> {
  await child.closed;
  return child.exitCode;
}

type Send = (path: string, body?: object, more?: Record<string, string>) => Promise<Response>;

async function login(port: number): Promise<Send> {
  const send = await senderAt(`http://127.0.0.1:${port}`, 'agent@demo.test');
  return (path, body, more) => send(body ? 'POST' : 'GET', path, body, more);
}

it('the server encrypts the secrets of an earlier version, and starts without their key', {
  timeout: 300_000,
}, async () => {
  const OFFHOOK_DATA = scratchFolder();
  const start = async (changes: Record<string, string>) => {
    const child = run({ OFFHOOK_DATA, LOG_LEVEL: 'info', DRAIN_NOTICE_SECONDS: '0', ...changes });
    await waitForPort(child);
    return child;
  };
  const stop = async (child: Running) => {
    child.kill('SIGTERM');
    expect(await exitCodeOf(child)).toBe(0);
  };
  const withFolder = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const { db, close } = await openFolder(join(OFFHOOK_DATA, 'pg'));
    return work(db).finally(close);
  };
  const says = (child: Running, text: string) =>
    vi.waitFor(() => expect(child.text()).toContain(text), { timeout: 60_000, interval: 20 });
  await stop(await start({}));
  const secret = 'JBSWY3DPEHPK3PXP';
  await withFolder(async (db) => {
    const [user] = await db.select().from(users);
    await db.insert(totpFactors).values({ user_id: user?.id ?? 0, secret, last_period: 0 });
    await db.execute(`delete from schema_steps where tag = '0049_sealed_secrets'`);
  });
  const upgraded = await start({});
  await says(upgraded, 'stored secrets encrypted');
  await stop(upgraded);
  const stored = await withFolder((db) => db.select().from(totpFactors));
  expect(stored.map((factor) => factor.secret)).toEqual([expect.stringMatching(/^v1\.[0-9a-f]{16}\./)]);
  const other = await start({ SESSION_SECRET: 'another secret for the tests of the server' });
  await says(other, 'stored secrets are unreadable');
  expect(other.text()).toContain('"authenticatorApps":1');
  await stop(other);
  expect(await withFolder((db) => db.select().from(totpFactors))).toEqual(stored);
});

it('the server starts, locks its data folder, and keeps acknowledged data when killed', {
  timeout: 300_000,
}, async () => {
  const OFFHOOK_DATA = scratchFolder();
  const first = run({ OFFHOOK_DATA });
  const send = await login(await waitForPort(first));
  // A component that doesn't respond immediately is reported too.
  await vi.waitFor(
    async () => {
      const health = await send('/healthz');
      expect([health.status, await health.json()]).toEqual([
        503,
        { success: false, error: 'telephony', code: 'unavailable' },
      ]);
    },
    { timeout: 30_000, interval: 20 },
  );
  const history = (await (await send('/api/v1/mycalls')).json()) as { data: { id: number }[] };
  const callId = history.data[0]?.id ?? 0;
  const written = { call_id: callId, content: 'Written just before the end' };
  const key = { 'idempotency-key': 'written-just-before' };
  const saved = await send('/api/v1/notes', written, key);
  expect(saved.status).toBe(200);
  const { note } = (await saved.json()) as { note: { id: number } };

  const second = run({ OFFHOOK_DATA });
  expect(await exitCodeOf(second)).toBe(2);
  expect(second.text()).toMatch(/^The data folder .* is in use by another process/);

  first.kill('SIGKILL');
  await exitCodeOf(first);
  const third = run({ OFFHOOK_DATA });
  const again = await login(await waitForPort(third));
  const repeated = await again('/api/v1/notes', written, key);
  expect(await repeated.json()).toMatchObject({ note: { id: note.id } });

  third.stdin?.end();
  expect([await exitCodeOf(third), third.text()]).toEqual([0, '']);
  const fourth = run({ OFFHOOK_DATA, DRAIN_NOTICE_SECONDS: '0' });
  await waitForPort(fourth);
  fourth.kill('SIGTERM');
  expect([await exitCodeOf(fourth), fourth.text()]).toEqual([0, '']);

  // A draining server isn't ready but keeps serving until the notice period is over.
  const fifth = run({ OFFHOOK_DATA, DRAIN_SECONDS: '3600', DRAIN_NOTICE_SECONDS: '600' });
  const served = await login(await waitForPort(fifth));
  const readiness = async () => {
    const answer = await served('/readyz');
    return [answer.status, await answer.json()];
  };
  const parts = { disk: true, database: true, migrations: true, telephony: false, realtime: false };
  const becomes = (error: string) =>
    vi.waitFor(
      async () =>
        expect(await readiness()).toEqual([503, { success: false, error, code: 'unavailable', parts }]),
      {
        timeout: 30_000,
        interval: 20,
      },
    );
  await becomes('telephony');
  fifth.kill('SIGTERM');
  await becomes('draining');
  const answered = await served('/api/v1/mycalls');
  expect([answered.status, answered.headers.get('connection')]).toEqual([200, 'close']);
  fifth.stdin?.end();
  expect([await exitCodeOf(fifth), fifth.text()]).toEqual([0, '']);
});

/** Posts the demo's example lead, like curl or a browser, under any host name. @returns the status */
async function postLead(port: number, headers: Record<string, string>): Promise<number | undefined> {
  const request = httpRequest({
    ...{ host: '127.0.0.1', port, method: 'POST', path: '/api/v1/leads', setHost: false },
    headers: { authorization: 'Bearer demo-100', 'content-type': 'application/json', ...headers },
  });
  request.end(JSON.stringify({ phone_number: '+14155550142' }));
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

it('the demo accepts leads from local programs, but not from pages of other sites', async () => {
  const settings = { OFFHOOK_DATA: scratchFolder(), PAGE_ORIGINS: 'http://localhost:5173' };
  const child = run(settings);
  const port = await waitForPort(child);
  const host = `localhost:${port}`;
  const from = (headers: Record<string, string>) => postLead(port, headers);
  expect(await from({ host })).toBe(200);
  expect(await from({ host: `127.0.0.1:${port}` })).toBe(200);
  expect(await from({ host, origin: `http://${host}` })).toBe(200);
  expect(await from({ host, origin: 'http://localhost:5173' })).toBe(200);
  expect(await from({ host: `evil.test:${port}` })).toBe(403);
  expect(await from({ host: `evil.test:${port}`, origin: `http://evil.test:${port}` })).toBe(403);
  expect(await from({ host, origin: 'https://evil.test' })).toBe(403);
  expect(await from({ host, origin: 'null' })).toBe(403);
  child.stdin?.end();
  expect(await exitCodeOf(child)).toBe(0);
});

it('the demo rejects remote logins with its default passwords until they are changed', async () => {
  const OFFHOOK_DATA = scratchFolder();
  const demo = run({ OFFHOOK_DATA });
  await waitForPort(demo);
  demo.stdin?.end();
  await exitCodeOf(demo);
  const reached: [Record<string, string>, string][] = [
    [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
    // The supervisor derives this public URL from GATEWAY_HOST, so the error names HOST.
    [{ GATEWAY_HOST: '::', PUBLIC_URL: 'http://[::]:8080' }, 'HOST is ::'],
    [{ PUBLIC_URL: 'https://phone.lan' }, 'PUBLIC_URL is https://phone.lan'],
  ];
  for (const [setting, problem] of reached) {
    const rejected = run({ OFFHOOK_DATA, OFFHOOK_DEMO: '0', ...setting });
    expect([setting, await exitCodeOf(rejected)]).toEqual([setting, 2]);
    expect(rejected.text().startsWith(`${problem}, and the database`)).toBe(true);
    expect(rejected.text()).toMatch(
      /, and the database has 22 users with the demo’s password and \d+ demo API keys, which are publicly known. Set OFFHOOK_DATA to a new folder, or disable them with: npm run admin -- demo close\n$/,
    );
  }
  const args = ['demo', 'close'];
  const line = { args, who: 'ada', dataFolder: OFFHOOK_DATA, databaseUrl: '', allowsPrivate: false };
  expect(await runCommandLine(line)).toMatchObject({ code: 0, err: '' });
  const open = run({ OFFHOOK_DATA, OFFHOOK_DEMO: '0', GATEWAY_HOST: '::' });
  const port = await waitForPort(open);
  expect(await postLead(port, { host: 'localhost' })).toBe(401);
  await expect(login(port)).rejects.toThrow('Your login credentials are invalid.');
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/mycalls`)).status).toBe(401);
  open.stdin?.end();
  expect([await exitCodeOf(open), open.text()]).toEqual([0, '']);
});

it.skipIf(process.platform === 'win32')(
  'the server makes its data folder accessible only to its own user',
  async () => {
    const OFFHOOK_DATA = scratchFolder();
    chmodSync(OFFHOOK_DATA, 0o755);
    const child = run({ OFFHOOK_DATA });
    const send = await login(await waitForPort(child));
    expect((await send('/api/v1/mycalls')).status).toBe(200);
    const entries = readdirSync(OFFHOOK_DATA, { recursive: true, encoding: 'utf8' });
    expect(entries).toContain(join('pg', 'global', 'pg_internal.init'));
    const isOpen = (name: string) => (statSync(join(OFFHOOK_DATA, name)).mode & 0o077) !== 0;
    expect(['', ...entries].filter(isOpen)).toEqual([]);
    child.stdin?.end();
    expect(await exitCodeOf(child)).toBe(0);
  },
);

it.skipIf(smallDiskProblem !== '')(
  'the server waits at startup while the disk is full, rejects writes when it fills up, and recovers by itself',
  async () => {
    const disk = mountSmallDisk(120);
    disk.fill(5);
    const child = run({ OFFHOOK_DATA: disk.folder, DISK_RESERVE_MB: '20' });
    await vi.waitFor(() => expect(child.text()).toContain('disk full: waiting for space before starting'), {
      timeout: 30_000,
    });
    disk.clear();
    const send = await login(await waitForPort(child));
    const healthBecomes = (error: string) =>
      vi.waitFor(async () => expect(await (await send('/healthz')).json()).toMatchObject({ error }), {
        timeout: 30_000,
      });
    await healthBecomes('telephony');
    disk.fill(19);
    await healthBecomes('disk full');
    expect(await (await send('/readyz')).json()).toMatchObject({
      error: 'disk full',
      parts: { disk: false },
    });
    expect(child.text()).toContain('disk full: rejecting writes until there is space');
    const history = (await (await send('/api/v1/mycalls')).json()) as { data: { id: number }[] };
    const note = { call_id: history.data[0]?.id, content: 'Written on a full disk' };
    const key = { 'idempotency-key': 'written-on-a-full-disk' };
    const rejected = await send('/api/v1/notes', note, key);
    expect([rejected.status, await rejected.json()]).toEqual([
      503,
      {
        success: false,
        error: 'The server’s disk is full. Ask an administrator to free up space.',
        code: 'diskFull',
      },
    ]);
    disk.clear();
    await healthBecomes('telephony');
    expect((await send('/api/v1/notes', note, key)).status).toBe(200);
    child.stdin?.end();
    expect(await exitCodeOf(child)).toBe(0);
  },
);

it('the server refuses to start with an invalid setting, and names it', async () => {
  const child = run({ OFFHOOK_DATA: scratchFolder(), TWILIO_ACCOUNT_SID: 'AC1', SERVER_PORT: 'x' });
  expect(await exitCodeOf(child)).toBe(2);
  expect(child.text()).toBe(
    'SERVER_PORT should be a port number, 0 to 65535.\nTWILIO_ACCOUNT_SID should be AC and 32 hexadecimal digits.\n',
  );
});

const postgres = inject('offhookPostgres');

it.skipIf(postgres === null)(
  'the server logs how to create the first account until an account exists',
  async () => {
    const url = (name: string) => (postgres ?? '').replace('{database}', name);
    const name = `first_${randomBytes(8).toString('hex')}`;
    await runStatement(url('postgres'), `create database ${name}`);
    onTestFinished(() => runStatement(url('postgres'), `drop database ${name} with (force)`));
    const folder = scratchFolder();
    const settings = { OFFHOOK_DATA: folder, DATABASE_URL: url(name), OFFHOOK_DEMO: '0', LOG_LEVEL: 'warn' };
    const logged = async () => {
      const child = run(settings);
      await waitForPort(child);
      child.stdin?.end();
      await exitCodeOf(child);
      const lines = child
        .text()
        .split('\n')
        .filter((line) => line.includes('the database has no account'));
      return lines.map((line) => JSON.parse(line) as object);
    };
    expect(await logged()).toMatchObject([{ level: 40, command: FIRST_ACCOUNT_COMMANDS[0] }]);

    for (const command of FIRST_ACCOUNT_COMMANDS) {
      const args = command.replace('npm run admin -- ', '').split(' ');
      const line = { args, who: 'ada', dataFolder: folder, databaseUrl: url(name), allowsPrivate: false };
      expect(await runCommandLine(line)).toMatchObject({ code: 0, err: '' });
    }
    expect(await logged()).toEqual([]);
  },
);
