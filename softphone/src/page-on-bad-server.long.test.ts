import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { badCases, startTestPage, type TestPage } from './page-on-bad-server.ts';

let bench: TestPage;

beforeAll(async () => {
  bench = await startTestPage();
});
afterAll(() => bench?.stop());
beforeEach(() => bench.reset());
afterEach(async () => {
  expect(await bench.leave()).toEqual([]);
});

for (const { title, check } of badCases) test(title, () => check(bench));
