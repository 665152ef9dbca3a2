/**
 * `npm run test:repeat -- N [--load L]`: runs `npm test` N times with cold caches, alongside L busy processes. Each run
 * appends its result to docs/test-runs.tsv.
 */
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureToolsInstalled, root } from './install.mjs';
import { PACKAGES } from './packages.mjs';

const LOG = join(root, 'docs/test-runs.tsv');
const BUSY = 'const end = Date.now() + 3_600_000; while (Date.now() < end);';
const CACHES = [
  'node_modules/.vite',
  'node_modules/.cache',
  'stack/dist',
  'softphone/dist',
  'console/dist',
  'test-results',
  ...[...PACKAGES, 'softphone/worker'].map((packageName) => `${packageName}/.cache`),
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { load: { type: 'string', default: '0' } },
});
const [runs, load] = [Number(positionals[0] ?? 1), Number(values.load)];
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(load) || load < 0) {
  console.error('Usage: npm run test:repeat -- RUNS [--load BUSY_PROCESSES]');
  process.exit(2);
}
ensureToolsInstalled();

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
let failures = 0;
for (let run = 1; run <= runs; run += 1) {
  for (const path of CACHES) rmSync(join(root, path), { recursive: true, force: true });
  const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }));
  const code = await new Promise((resolve) => {
    spawn(process.execPath, ['stack/bin/test.mjs'], { cwd: root, stdio: 'inherit' }).on('exit', resolve);
  });
  for (const child of busy) child.kill('SIGKILL');
  if (code !== 0) failures += 1;
  const { passed, failed, flaky, seconds } = JSON.parse(
    readFileSync(join(root, 'test-results/summary.json'), 'utf8'),
  );
  const localChanges =
    git('status', '--porcelain', '--', ':!docs/test-runs.tsv') === '' ? '' : ' (with local changes)';
  const line = [
    new Date().toISOString().slice(0, 16),
    `${git('rev-parse', '--short', 'HEAD')}${localChanges}`,
    process.versions.node,
    load,
    Math.round(seconds),
    passed,
    failed,
    flaky.join('; ') || '-',
  ];
  appendFileSync(LOG, `${line.join('\t')}\n`);
  console.log(`\nRun ${run} of ${runs}: ${line.join('  ')}`);
}
process.exit(failures ? 1 : 0);
