import { expect, it } from 'vitest';
import { microphoneProblem } from './greeting-problems.ts';

it.each([
  ['NotAllowedError', 'noPermission'],
  ['SecurityError', 'noPermission'],
  ['NotFoundError', 'noMicrophone'],
  ['OverconstrainedError', 'noMicrophone'],
  ['NotReadableError', 'microphoneFailed'],
  ['', 'microphoneFailed'],
])('the browser’s error %s is shown as %s', (name, problem) => {
  expect(microphoneProblem(name)).toBe(problem);
});
