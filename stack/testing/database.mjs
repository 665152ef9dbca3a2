/** The PostgreSQL of a test run: one for all of its processes, where PostgreSQL is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Starts it and sets `OFFHOOK_TEST_POSTGRES` to its address, with `{database}` for the name; empty: there is none.
 * It runs from the programs that `OFFHOOK_PROGRAMS` names. A run that was begun by `npm test` has it already.
 *
 * @returns {Promise<() => Promise<void>>} stops it; it stops with this process, too
 */
export async function startDatabase() {
  if (process.env.OFFHOOK_TEST_POSTGRES !== undefined) return async () => undefined;
  const program = join(process.env.OFFHOOK_PROGRAMS, 'test-postgres.mjs');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(([code]) => {
      throw new Error(`The database of the tests ended with code ${code} before it was ready.`);
    }),
  ]);
  const { url, version } = JSON.parse(line);
  process.env.OFFHOOK_TEST_POSTGRES = url ?? '';
  const isEmbedded = !url || process.env.OFFHOOK_TEST_DATABASE === 'embedded';
  console.log(`Database of the tests: ${isEmbedded ? 'the embedded one' : `PostgreSQL ${version}`}`);
  return async () => {
    delete process.env.OFFHOOK_TEST_POSTGRES;
    child.stdin.end();
    await ended;
  };
}

/** Vitest's set-up. */
export default startDatabase;
