/** Which code each long suite has passed with: a hash for each, committed beside this file. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/install.mjs';

const RECORD = join(root, 'stack/testing/long-passes.json');
const RUNNERS = ['package-lock.json', 'vitest.config.ts', 'vitest.seed.ts', 'stack/playwright.config.ts'];
const LEFT_OUT = new Set(['node_modules', 'dist', 'test-results', 'docs']);

/** @param {import('./long-suites.mjs').Suite} suite @returns {boolean} it passed with the code as it is */
export const hasPassed = (suite) => read()[suite.name] === hashOf(suite);

/** @param {import('./long-suites.mjs').Suite} suite that has just passed @param {string} hash of what it began with */
export function recordPass(suite, hash) {
  const passes = { ...read(), [suite.name]: hash };
  const sorted = Object.fromEntries(Object.entries(passes).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(RECORD, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Of everything that could change how it ends: the code it judges, its own tests, and how tests are run. */
export function hashOf({ name, filters, env, judges, runner }, base = root) {
  const hash = createHash('sha256').update(JSON.stringify([name, filters, env ?? null]));
  const folders = runner === 'product' ? [...judges, 'stack/tests'] : judges;
  const paths = [...RUNNERS, ...folders.flatMap((folder) => filesIn(base, folder))].sort();
  for (const path of paths) {
    if (isOtherTest(path, filters)) continue;
    if (existsSync(join(base, path))) hash.update(path).update(readFileSync(join(base, path)));
  }
  return hash.digest('hex').slice(0, 16);
}

const isOtherTest = (path, filters) =>
  /\.(test|spec)\.(tsx?|mjs)$/.test(path) && !filters.some((filter) => path.includes(filter));

function filesIn(base, folder) {
  return readdirSync(join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(base, path) : [path];
  });
}

const read = () => (existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {});
