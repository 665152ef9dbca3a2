import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../bin/install.mjs';

test('a test that fails once is retried in live projects and reported as flaky', () => {
  mkdirSync(join(root, 'stack/.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, 'stack/.cache/report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const body = `import { expect, test } from 'vitest';
    let tries = 0;
    test('is late', () => { tries += 1; expect(tries).toBe(2); });`;
  writeFileSync(join(folder, 'a.live.test.mjs'), body);
  writeFileSync(join(folder, 'a.test.mjs'), body);
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { projects: [
      { test: { name: 'live', include: ['*.live.test.mjs'], retry: 1 } },
      { test: { name: 'quick', include: ['a.test.mjs'] } },
    ] } };`,
  );
  const report = join(folder, 'report.json');
  const args = ['--root', folder, `--reporter=${join(root, 'stack/testing/vitest-report.mjs')}`];
  const run = () =>
    execFileSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
      env: { ...process.env, OFFHOOK_REPORT: report, VITEST: '' },
      stdio: 'ignore',
    });
  expect(run).toThrow();
  const { rows } = JSON.parse(readFileSync(report, 'utf8'));
  const seen = Object.fromEntries(
    rows.map(({ file, state, isFlaky }) => [file.split('/').at(-1), { state, isFlaky }]),
  );
  expect(seen).toEqual({
    'a.live.test.mjs': { state: 'passed', isFlaky: true },
    'a.test.mjs': { state: 'failed', isFlaky: false },
  });
});
