/**
 * `npm test`: types, lint and import rules, the tests of the rooms, whole-product tests in a real browser with real
 * audio. What is slow by nature is `npm run test:long`. Ends with a plain line `N passed, N failed`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureToolsInstalled, root } from './install.mjs';

ensureToolsInstalled();
const { prepare } = await import('../testing/prepare.mjs');
const { runChecks } = await import('../testing/checks.mjs');
const { runUnitTests } = await import('../testing/unit.mjs');
const { runProductTests } = await import('../testing/product.mjs');
const { merged, printReport, summary } = await import('../testing/report.mjs');

const began = performance.now();
const tidyUp = await prepare();

/** Browsers, processes and sound, which often wait. */
async function live() {
  console.log('\n— Live tests of the rooms');
  const rooms = await runUnitTests({ filters: ['--project', '* live'], name: 'live' });
  console.log('\n— Whole-product tests');
  return [rooms, await runProductTests()];
}

/** What only computes fills the time in which the others wait, by one process, so that they are not late. */
async function quick() {
  const checks = await runChecks();
  const rooms = await runUnitTests({
    filters: ['--project', '!* live', '--maxWorkers', '1'],
    isQuiet: true,
    name: 'quick',
  });
  console.log(`✓ other tests of the rooms`);
  return [checks, rooms];
}

const reports = (await Promise.all([live(), quick()])).flat();
await tidyUp();
const report = merged(reports);
const seconds = (performance.now() - began) / 1000;
writeFileSync(join(root, 'test-results/summary.json'), JSON.stringify({ ...summary(report), seconds }));
const isGreen = printReport(report, { isFlakyFailed: false, seconds });
process.exit(isGreen ? 0 : 1);
