import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bin/install.mjs';
import { runStep } from '../bin/steps.mjs';

/**
 * `description` names the tests in error messages; `fileVariable` is the environment variable for the report's path.
 * @returns {Promise<import('./report.mjs').Report>} with an error if the runner fails without a reason
 */
export async function runWithReport({
  name,
  description,
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
  if (!existsSync(file)) return { rows: [], files: [], errors: [`${description} wrote no report.`] };
  const report = read(JSON.parse(readFileSync(file, 'utf8')));
  const isExplained = report.errors.length > 0 || report.rows.some(({ state }) => state === 'failed');
  if (!ok && !isExplained) report.errors.push(`${description} failed outside of a test.`);
  return report;
}
