import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Bench, badCases, startBench } from './page-on-bad-server.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench?.stop());
beforeEach(() => bench.begin());
afterEach(async () => {
  expect(await bench.leave()).toEqual([]);
});

for (const { title, check } of badCases) test(title, () => check(bench));
