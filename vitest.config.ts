import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PACKAGES } from './stack/bin/packages.mjs';
import { timeoutFactor } from './stack/testing/timeout-factor.mjs';

/**
 * A test file's name says how it runs:
 *
 *     routing.test.ts           in one process; never retried
 *     signaling.live.test.ts    starts browsers or processes, or plays audio in real time; retried once
 *     burst.long.test.ts        slow; run only by `npm run test:long`
 */
const LIVE = '{src,testing}/**/*.live.test.{ts,tsx,mjs}';
const LONG = 'src/**/*.long.test.{ts,tsx}';
/** Part of the server project, to share its modules and database. */
const PROMISES = '../stack/promises/*.test.ts';
const isLong = process.env['OFFHOOK_LONG'] === '1';

/** Packages whose tests compare texts in English. */
const WITH_TEXTS = ['design', 'softphone', 'console'];

const factor = timeoutFactor();
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Shared by all projects. Timeouts grow with the machine's load. */
const sharedOptions = (packageName: string) => ({
  root: path(packageName),
  setupFiles: [
    path('vitest.seed.ts'),
    ...(WITH_TEXTS.includes(packageName) ? [path('i18n/src/catalogs/english.ts')] : []),
  ],
  globalSetup: [
    path('stack/testing/programs.mjs'),
    ...(packageName === 'server'
      ? [path('stack/testing/database.mjs'), path('server/src/testing/database/setup.ts')]
      : []),
  ],
  // A worker's files share modules, databases and browsers: starting them costs more than the tests.
  isolate: false,
  testTimeout: 60_000 * factor,
  hookTimeout: 120_000 * factor,
  expect: { poll: { timeout: 30_000 * factor } },
});

/** Live and long tests of softphone and console use a browser. */
const browserOptions = (packageName: string) => {
  const common = sharedOptions(packageName);
  const galleries = ['softphone', 'console'].includes(packageName)
    ? [path('stack/testing/galleries.mjs')]
    : [];
  return { ...common, globalSetup: [...common.globalSetup, ...galleries] };
};

const quickTests = (packageName: string) => ({
  test: {
    ...sharedOptions(packageName),
    name: packageName,
    include: [
      'src/**/*.test.{ts,tsx}',
      'testing/**/*.test.mjs',
      ...(packageName === 'server' ? [PROMISES] : []),
    ],
    exclude: [LIVE, LONG],
  },
});
const liveTests = (packageName: string) => ({
  test: {
    ...browserOptions(packageName),
    name: `${packageName} live`,
    include: [LIVE],
    retry: 1,
    sequence: { groupOrder: 1 },
  },
});
const longTests = (packageName: string) => ({
  test: { ...browserOptions(packageName), name: `${packageName} long`, include: [LONG] },
});

/** Tests of the packages; the whole-product tests use Playwright (stack/tests). */
export default defineConfig({
  test: {
    projects: isLong ? PACKAGES.map(longTests) : [...PACKAGES.map(quickTests), ...PACKAGES.map(liveTests)],
    maxWorkers: 2,
    pool: 'forks',
    passWithNoTests: true,
  },
});
