import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** A room without needs of its own; browsers and services start in its hooks. */
const room = (name: string) => ({
  test: {
    name,
    root: `./${name}`,
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    setupFiles: [fileURLToPath(new URL('vitest.seed.ts', import.meta.url))],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes at once, or late on a machine that is busy with other tests.
    expect: { poll: { timeout: 30_000 } },
  },
});

/** Unit tests of every room; the whole-product tests are Playwright's (stack/tests). */
export default defineConfig({
  test: {
    projects: [
      'server',
      ...['contract', 'softphone', 'console', 'desktop', 'voice', 'realtime', 'stack', 'bench'].map(room),
    ],
    // Two cores: the tests start databases, browsers and media processes of their own.
    maxWorkers: 2,
    pool: 'forks',
    passWithNoTests: true,
  },
});
