import { join } from 'node:path';

/** Path of a built program such as `media.mjs`; the test setup builds them first. */
export function program(name: string): string {
  const folder = process.env['OFFHOOK_PROGRAMS'];
  if (!folder) throw new Error('OFFHOOK_PROGRAMS should be the folder of the built programs');
  return join(folder, name);
}
