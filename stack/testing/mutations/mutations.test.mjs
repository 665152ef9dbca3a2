import { expect, test } from 'vitest';
import { isDrop, listSurvivors, percent, targets, toScore } from './mutations.mjs';

const mutant = (status, changes = {}) => ({
  status,
  mutatorName: 'StringLiteral',
  replacement: '""',
  location: { start: { line: 2, column: 5 }, end: { line: 2, column: 8 } },
  ...changes,
});

test("a mutant is killed by a failing or endless test; mutants that could not run don't count", () => {
  const score = toScore(
    ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError'].map((status) =>
      mutant(status),
    ),
  );
  expect(score).toEqual({ noticed: 3, mutants: 5 });
  expect(percent(score)).toBe(60);
  expect(percent({ noticed: 0, mutants: 0 })).toBe(100);
});

test('a score drops if the share of killed mutants is smaller, not if the number of mutants changes', () => {
  expect(isDrop({ noticed: 9, mutants: 10 }, undefined)).toBe(false);
  expect(isDrop({ noticed: 9, mutants: 10 }, { noticed: 90, mutants: 100 })).toBe(false);
  expect(isDrop({ noticed: 90, mutants: 101 }, { noticed: 90, mutants: 100 })).toBe(true);
});

test('surviving mutants are listed by line, in file order', () => {
  const more = {
    location: { start: { line: 1, column: 1 }, end: { line: 2, column: 2 } },
    replacement: '{\n}',
  };
  const source = 'if (a) {\nb = "c";\n}';
  expect(listSurvivors([mutant('Survived'), mutant('NoCoverage', more), mutant('Killed')], source)).toEqual([
    '1: if (a) { … → { …  (StringLiteral, not covered)',
    '2: "c" → ""  (StringLiteral)',
  ]);
});

test("permissions and the phone's state machines are measured, and tests are not", () => {
  expect(targets()).toEqual(
    expect.arrayContaining(['contract/src/accounts/permissions.ts', 'softphone/src/core/session/session.ts']),
  );
  expect(targets().filter((file) => file.includes('.test.'))).toEqual([]);
});
