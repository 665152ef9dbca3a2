import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashSuite } from './long-passes.mjs';
import { findProblems } from './long-suites.mjs';

test('every long test belongs to a suite, and every suite has a test', () => {
  expect(findProblems()).toEqual([]);
});

test('a long test without a suite and a suite without a test are reported', () => {
  const suites = [{ name: 'week', runner: 'packages', filters: ['week.long'], covers: ['server'] }];
  expect(findProblems(suites, ['server/src/week.long.test.ts', 'voice/src/lone.long.test.ts'])).toEqual([
    'voice/src/lone.long.test.ts is in no suite of stack/testing/long-suites.mjs',
  ]);
  expect(findProblems(suites, [])).toEqual(['the suite ‘week’ has no test']);
});

test('a suite runs again only if code that it covers or one of its tests has changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-hash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path, text) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of [
    'server/src/call.ts',
    'server/src/call.test.ts',
    'server/src/week.long.test.ts',
    'server/dist/call.js',
    'voice/src/leg.ts',
  ])
    write(path, 'one');
  const suite = { name: 'week', runner: 'packages', filters: ['week.long'], covers: ['server'] };
  const before = hashSuite(suite, folder);
  for (const path of ['server/src/call.test.ts', 'server/dist/call.js', 'voice/src/leg.ts'])
    write(path, 'two');
  expect(hashSuite(suite, folder)).toBe(before);
  write('server/src/week.long.test.ts', 'two');
  const after = hashSuite(suite, folder);
  expect(after).not.toBe(before);
  write('server/src/call.ts', 'two');
  expect(hashSuite(suite, folder)).not.toBe(after);
});
