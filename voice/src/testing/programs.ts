import { join } from 'node:path';

/** The path of a built program, such as `media.mjs`: the tests' configuration builds them before the first test. */
export function program(name: string): string {
  const folder = process.env['OFFHOOK_PROGRAMS'];
  if (!folder) throw new Error('OFFHOOK_PROGRAMS should be the folder of the built programs');
  return join(folder, name);
}
