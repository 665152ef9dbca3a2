/**
 * Before the tests: the embedded database's template (kept until schema or demo change), and one PostgreSQL server
 * where its programs are found. Tests reach both through `forEachDatabase`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { seedDemoWorld } from '../services/demo-world.ts';
import { openPostgres } from './postgres.ts';
import { buildTemplate } from './template.ts';
import { startTestPostgres } from './test-postgres.ts';

const OLD_MS = 3_600_000;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('offhookTemplate', await template());
  const server = await startTestPostgres();
  project.provide('offhookPostgres', server?.url('{database}') ?? null);
  if (!server) {
    console.log('No PostgreSQL found: the tests of the server run on the embedded database only.');
    return async () => undefined;
  }
  await server.createDatabase('demo');
  const { db, close } = await openPostgres(server.url('demo'), () => undefined);
  await seedDemoWorld(Date.now())(db, server.folder);
  await close();
  return server.stop;
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
