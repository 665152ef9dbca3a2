/**
 * Mutation runs: a file is changed in one place after the other, and the tests should notice each change. Files are
 * taken one by one, so that a run can end between two of them; StrykerJS remembers what has not changed since.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../bin/install.mjs';
import { patience } from '../patience.mjs';

/** Committed beside this file: what each file has reached, and with which code. */
const RECORD = join(root, 'stack/testing/mutations/mutation-scores.json');
/** Inside the house, for its node_modules; not inside those, where no tests are looked for. */
const CACHE = '.cache/mutations';
/** A mutant that never ends is mostly known by how often it is reached: this is for the few others. */
const LIMIT_MS = 20_000;
const CORE = 'softphone/src/core';

/**
 * @typedef {{noticed: number, mutants: number}} Score
 * @typedef {Score & {code: string}} Recorded
 * @typedef {{file: string, score: Score, unnoticed: string[]}} Measured
 */

/** What is measured: what decides who may do what, what a phone number is, and what the phone does. */
export function targets() {
  const core = readdirSync(join(root, CORE), { recursive: true })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^sample-/.test(path))
    .sort()
    .map((path) => `${CORE}/${path}`);
  return ['contract/src/permissions.ts', 'contract/src/phone-numbers/phone-number.ts', ...core];
}

/** @returns {string} of a file and of the tests beside it, which judge it */
export function codeOf(file) {
  const folder = join(root, file, '..');
  const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  const hash = createHash('sha256').update(readFileSync(join(root, file)));
  for (const name of tests.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

/** @returns {Record<string, Recorded>} */
export const recorded = () => (existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {});

/** @param {string} file @param {Recorded} now */
export function record(file, now) {
  const all = Object.entries({ ...recorded(), [file]: now }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/** @param {Score} score @returns {number} percent; a file without a mutant has nothing to notice */
export const percent = ({ noticed, mutants }) => (mutants === 0 ? 100 : (100 * noticed) / mutants);

/** @param {Score} score @param {Score | undefined} before @returns {boolean} */
export const isDrop = (score, before) => before !== undefined && percent(score) < percent(before) - 0.05;

/** @param {string} file @returns {Promise<Measured>} */
export async function measure(file) {
  const { Stryker } = await import('@stryker-mutator/core');
  const name = file.replaceAll('/', '-');
  mkdirSync(join(root, CACHE), { recursive: true });
  const results = await new Stryker({
    mutate: [file],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', join(root, 'stack/testing/mutations/mutations-left-out.mjs')],
    ignorers: ['never'],
    vitest: { configFile: 'stack/testing/mutations/mutations.vitest.mjs' },
    // Of the house, what these tests need.
    ignorePatterns: [
      '**',
      ...['contract', 'contract/**', 'softphone/src', `${CORE}/**`, 'stack', 'package.json'].map(
        (one) => `!${one}`,
      ),
      ...['stack/testing/mutations/mutations.vitest.mjs', 'vitest.seed.ts', 'tsconfig.base.json'].map(
        (one) => `!${one}`,
      ),
    ],
    tempDirName: `${CACHE}/copy`,
    incremental: true,
    incrementalFile: `${CACHE}/${name}.json`,
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: LIMIT_MS * patience(),
    reporters: [],
    logLevel: 'error',
    warnings: false,
  }).runMutationTest();
  const own = results.filter(({ fileName }) => relative(root, fileName) === file);
  return { file, score: scoreOf(own), unnoticed: unnoticedOf(own, readFileSync(join(root, file), 'utf8')) };
}

const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

/** What was left out on purpose, or does not compile, is no mutant. @returns {Score} */
export function scoreOf(results) {
  const noticed = results.filter(({ status }) => NOTICED.has(status)).length;
  return { noticed, mutants: noticed + results.filter(({ status }) => UNNOTICED.has(status)).length };
}

/** @returns {string[]} where a change went unnoticed, and which */
export function unnoticedOf(results, source) {
  const lines = source.split('\n');
  return results
    .filter(({ status }) => UNNOTICED.has(status))
    .sort((a, b) => a.location.start.line - b.location.start.line)
    .map(({ location: { start, end }, replacement = '', mutatorName, status }) => {
      const line = lines[start.line - 1] ?? '';
      const isOneLine = start.line === end.line;
      const was = isOneLine
        ? line.slice(start.column - 1, end.column - 1)
        : `${line.slice(start.column - 1)} …`;
      const [first = '', ...more] = replacement.split('\n');
      const now = more.length ? `${first} …` : first;
      const why = status === 'NoCoverage' ? `${mutatorName}, no test comes here` : mutatorName;
      return `${start.line}: ${was} → ${now}  (${why})`;
    });
}
