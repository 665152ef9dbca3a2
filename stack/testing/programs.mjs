/**
 * Before the tests of the rooms: the programs that they start as processes are built, as those of the product are. A
 * TypeScript loader would cost each process a second or two.
 */
import { buildPrograms } from '../bin/build.mjs';

export default async function setup() {
  process.env.OFFHOOK_PROGRAMS ??= await buildPrograms();
}
