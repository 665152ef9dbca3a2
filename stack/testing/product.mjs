/** Runs the whole-product tests. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/install.mjs';
import { runStep } from '../bin/steps.mjs';

/**
 * @param {{filters?: string[], env?: Record<string, string>, isLong?: boolean, name?: string}} options parts of paths; none: all
 * @returns {Promise<import('./report.mjs').Report>}
 */
export async function runProductTests({ filters = [], env = {}, isLong = false, name = 'product' } = {}) {
  const file = join(root, `test-results/${name}.json`);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  rmSync(file, { force: true });
  const { ok } = await runStep({
    name,
    live: true,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(isLong ? { OFFHOOK_LONG: '1' } : {}) },
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'stack/playwright.config.ts',
      '--reporter=list,json',
      ...filters,
    ],
  });
  if (!existsSync(file)) return { rows: [], files: [], errors: ['The whole-product tests left no report.'] };
  const { suites, errors } = JSON.parse(readFileSync(file, 'utf8'));
  const specs = specsIn(suites);
  const report = {
    rows: specs.map(rowOf),
    files: timesOf(specs),
    errors: errors.map(({ message = '' }) => message),
  };
  const isExplained = report.errors.length > 0 || report.rows.some(({ state }) => state === 'failed');
  if (!ok && !isExplained) report.errors.push('The whole-product tests failed outside of any test.');
  return report;
}

/** Suites hold suites. */
const specsIn = (suites = []) => suites.flatMap(({ specs, suites: inner }) => [...specs, ...specsIn(inner)]);

const STATES = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };

function rowOf({ file, title, tests }) {
  const status = tests[0]?.status ?? 'unexpected';
  const tries = tests.flatMap(({ results }) => results);
  return {
    file: `stack/tests/${file}`,
    title,
    state: STATES[status],
    isFlaky: status === 'flaky',
    message: tries.find(({ error }) => error)?.error.message,
  };
}

function timesOf(specs) {
  const seconds = new Map();
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results))
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
  return [...seconds].map(([file, total]) => ({ file: `stack/tests/${file}`, seconds: total }));
}
