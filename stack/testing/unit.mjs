/** Runs the tests of the rooms. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/install.mjs';
import { runStep } from '../bin/steps.mjs';

/**
 * @param {object} options
 * @param {string[]} [options.filters] parts of paths; none: all
 * @param {Record<string, string>} [options.env]
 * @param {boolean} [options.isLong]
 * @param {boolean} [options.isQuiet] its output is shown only when it fails
 * @param {string} [options.name] of its report
 * @returns {Promise<import('./report.mjs').Report>}
 */
export async function runUnitTests({
  filters = [],
  env = {},
  isLong = false,
  isQuiet = false,
  name = 'unit',
} = {}) {
  const file = join(root, `test-results/${name}.json`);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  rmSync(file, { force: true });
  const { ok, output } = await runStep({
    name,
    live: !isQuiet,
    env: { ...env, OFFHOOK_REPORT: file, ...(isLong ? { OFFHOOK_LONG: '1' } : {}) },
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=dot',
      '--reporter=./stack/testing/vitest-report.mjs',
      ...filters,
    ],
  });
  if (!ok) console.log(output);
  return readReport(file, ok, 'The tests of the rooms');
}

/** @param {string} file @param {boolean} ok whether the runner ended well @param {string} what was run */
function readReport(file, ok, what) {
  if (!existsSync(file)) return { rows: [], files: [], errors: [`${what} left no report.`] };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const isExplained = report.errors.length > 0 || report.rows.some(({ state }) => state === 'failed');
  if (!ok && !isExplained) report.errors.push(`${what} failed outside of any test.`);
  return report;
}
