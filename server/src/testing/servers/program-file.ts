import { join } from 'node:path';

/** Path of a program's bundle built for this run, so that tests start the same files as production. */
export const programFile = (name: string): string =>
  join(process.env['OFFHOOK_PROGRAMS'] ?? '', `${name}.mjs`);
