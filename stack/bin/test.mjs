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
await prepare();
const checks = await runChecks();
console.log('\n— Tests of the rooms');
const unit = await runUnitTests();
console.log('\n— Whole-product tests');
const product = await runProductTests();

const report = merged([checks, unit, product]);
const seconds = (performance.now() - began) / 1000;
writeFileSync(join(root, 'test-results/summary.json'), JSON.stringify({ ...summary(report), seconds }));
const isGreen = printReport(report, { isFlakyFailed: false, seconds });
process.exit(isGreen ? 0 : 1);
