/** How a mutation run runs the tests: in its copy of the house, from which no module may lead out again. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const copy = fileURLToPath(new URL('../../..', import.meta.url));

export default defineConfig({
  root: copy,
  // The links of the packages lead to the rooms themselves, in which nothing is mutated.
  resolve: { alias: [{ find: /^@offhook\/contract\/(.*)$/, replacement: `${copy}contract/src/$1.ts` }] },
  test: {
    include: ['{contract/src,softphone/src/core}/**/*.test.ts'],
    setupFiles: [`${copy}vitest.seed.ts`],
    // The same inputs every time, and few: what random walks alone notice wants a test of its own.
    env: { OFFHOOK_SEED: '1', OFFHOOK_WALKS: '300' },
  },
});
