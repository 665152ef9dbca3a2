import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test.each(['voice', 'realtime'])('npm run %s -- --help prints the help without a build', (name) => {
  const program = fileURLToPath(new URL(`../bin/${name}.mjs`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name} --`));
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
