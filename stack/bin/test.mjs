/** `npm test`: checks, the packages' tests, and whole-product tests in a real browser. The last line is `N passed, N failed`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureToolsInstalled, root } from './install.mjs';

ensureToolsInstalled();
const { timeoutFactor } = await import('../testing/timeout-factor.mjs');
const { prepare } = await import('../testing/prepare.mjs');
const { runChecks } = await import('../testing/checks.mjs');
const { runUnitTests } = await import('../testing/unit.mjs');
const { runProductTests } = await import('../testing/product.mjs');
const { mergeReports, printReport, summary } = await import('../testing/report.mjs');

const startedAt = performance.now();
const cleanUp = await prepare();

const BUSY_FACTOR = 2;
const workers = timeoutFactor() < BUSY_FACTOR ? { live: 2, quick: 1 } : { live: 4, quick: 4 };

async function live() {
  console.log('\n— Live tests of the packages');
  const packages = await runUnitTests({
    filters: ['--project', '* live', '--maxWorkers', String(workers.live)],
    name: 'live',
  });
  console.log('\n— Whole-product tests');
  const product = await runProductTests();
  // By then, the other tests leave a processor free.
  return [packages, product, await runChecks(workers.quick)];
}

/** CPU-bound; runs while the live tests wait. On a quiet machine it uses one process, so that it doesn't delay them. */
async function quick() {
  const packages = await runUnitTests({
    filters: ['--project', '!* live', '--maxWorkers', String(workers.quick)],
    isQuiet: true,
    name: 'quick',
  });
  console.log(`✓ other tests of the packages`);
  return [packages];
}

const reports = (await Promise.all([live(), quick()])).flat();
await cleanUp();
const report = mergeReports(reports);
const seconds = (performance.now() - startedAt) / 1000;
writeFileSync(join(root, 'test-results/summary.json'), JSON.stringify({ ...summary(report), seconds }));
const isGreen = printReport(report, { countsFlakyAsFailed: false, seconds });
process.exit(isGreen ? 0 : 1);
