import { expect, test, vi } from 'vitest';
import { isGreen, mergeReports, printReport, summary } from './report.mjs';

const row = (state, more = {}) => ({ file: 'a.live.test.ts', title: `is ${state}`, state, ...more });
const toReport = (...rows) => ({ rows, files: [], errors: [] });

function printed(report, countsFlakyAsFailed = false) {
  const lines = [];
  const log = vi.spyOn(console, 'log').mockImplementation((text) => lines.push(...String(text).split('\n')));
  printReport(report, { countsFlakyAsFailed, seconds: 61 });
  log.mockRestore();
  return lines;
}

test('the last line counts what passed, failed and was skipped', () => {
  const report = toReport(row('passed'), row('passed'), row('failed', { message: 'broken' }), row('skipped'));
  expect(printed(report).at(-1)).toBe('2 passed, 1 failed, 1 skipped');
});

test('a flaky test is listed and counted, and counts as failed in the long tests', () => {
  const report = toReport(row('passed'), row('passed', { title: 'is late', isFlaky: true }));
  const lines = printed(report);
  expect(lines).toContain('flaky: a.live.test.ts › is late');
  expect(lines).toContain('1 flaky: passed only on a retry');
  expect(lines.at(-1)).toBe('2 passed, 0 failed');
  expect(isGreen(report, { countsFlakyAsFailed: false })).toBe(true);
  expect(summary(report)).toEqual({ passed: 2, failed: 0, skipped: 0, flaky: ['a.live.test.ts › is late'] });
  expect(isGreen(report, { countsFlakyAsFailed: true })).toBe(false);
  expect(printed(report, true).at(-1)).toBe('1 passed, 1 failed');
});

test('an error outside a test counts as a failure', () => {
  const report = mergeReports([toReport(row('passed')), { rows: [], files: [], errors: ['no report'] }]);
  expect(printed(report).at(-1)).toBe('1 passed, 1 failed');
});

test('the ten slowest files are printed with their times', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }));
  const lines = printed({ rows: [], files, errors: [] });
  const from = lines.indexOf('— Slowest files') + 1;
  expect(lines.slice(from, from + 2)).toEqual(['  11.0 s  11.test.ts', '  10.0 s  10.test.ts']);
  expect(lines.filter((line) => line.endsWith('.test.ts'))).toHaveLength(10);
});

test('a time just under a full minute is rounded up to it', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  printReport({ rows: [], files: [], errors: [] }, { countsFlakyAsFailed: false, seconds: 359.7 });
  expect(log.mock.calls.flat()).toContain('\nTook 6 min 0 s');
  log.mockRestore();
});
