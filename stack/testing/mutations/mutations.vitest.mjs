/** The Vitest configuration of mutation runs, in a copy of the repository. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const copy = fileURLToPath(new URL('../../..', import.meta.url));

export default defineConfig({
  root: copy,
  // The workspace links lead to the original packages, which aren't mutated.
  resolve: { alias: [{ find: /^@offhook\/contract\/(.*)$/, replacement: `${copy}contract/src/$1.ts` }] },
  test: {
    include: ['{contract/src,softphone/src/core}/**/*.test.ts'],
    setupFiles: [`${copy}vitest.seed.ts`],
    // Few, fixed random inputs: a mutant that only random walks kill needs its own test.
    env: { OFFHOOK_SEED: '1', OFFHOOK_WALKS: '300' },
  },
});
