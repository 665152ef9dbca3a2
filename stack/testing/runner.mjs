/** Runs a test runner and reads its report. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/install.mjs';
import { runStep } from '../bin/steps.mjs';

/**
 * @param {object} options
 * @param {string} options.name of the step and its report file
 * @param {string} options.what it runs, for error messages
 * @param {string[]} options.args of Node
 * @param {string} options.fileVariable environment variable with the path of the report
 * @param {(json: any) => import('./report.mjs').Report} options.read
 * @param {boolean} [options.isLong]
 * @param {boolean} [options.isQuiet] show the output only on failure
 * @param {Record<string, string>} [options.env]
 * @returns {Promise<import('./report.mjs').Report>} with an error if the runner fails without a reason
 */
export async function runReported({
  name,
  what,
  args,
  fileVariable,
  read,
  isLong = false,
  isQuiet = false,
  env = {},
}) {
  const file = join(root, `test-results/${name}.json`);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  rmSync(file, { force: true });
  const { ok, output } = await runStep({
    name,
    live: !isQuiet,
    env: { ...env, [fileVariable]: file, ...(isLong ? { OFFHOOK_LONG: '1' } : {}) },
    args,
  });
  if (!ok && isQuiet) console.log(output);
  if (!existsSync(file)) return { rows: [], files: [], errors: [`${what} wrote no report.`] };
  const report = read(JSON.parse(readFileSync(file, 'utf8')));
  const isExplained = report.errors.length > 0 || report.rows.some(({ state }) => state === 'failed');
  if (!ok && !isExplained) report.errors.push(`${what} failed outside of a test.`);
  return report;
}
