import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ROOMS } from './stack/bin/rooms.mjs';
import { patience } from './stack/testing/patience.mjs';

/**
 * How a test file is run stands in its name:
 *
 *     routing.test.ts           in one process; never tried twice
 *     signaling.live.test.ts    starts browsers or processes, or plays sound in real time; may be tried once more
 *     burst.long.test.ts        slow by nature; `npm run test:long` alone
 */
const LIVE = '{src,testing}/**/*.live.test.{ts,tsx,mjs}';
const LONG = 'src/**/*.long.test.{ts,tsx}';
/** Run beside the server's tests, whose modules and database they share. */
const PROMISES = '../stack/promises/*.test.ts';
const isLong = process.env['OFFHOOK_LONG'] === '1';

/** Their tests read English. */
const WITH_TEXTS = ['design', 'softphone', 'console'];

const factor = patience();
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** What all projects share; nothing runs out because the machine is busy with something else. */
const shared = (room: string) => ({
  root: path(room),
  setupFiles: [path('vitest.seed.ts'), ...(WITH_TEXTS.includes(room) ? [path('i18n/src/english.ts')] : [])],
  globalSetup: [
    path('stack/testing/programs.mjs'),
    ...(room === 'server'
      ? [path('stack/testing/database.mjs'), path('server/src/testing/database/setup.ts')]
      : []),
  ],
  // Modules, databases and browsers of a worker serve all of its files: to load and start them anew costs more than the tests.
  isolate: false,
  testTimeout: 60_000 * factor,
  hookTimeout: 120_000 * factor,
  expect: { poll: { timeout: 30_000 * factor } },
});

/** The live and long tests of softphone and console open pages in a browser. */
const inBrowser = (room: string) => {
  const common = shared(room);
  const galleries = ['softphone', 'console'].includes(room) ? [path('stack/testing/galleries.mjs')] : [];
  return { ...common, globalSetup: [...common.globalSetup, ...galleries] };
};

const quick = (room: string) => ({
  test: {
    ...shared(room),
    name: room,
    include: ['src/**/*.test.{ts,tsx}', 'testing/**/*.test.mjs', ...(room === 'server' ? [PROMISES] : [])],
    exclude: [LIVE, LONG],
  },
});
const live = (room: string) => ({
  test: {
    ...inBrowser(room),
    name: `${room} live`,
    include: [LIVE],
    retry: 1,
    sequence: { groupOrder: 1 },
  },
});
const long = (room: string) => ({
  test: { ...inBrowser(room), name: `${room} long`, include: [LONG] },
});

/** Tests of the rooms; the whole-product tests are Playwright's (stack/tests). */
export default defineConfig({
  test: {
    projects: isLong ? ROOMS.map(long) : [...ROOMS.map(quick), ...ROOMS.map(live)],
    maxWorkers: 2,
    pool: 'forks',
    passWithNoTests: true,
  },
});
