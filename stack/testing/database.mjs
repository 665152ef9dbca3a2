/** The PostgreSQL server of a test run, shared by all its processes, if PostgreSQL is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Sets `OFFHOOK_TEST_POSTGRES` to its URL, with `{database}` as a placeholder; empty if PostgreSQL isn't installed.
 * Needs `OFFHOOK_PROGRAMS`. `npm test` has already started it for its runs.
 * @returns {Promise<() => Promise<void>>} stops it; it also stops with this process
 */
export async function startDatabase() {
  if (process.env.OFFHOOK_TEST_POSTGRES !== undefined) return async () => undefined;
  const program = join(process.env.OFFHOOK_PROGRAMS, 'test-postgres.mjs');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(([code]) => {
      throw new Error(`The test database exited with code ${code} before it was ready.`);
    }),
  ]);
  const { url, version } = JSON.parse(line);
  process.env.OFFHOOK_TEST_POSTGRES = url ?? '';
  const isEmbedded = !url || process.env.OFFHOOK_TEST_DATABASE === 'embedded';
  console.log(`Test database: ${isEmbedded ? 'embedded' : `PostgreSQL ${version}`}`);
  return async () => {
    delete process.env.OFFHOOK_TEST_POSTGRES;
    child.stdin.end();
    await ended;
  };
}

export default startDatabase;
