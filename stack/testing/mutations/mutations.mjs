/** Mutation tests, file by file, so that a run can stop in between. StrykerJS reuses results of unchanged code. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../../bin/install.mjs';
import { timeoutFactor } from '../timeout-factor.mjs';

/** The score of each file and the code it belongs to; committed. */
const RECORD = join(root, 'stack/testing/mutations/mutation-scores.json');
/** In the repository so that node_modules is found, but not in node_modules, where tests are ignored. */
const CACHE = '.cache/mutations';
/** Most endless mutants are detected by a hit count; this timeout is for the rest. */
const TIMEOUT_MS = 20_000;
const CORE = 'softphone/src/core';

/** @typedef {{noticed: number, mutants: number}} Score */

/** The measured files: permissions, phone numbers, and the phone's core. */
export function targets() {
  const core = readdirSync(join(root, CORE), { recursive: true })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^sample-/.test(path))
    .sort()
    .map((path) => `${CORE}/${path}`);
  return ['contract/src/accounts/permissions.ts', 'contract/src/phone-numbers/phone-number.ts', ...core];
}

export function hashFile(file) {
  const folder = join(root, file, '..');
  const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  const hash = createHash('sha256').update(readFileSync(join(root, file)));
  for (const name of tests.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

export const readScores = () => (existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {});

export function saveScore(file, now) {
  const all = Object.entries({ ...readScores(), [file]: now }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

export const percent = ({ noticed, mutants }) => (mutants === 0 ? 100 : (100 * noticed) / mutants);

export const isDrop = (score, before) => before !== undefined && percent(score) < percent(before) - 0.05;

export async function measure(file) {
  const { Stryker } = await import('@stryker-mutator/core');
  const name = file.replaceAll('/', '-');
  mkdirSync(join(root, CACHE), { recursive: true });
  const results = await new Stryker({
    mutate: [file],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', join(root, 'stack/testing/mutations/ignore-unreachable.mjs')],
    ignorers: ['never'],
    vitest: { configFile: 'stack/testing/mutations/mutations.vitest.mjs' },
    ignorePatterns: [
      '**',
      ...['contract', 'contract/**', 'softphone/src', `${CORE}/**`, 'stack', 'package.json'].map(
        (pattern) => `!${pattern}`,
      ),
      ...['stack/testing/mutations/mutations.vitest.mjs', 'vitest.seed.ts', 'tsconfig.base.json'].map(
        (pattern) => `!${pattern}`,
      ),
    ],
    tempDirName: `${CACHE}/copy`,
    incremental: true,
    incrementalFile: `${CACHE}/${name}.json`,
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: TIMEOUT_MS * timeoutFactor(),
    reporters: [],
    logLevel: 'error',
    warnings: false,
  }).runMutationTest();
  const own = results.filter(({ fileName }) => relative(root, fileName) === file);
  return { file, score: toScore(own), unnoticed: listSurvivors(own, readFileSync(join(root, file), 'utf8')) };
}

const KILLED = new Set(['Killed', 'Timeout']);
const SURVIVED = new Set(['Survived', 'NoCoverage']);

/** Ignored mutants and those that don't compile don't count. @returns {Score} */
export function toScore(results) {
  const noticed = results.filter(({ status }) => KILLED.has(status)).length;
  return { noticed, mutants: noticed + results.filter(({ status }) => SURVIVED.has(status)).length };
}

export function listSurvivors(results, source) {
  const lines = source.split('\n');
  return results
    .filter(({ status }) => SURVIVED.has(status))
    .sort((a, b) => a.location.start.line - b.location.start.line)
    .map(({ location: { start, end }, replacement = '', mutatorName, status }) => {
      const line = lines[start.line - 1] ?? '';
      const isOneLine = start.line === end.line;
      const was = isOneLine
        ? line.slice(start.column - 1, end.column - 1)
        : `${line.slice(start.column - 1)} …`;
      const [first = '', ...more] = replacement.split('\n');
      const now = more.length ? `${first} …` : first;
      const reason = status === 'NoCoverage' ? `${mutatorName}, not covered` : mutatorName;
      return `${start.line}: ${was} → ${now}  (${reason})`;
    });
}
