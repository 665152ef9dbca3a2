/**
 * `npm test`: types, lint and import rules, unit tests, whole-product tests in a real browser with real audio.
 * Ends with a plain line `N passed, N failed`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const { buildAll } = await import('./build.mjs');
const { checks } = await import('./check.mjs');
const { findChromium } = await import('./chromium.mjs');
const { runStep, runSteps } = await import('./steps.mjs');

const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const chromium = await findChromium();

let passed = 0;
let failed = 0;
let skipped = 0;
/** What failed, each with its first words: said once more at the end, where it is not lost in the output. */
const failures = [];

const count = (title, ran, read) => {
  let counts;
  try {
    counts = read();
  } catch (error) {
    failures.push(`${title} left no result: ${error.message}`);
    failed += 1;
    return;
  }
  passed += counts.passed;
  failed += counts.failed;
  skipped += counts.skipped;
  // The runner itself failed, though no test did: an error outside of any test.
  if (!ran.ok && counts.failed === 0) {
    failures.push(`${title}: an error outside of any test`);
    failed += 1;
  }
};

/** Unit tests that were left out; why stands in their names. */
const leftOut = [];

const firstWords = (message = '') => message.split('\n').slice(0, 6).join('\n    ');

/** The failed specs of Playwright's report, whose suites hold suites. */
const failedSpecs = (suites = []) =>
  suites.flatMap((suite) => [
    ...suite.specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
      .map(({ file, title, tests }) => {
        const fell = tests.flatMap(({ results }) => results).find(({ status }) => status !== 'passed');
        return `${file} › ${title}\n    ${firstWords(fell?.error?.message)}`;
      }),
    ...failedSpecs(suite.suites),
  ]);

console.log('\n— Checks');
const checked = await runSteps(checks());
passed += checked.passed;
failed += checked.failed.length;
failures.push(...checked.failed.map((name) => `check: ${name}, as printed above`));

console.log('\n— Build');
await buildAll();

console.log('\n— Unit tests');
const unitFile = join(results, 'unit.json');
const unit = await runStep({
  name: 'unit',
  live: true,
  env: { CHROMIUM_PATH: chromium },
  args: [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${unitFile}`,
  ],
});
count('The unit tests', unit, () => {
  const report = JSON.parse(readFileSync(unitFile, 'utf8'));
  for (const file of report.testResults) {
    const skippedHere = file.assertionResults.filter(
      ({ status }) => status === 'pending' || status === 'skipped',
    );
    leftOut.push(...skippedHere.map(({ fullName }) => `${relative(root, file.name)} › ${fullName}`));
    const fell = file.assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of fell)
      failures.push(`${relative(root, file.name)} › ${fullName}\n    ${firstWords(failureMessages[0])}`);
    if (file.status === 'failed' && file.assertionResults.length === 0)
      failures.push(`${relative(root, file.name)}\n    ${firstWords(file.message)}`);
  }
  return {
    passed: report.numPassedTests,
    // A file that could not be loaded holds no test that could fail.
    failed:
      report.numFailedTests +
      report.testResults.filter((f) => f.status === 'failed' && f.assertionResults.length === 0).length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
});

console.log('\n— Whole-product tests');
const productFile = join(results, 'product.json');
const product = await runStep({
  name: 'product',
  live: true,
  env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: productFile },
  args: [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'stack/playwright.config.ts',
    '--reporter=list,json',
  ],
});
count('The whole-product tests', product, () => {
  const { stats, suites } = JSON.parse(readFileSync(productFile, 'utf8'));
  failures.push(...failedSpecs(suites));
  // A test that passed only at a second try is a race that nobody has found yet.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
});

if (leftOut.length) console.log(`\n— Skipped\n${leftOut.join('\n')}`);
if (failures.length) console.log(`\n— Failed\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed ? 1 : 0);
