/** Vitest's global setup: builds the programs that tests start. A TypeScript loader would cost each process a second or two. */
import { buildPrograms } from '../bin/build.mjs';

export default async function setup() {
  process.env.OFFHOOK_PROGRAMS ??= await buildPrograms();
}
