/** `npm test`: checks, the packages' tests, and whole-product tests in a real browser. The last line is `N passed, N failed`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureToolsInstalled, root } from './install.mjs';
import { PACKAGES } from './packages.mjs';

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
  const others = await quick(
    PACKAGES.filter((name) => name !== 'server'),
    'others',
  );
  return [packages, product, others, await runChecks(workers.quick)];
}

/** CPU-bound. On a quiet machine it uses one process, so that it doesn't delay the live tests. */
async function quick(packages, name) {
  const report = await runUnitTests({
    filters: [
      ...packages.flatMap((packageName) => ['--project', packageName]),
      '--maxWorkers',
      String(workers.quick),
    ],
    isQuiet: true,
    name,
  });
  console.log(`✓ other tests of ${packages.join(', ')}`);
  return report;
}

// The server's quick tests take as long as all others; they run while the live tests wait.
const reports = (await Promise.all([live(), quick(['server'], 'server')])).flat();
await cleanUp();
const report = mergeReports(reports);
const seconds = (performance.now() - startedAt) / 1000;
writeFileSync(join(root, 'test-results/summary.json'), JSON.stringify({ ...summary(report), seconds }));
const isGreen = printReport(report, { countsFlakyAsFailed: false, seconds });
process.exit(isGreen ? 0 : 1);
