/** A small disk that a test can fill: an in-memory file system, which only root can mount. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

function mount(folder: string, megabytes: number): string {
  const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
  return status === 0 ? '' : (error?.message ?? stderr.trim());
}

function unmount(folder: string): void {
  // Lazily: a crashed database keeps files open until its process ends.
  spawnSync('umount', ['-l', folder]);
  rmdirSync(folder);
}

/** Why a small disk can't be mounted here; empty if it can. */
export const smallDiskProblem = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-disk-'));
  const reason = mount(folder, 1);
  if (reason === '') unmount(folder);
  else rmdirSync(folder);
  return reason;
})();
if (smallDiskProblem !== '') console.warn(`Tests of a full disk are skipped: ${smallDiskProblem}`);

export interface SmallDisk {
  readonly folder: string;
  fill(freeMegabytes: number): void;
  clear(): void;
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-disk-'));
  const reason = mount(folder, megabytes);
  if (reason !== '') throw new Error(reason);
  onTestFinished(() => unmount(folder));
  const filler = join(folder, 'filler');
  return {
    folder,
    fill(freeMegabytes) {
      const file = openSync(filler, 'a');
      const piece = Buffer.alloc(64 * 1024);
      try {
        for (;;) {
          const { bavail, bsize } = statfsSync(folder);
          if (bavail * bsize <= freeMegabytes * 1024 * 1024) break;
          writeSync(file, piece);
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(filler, { force: true }),
  };
}
