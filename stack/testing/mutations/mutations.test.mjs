/** What a mutation run says of a file. */
import { expect, test } from 'vitest';
import { isDrop, percent, scoreOf, targets, unnoticedOf } from './mutations.mjs';

const mutant = (status, changes = {}) => ({
  status,
  mutatorName: 'StringLiteral',
  replacement: '""',
  location: { start: { line: 2, column: 5 }, end: { line: 2, column: 8 } },
  ...changes,
});

test('a change is noticed when a test fails or never ends; one that could not be tried does not count', () => {
  const score = scoreOf(
    ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError'].map((status) =>
      mutant(status),
    ),
  );
  expect(score).toEqual({ noticed: 3, mutants: 5 });
  expect(percent(score)).toBe(60);
  expect(percent({ noticed: 0, mutants: 0 })).toBe(100);
});

test('a file falls when a smaller part of its changes is noticed, not when it has got more or fewer', () => {
  expect(isDrop({ noticed: 9, mutants: 10 }, undefined)).toBe(false);
  expect(isDrop({ noticed: 9, mutants: 10 }, { noticed: 90, mutants: 100 })).toBe(false);
  expect(isDrop({ noticed: 90, mutants: 101 }, { noticed: 90, mutants: 100 })).toBe(true);
});

test('what went unnoticed is said by line, in the order of the file', () => {
  const more = {
    location: { start: { line: 1, column: 1 }, end: { line: 2, column: 2 } },
    replacement: '{\n}',
  };
  const source = 'if (a) {\nb = "c";\n}';
  expect(unnoticedOf([mutant('Survived'), mutant('NoCoverage', more), mutant('Killed')], source)).toEqual([
    '1: if (a) { … → { …  (StringLiteral, no test comes here)',
    '2: "c" → ""  (StringLiteral)',
  ]);
});

test('the permissions and the machines of the phone are measured, and no test is', () => {
  expect(targets()).toEqual(
    expect.arrayContaining(['contract/src/permissions.ts', 'softphone/src/core/session/session.ts']),
  );
  expect(targets().filter((file) => file.includes('.test.'))).toEqual([]);
});
