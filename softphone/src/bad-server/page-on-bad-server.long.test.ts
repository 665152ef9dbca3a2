import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { badCases, startTestPage, type TestPage } from './page-on-bad-server.ts';

let testPage: TestPage;

beforeAll(async () => {
  testPage = await startTestPage();
});
afterAll(() => testPage?.stop());
beforeEach(() => testPage.reset());
afterEach(async () => {
  expect(await testPage.leave()).toEqual([]);
});

for (const { title, check } of badCases) test(title, () => check(testPage));
