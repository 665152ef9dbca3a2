/** Types, lint, format, import rules, and what nothing uses, as rows of a report. */
import { checks } from '../bin/check.mjs';
import { runSteps } from '../bin/steps.mjs';

/** @param {number} atOnce @returns {Promise<import('./report.mjs').Report>} */
export async function runChecks(atOnce) {
  const steps = checks();
  const { failed } = await runSteps(steps, atOnce);
  const rows = steps.map(({ name }) => ({
    file: 'check',
    title: name,
    state: failed.includes(name) ? 'failed' : 'passed',
    message: 'as printed above',
  }));
  return { rows, files: [], errors: [] };
}
