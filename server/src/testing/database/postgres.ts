import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

export interface TestPostgres {
  readonly pid: number;
  url(database: string): string;
  createDatabase(name: string): Promise<void>;
  readonly folder: string;
  stop(): Promise<void>;
}

/** Null if PostgreSQL isn't installed, or no user can run it. A server that isn't durable is faster. */
export async function startTestPostgres({
  isDurable = false,
  settings: given = [],
}: {
  readonly isDurable?: boolean;
  readonly settings?: readonly string[];
} = {}): Promise<TestPostgres | null> {
  const bin = findPrograms();
  const owner = serverOwner();
  if (bin === null || owner === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'offhook-pg-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'offhook', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    },
  );
  const speed = isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...speed,
    ...given,
  ];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((value) => ['-c', value])], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const url = (database: string) => `postgres://offhook@localhost/${database}?host=${folder}`;
  await untilReady(url('postgres'), server);
  return {
    pid: server.pid ?? 0,
    url,
    folder,
    createDatabase: (name) => run(url('postgres'), `create database ${name}`),
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function run(url: string, statement: string): Promise<void> {
  await query(url, statement);
}

export async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const MAX_POLLS = 500;

/** Waits until the database's connections are closed: a pool ends earlier, and a forced drop makes them throw. */
export async function dropDatabase(url: (name: string) => string, name: string): Promise<void> {
  const open = `select 1 from pg_stat_activity where datname = '${name}'`;
  for (let polls = 0; polls < MAX_POLLS && (await query(url('postgres'), open)).length > 0; polls += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await run(url('postgres'), `drop database ${name} with (force)`);
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`postgres exited immediately with code ${server.exitCode}`);
    try {
      return await run(url, 'select 1');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function findPrograms(): string | null {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const hasBoth = (folder: string) =>
    existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb'));
  return folders.find(hasBoth) ?? null;
}

/** PostgreSQL refuses to run as root: uses `postgres` or `nobody` instead. `{}` means the current user. */
function serverOwner(): { uid?: number; gid?: number } | null {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody'].flatMap((name) => accounts.filter((entry) => entry[0] === name))[0];
  return account ? { uid: Number(account[2]), gid: Number(account[3]) } : null;
}
