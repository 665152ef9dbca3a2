/** Records the code hash with which each long suite last passed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/install.mjs';

const RECORD = join(root, 'stack/testing/long-passes.json');
const RUNNERS = ['package-lock.json', 'vitest.config.ts', 'vitest.seed.ts', 'stack/playwright.config.ts'];
const SKIPPED = new Set(['node_modules', 'dist', 'test-results', 'docs']);

export const hasPassed = (suite) => read()[suite.name] === hashSuite(suite);

export function recordPass(suite, hash) {
  const passes = { ...read(), [suite.name]: hash };
  const sorted = Object.fromEntries(Object.entries(passes).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(RECORD, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Covers everything that can change the result: the covered code, the suite's tests, and the runner. */
export function hashSuite({ name, filters, env, covers, runner }, base = root) {
  const hash = createHash('sha256').update(JSON.stringify([name, filters, env ?? null]));
  const folders = runner === 'product' ? [...covers, 'stack/tests'] : covers;
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
    if (SKIPPED.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(base, path) : [path];
  });
}

const read = () => (existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {});
