import { isInFirefox, productConfig } from './firefox/browser-choice.mjs';
import { missingForFirefox } from './firefox/find.mjs';
import { runWithReport } from './runner.mjs';

/** @returns {Promise<import('./report.mjs').Report>} */
export async function runProductTests({ filters = [], name = 'product', ...options } = {}) {
  const env = { ...process.env, ...options.env };
  const missing = isInFirefox(env) ? missingForFirefox() : null;
  if (missing) return { rows: [], files: [], errors: [missing] };
  return runWithReport({
    ...options,
    name,
    description: 'The whole-product tests',
    fileVariable: 'PLAYWRIGHT_JSON_OUTPUT_NAME',
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      productConfig(env),
      '--reporter=list,json',
      ...filters,
    ],
    read: toReport,
  });
}

function toReport({ suites, errors }) {
  const specs = specsIn(suites);
  return {
    rows: specs.map(toRow),
    files: fileTimes(specs),
    errors: errors.map(({ message = '' }) => message),
  };
}

const specsIn = (suites = []) => suites.flatMap(({ specs, suites: inner }) => [...specs, ...specsIn(inner)]);

const STATES = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };

function toRow({ file, title, tests }) {
  const status = tests[0]?.status ?? 'unexpected';
  const attempts = tests.flatMap(({ results }) => results);
  return {
    file: `stack/tests/${file}`,
    title,
    state: STATES[status],
    isFlaky: status === 'flaky',
    message: attempts.find(({ error }) => error)?.error.message,
  };
}

function fileTimes(specs) {
  const seconds = new Map();
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results))
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
  return [...seconds].map(([file, total]) => ({ file: `stack/tests/${file}`, seconds: total }));
}
