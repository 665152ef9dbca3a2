/** Which long suites there are, and when one has to run again. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashOf } from './long-passes.mjs';
import { mistakes } from './long-suites.mjs';

test('every long test belongs to a suite, and every suite has one', () => {
  expect(mistakes()).toEqual([]);
});

test('a long test without a suite is named, and a suite without a test', () => {
  const suites = [{ name: 'week', runner: 'rooms', filters: ['week.long'], judges: ['server'] }];
  expect(mistakes(suites, ['server/src/week.long.test.ts', 'voice/src/lone.long.test.ts'])).toEqual([
    'voice/src/lone.long.test.ts is in no suite of stack/testing/long-suites.mjs',
  ]);
  expect(mistakes(suites, [])).toEqual(['the suite ‘week’ has no test']);
});

test('a suite has to run again when code that it judges or one of its tests has changed, and for nothing else', () => {
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
  const suite = { name: 'week', runner: 'rooms', filters: ['week.long'], judges: ['server'] };
  const before = hashOf(suite, folder);
  for (const path of ['server/src/call.test.ts', 'server/dist/call.js', 'voice/src/leg.ts'])
    write(path, 'two');
  expect(hashOf(suite, folder)).toBe(before);
  write('server/src/week.long.test.ts', 'two');
  const after = hashOf(suite, folder);
  expect(after).not.toBe(before);
  write('server/src/call.ts', 'two');
  expect(hashOf(suite, folder)).not.toBe(after);
});
