/**
 * `npm run test:long [-- names of suites] [--changed] [--minutes N]`: what is slow by nature, suite by suite. Nothing is
 * tried twice. A suite that passes is recorded with the code it passed with; `--changed` leaves out those whose code is
 * still the same, and after `--minutes` no further one begins. Ends with a plain line `N passed, N failed`.
 */
import { parseArgs } from 'node:util';
import { ensureToolsInstalled } from './install.mjs';

ensureToolsInstalled();
const { prepare } = await import('../testing/prepare.mjs');
const { SUITES, mistakes } = await import('../testing/long-suites.mjs');
const { hashOf, hasPassed, recordPass } = await import('../testing/long-passes.mjs');
const { runUnitTests } = await import('../testing/unit.mjs');
const { runProductTests } = await import('../testing/product.mjs');
const { isGreen, merged, printReport } = await import('../testing/report.mjs');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, minutes: { type: 'string' } },
});
const limitMs = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes) * 60_000;
const unknown = positionals.filter((name) => !SUITES.some((suite) => suite.name === name));
if (unknown.length || Number.isNaN(limitMs)) {
  const names = SUITES.map(({ name }) => `‘${name}’`).join(', ');
  console.error(
    unknown.length ? `No suite is called ‘${unknown[0]}’. There are ${names}.` : '--minutes takes a number.',
  );
  process.exit(2);
}
const wrong = mistakes();
if (wrong.length) {
  console.error(wrong.join('\n'));
  process.exit(1);
}

const began = performance.now();
const tidyUp = await prepare({ isLong: true });
const options = { isFlakyFailed: true };
const reports = [];
const said = [];
for (const suite of SUITES) {
  if (positionals.length && !positionals.includes(suite.name)) continue;
  if (values.changed && hasPassed(suite)) {
    said.push(`${suite.name}: passed with this code before`);
    continue;
  }
  if (performance.now() - began > limitMs) {
    said.push(`${suite.name}: not run, the time was over`);
    continue;
  }
  console.log(`\n— ${suite.name}`);
  const { filters, env, isQuick } = suite;
  const run = suite.runner === 'rooms' ? runUnitTests : runProductTests;
  const hash = hashOf(suite);
  const startedAt = performance.now();
  const report = await run({
    filters,
    env,
    isLong: !isQuick,
    name: `long-${suite.name.replaceAll(' ', '-')}`,
  });
  const isPassed = report.rows.length > 0 && isGreen(report, options);
  if (report.rows.length === 0) report.errors.push(`The suite ‘${suite.name}’ ran no test.`);
  if (isPassed) recordPass(suite, hash);
  reports.push(report);
  said.push(
    `${suite.name}: ${isPassed ? 'passed' : 'failed'} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
}
await tidyUp();
console.log(`\n— Suites\n${said.join('\n')}`);
if (reports.length === 0) {
  console.log('\nNo suite had to run.');
  process.exit(0);
}
const isWell = printReport(merged(reports), { ...options, seconds: (performance.now() - began) / 1000 });
process.exit(isWell ? 0 : 1);
