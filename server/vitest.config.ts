import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    // Files share their worker's modules and its embedded database: to load and to start them anew costs more than most tests.
    isolate: false,
    include: ['src/**/*.test.ts'],
    setupFiles: ['../vitest.seed.ts'],
    globalSetup: ['src/store/test-setup.ts'],
    // A database that opens in half a second on its own takes several on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes at once, or late on a machine that is busy with other tests.
    expect: { poll: { timeout: 30_000 } },
  },
});
