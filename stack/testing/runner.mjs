/** Runs one of the two test runners and reads what it reports. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/install.mjs';
import { runStep } from '../bin/steps.mjs';

/**
 * @param {object} options
 * @param {string} options.name of the step, and of the file of its report
 * @param {string} options.what it runs, as errors say it
 * @param {string[]} options.args of Node
 * @param {string} options.fileVariable by which the runner learns where its report goes
 * @param {(json: any) => import('./report.mjs').Report} options.read
 * @param {boolean} [options.isLong]
 * @param {boolean} [options.isQuiet] its output is shown only when it fails
 * @param {Record<string, string>} [options.env]
 * @returns {Promise<import('./report.mjs').Report>} a runner that fails without a word of why leaves an error
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
  if (!existsSync(file)) return { rows: [], files: [], errors: [`${what} left no report.`] };
  const report = read(JSON.parse(readFileSync(file, 'utf8')));
  const isExplained = report.errors.length > 0 || report.rows.some(({ state }) => state === 'failed');
  if (!ok && !isExplained) report.errors.push(`${what} failed outside of any test.`);
  return report;
}
