/**
 * `npm run test:mutation [-- filters] [--changed] [--minutes N] [--accept]`: mutation tests of the phone's core and of
 * the permissions. Fails if a file scores lower than in `mutation-scores.json`; better scores are written to it, and
 * with `--accept` worse ones, too. `--changed` skips unchanged files; no file starts after `--minutes`.
 */
import { parseArgs } from 'node:util';
import { ensureToolsInstalled } from './install.mjs';

ensureToolsInstalled();
const { hashFile, isDrop, measure, percent, saveScore, readScores, targets } = await import(
  '../testing/mutations/mutations.mjs'
);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, accept: { type: 'boolean' }, minutes: { type: 'string' } },
});
const limitMs = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes) * 60_000;
const files = targets().filter(
  (file) => positionals.length === 0 || positionals.some((part) => file.includes(part)),
);
if (files.length === 0 || Number.isNaN(limitMs)) {
  console.error(files.length === 0 ? 'No file matches.' : '--minutes needs a number.');
  process.exit(2);
}

const startedAt = performance.now();
const before = readScores();
const format = (score) => `${percent(score).toFixed(1)} %`.padStart(7);
const rows = [];
const unmeasured = [];
let dropped = 0;
for (const file of files) {
  const code = hashFile(file);
  const known = before[file];
  if (values.changed && known?.code === code) {
    rows.push(`${format(known)}  ${file}: unchanged`);
    continue;
  }
  if (performance.now() - startedAt > limitMs) {
    unmeasured.push(file);
    continue;
  }
  const { score, unnoticed } = await measure(file);
  const isWorse = isDrop(score, known);
  if (isWorse) dropped += 1;
  if (!isWorse || values.accept) saveScore(file, { ...score, code });
  const was = known && format(known).trim() !== format(score).trim() ? `, was ${format(known).trim()}` : '';
  const row = `${format(score)}  ${file}: ${score.noticed} of ${score.mutants}${was}${isWorse ? '  ← lower than before' : ''}`;
  rows.push(row);
  console.log(`\n${row}`);
  for (const line of unnoticed) console.log(`    ${line}`);
}

console.log(`\n— Mutants killed by the tests\n${rows.join('\n')}`);
if (unmeasured.length) console.log(`\nNot measured, out of time: ${unmeasured.join(', ')}`);
console.log(`\nTook ${Math.round((performance.now() - startedAt) / 1000)} s`);
console.log(
  `${rows.length - dropped} passed, ${dropped} failed${unmeasured.length ? `, ${unmeasured.length} skipped` : ''}`,
);
// Stryker's workers may keep the process alive.
process.exit(dropped === 0 || values.accept ? 0 : 1);
