import { join } from 'node:path';

/** The bundle of a program, as the test run has built it: processes under test start as those of the product do. */
export const programFile = (name: string): string =>
  join(process.env['OFFHOOK_PROGRAMS'] ?? '', `${name}.mjs`);
