/**
 * `npm run test:long [-- suites] [--changed] [--minutes N]`: the slow tests, suite by suite, without retries. A passed
 * suite is recorded with a hash of its code; `--changed` skips suites with the same code, and no suite starts after
 * `--minutes`. The last line is `N passed, N failed`.
 */
import { parseArgs } from 'node:util';
import { ensureToolsInstalled } from './install.mjs';

ensureToolsInstalled();
const { prepare } = await import('../testing/prepare.mjs');
const { SUITES, findProblems } = await import('../testing/long-suites.mjs');
const { hashSuite, hasPassed, recordPass } = await import('../testing/long-passes.mjs');
const { runUnitTests } = await import('../testing/unit.mjs');
const { runProductTests } = await import('../testing/product.mjs');
const { isGreen, mergeReports, printReport } = await import('../testing/report.mjs');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, minutes: { type: 'string' } },
});
const limitMs = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes) * 60_000;
const unknown = positionals.filter((name) => !SUITES.some((suite) => suite.name === name));
if (unknown.length || Number.isNaN(limitMs)) {
  const names = SUITES.map(({ name }) => `‘${name}’`).join(', ');
  console.error(
    unknown.length ? `Unknown suite ‘${unknown[0]}’. Available: ${names}.` : '--minutes needs a number.',
  );
  process.exit(2);
}
const problems = findProblems();
if (problems.length) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const runStartedAt = performance.now();
const cleanUp = await prepare({ isLong: true });
const options = { countsFlakyAsFailed: true };
const reports = [];
const lines = [];
for (const suite of SUITES) {
  if (positionals.length && !positionals.includes(suite.name)) continue;
  if (values.changed && hasPassed(suite)) {
    lines.push(`${suite.name}: already passed with this code`);
    continue;
  }
  if (performance.now() - runStartedAt > limitMs) {
    lines.push(`${suite.name}: not run, out of time`);
    continue;
  }
  console.log(`\n— ${suite.name}`);
  const { filters, env, isQuick } = suite;
  const run = suite.runner === 'packages' ? runUnitTests : runProductTests;
  const hash = hashSuite(suite);
  const startedAt = performance.now();
  const report = await run({
    filters,
    env,
    isLong: !isQuick,
    name: `long-${suite.name.replaceAll(' ', '-')}`,
  });
  const isPassed = report.rows.length > 0 && isGreen(report, options);
  if (report.rows.length === 0) report.errors.push(`The suite ‘${suite.name}’ ran no tests.`);
  if (isPassed) recordPass(suite, hash);
  reports.push(report);
  lines.push(
    `${suite.name}: ${isPassed ? 'passed' : 'failed'} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
}
await cleanUp();
console.log(`\n— Suites\n${lines.join('\n')}`);
if (reports.length === 0) {
  console.log('\nNo suites to run.');
  process.exit(0);
}
const isOk = printReport(mergeReports(reports), {
  ...options,
  seconds: (performance.now() - runStartedAt) / 1000,
});
process.exit(isOk ? 0 : 1);
