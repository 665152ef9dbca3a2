/**
 * `npm test`: types, lint and import rules, the tests of the rooms, whole-product tests in a real browser with real
 * audio. What is slow by nature is `npm run test:long`. Ends with a plain line `N passed, N failed`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureToolsInstalled, root } from './install.mjs';

ensureToolsInstalled();
const { patience } = await import('../testing/patience.mjs');
const { prepare } = await import('../testing/prepare.mjs');
const { runChecks } = await import('../testing/checks.mjs');
const { runUnitTests } = await import('../testing/unit.mjs');
const { runProductTests } = await import('../testing/product.mjs');
const { merged, printReport, summary } = await import('../testing/report.mjs');

const began = performance.now();
const tidyUp = await prepare();

/** A busy machine shares its cores by process: with more of them a run gets enough of it to end in time. */
const BUSY = 2;
const workers = patience() < BUSY ? { live: 2, quick: 1 } : { live: 4, quick: 4 };

/** Browsers, processes and sound, which often wait. */
async function live() {
  console.log('\n— Live tests of the rooms');
  const rooms = await runUnitTests({
    filters: ['--project', '* live', '--maxWorkers', String(workers.live)],
    name: 'live',
  });
  console.log('\n— Whole-product tests');
  return [rooms, await runProductTests()];
}

/** What only computes fills the time in which the others wait; on a quiet machine by one process, so that they are not late. */
async function quick() {
  const checks = await runChecks(workers.quick);
  const rooms = await runUnitTests({
    filters: ['--project', '!* live', '--maxWorkers', String(workers.quick)],
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
