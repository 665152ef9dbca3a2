/**
 * `npm run test:mutation [-- parts of paths] [--changed] [--minutes N] [--accept]`: how many small changes of the phone's
 * core and of the permissions the tests notice. Fails when a file has fallen below what `mutation-scores.json` says of
 * it, which is written anew for the better; `--accept` writes what is worse, too. `--changed` leaves out files that
 * stand as they were measured, with their tests; after `--minutes` no further file begins.
 */
import { parseArgs } from 'node:util';
import { ensureToolsInstalled } from './install.mjs';

ensureToolsInstalled();
const { codeOf, isDrop, measure, percent, record, recorded, targets } = await import(
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
  console.error(files.length === 0 ? 'No such file is measured.' : '--minutes takes a number.');
  process.exit(2);
}

const began = performance.now();
const before = recorded();
const shown = (score) => `${percent(score).toFixed(1)} %`.padStart(7);
const rows = [];
const unmeasured = [];
let dropped = 0;
for (const file of files) {
  const code = codeOf(file);
  const known = before[file];
  if (values.changed && known?.code === code) {
    rows.push(`${shown(known)}  ${file}: as it was measured before`);
    continue;
  }
  if (performance.now() - began > limitMs) {
    unmeasured.push(file);
    continue;
  }
  const { score, unnoticed } = await measure(file);
  const isWorse = isDrop(score, known);
  if (isWorse) dropped += 1;
  if (!isWorse || values.accept) record(file, { ...score, code });
  const was = known && shown(known).trim() !== shown(score).trim() ? `, was ${shown(known).trim()}` : '';
  const row = `${shown(score)}  ${file}: ${score.noticed} of ${score.mutants}${was}${isWorse ? '  ← fewer than before' : ''}`;
  rows.push(row);
  console.log(`\n${row}`);
  for (const line of unnoticed) console.log(`    ${line}`);
}

console.log(`\n— Changes that the tests notice\n${rows.join('\n')}`);
if (unmeasured.length) console.log(`\nNot measured, the time was over: ${unmeasured.join(', ')}`);
console.log(`\nTook ${Math.round((performance.now() - began) / 1000)} s`);
console.log(
  `${rows.length - dropped} passed, ${dropped} failed${unmeasured.length ? `, ${unmeasured.length} skipped` : ''}`,
);
// Its workers may hold the process.
process.exit(dropped === 0 || values.accept ? 0 : 1);
