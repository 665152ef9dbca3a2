/**
 * Before the tests: the embedded database's template (kept until schema or demo change), and one PostgreSQL server
 * where its programs are found. Tests reach both through `withDatabase` and `onEachDatabase`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { seedDemoWorld } from '../services/demo-world.ts';
import { openPostgres } from './postgres.ts';
import { buildTemplate } from './template.ts';
import { ask, startTestPostgres } from './test-postgres.ts';

const OLD_MS = 3_600_000;

interface RunDatabase {
  readonly template: string;
  /** `null`: the tests run on the embedded database alone. */
  readonly postgres: string | null;
  stop(): Promise<void>;
}

/** One for the whole run: several projects have this set-up, each as a module of its own. */
const whole = globalThis as { offhookDatabaseOfRun?: Promise<RunDatabase> };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isFirst = whole.offhookDatabaseOfRun === undefined;
  whole.offhookDatabaseOfRun ??= start();
  const { template, postgres, stop } = await whole.offhookDatabaseOfRun;
  project.provide('offhookTemplate', template);
  project.provide('offhookPostgres', postgres);
  project.provide('offhookDatabase', postgres === null ? 'embedded' : 'postgres');
  return async () => {
    if (!isFirst) return;
    delete whole.offhookDatabaseOfRun;
    await stop();
  };
}

async function start(): Promise<RunDatabase> {
  const asked = process.env['OFFHOOK_TEST_DATABASE'] ?? '';
  if (!['', 'postgres', 'embedded'].includes(asked)) {
    throw new Error('OFFHOOK_TEST_DATABASE should be postgres or embedded.');
  }
  const file = await template();
  const server = asked === 'embedded' ? null : await startTestPostgres();
  if (!server) {
    if (asked === 'postgres') throw new Error('OFFHOOK_TEST_DATABASE is postgres, and there is none here.');
    console.log('Database of the tests: the embedded one');
    return { template: file, postgres: null, stop: async () => undefined };
  }
  await server.createDatabase('demo');
  const { db, close } = await openPostgres(server.url('demo'), () => undefined);
  await seedDemoWorld(Date.now())(db, server.folder);
  await close();
  const [version] = await ask<{ server_version: string }>(server.url('demo'), 'show server_version');
  console.log(`Database of the tests: PostgreSQL ${version?.server_version.split(' ')[0]}`);
  return { template: file, postgres: server.url('{database}'), stop: server.stop };
}

/** Made once for a schema and a demo world, and kept. */
async function template(): Promise<string> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const hash = createHash('sha256');
  for (const entry of readdirSync(here, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !/test-|\.test\./.test(entry.name)) hash.update(readFileSync(path));
  }
  const file = join(here, `../../.cache/test-${hash.digest('hex').slice(0, 16)}.template`);
  if (existsSync(file)) return file;
  await buildTemplate(file, seedDemoWorld(Date.now()));
  forgetOld(dirname(file));
  return file;
}

/** Of earlier schemas; not those that a run beside this one may be using. */
function forgetOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > OLD_MS) rmSync(path, { force: true });
  }
}
