import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type SpaceLevel, spaceLevel } from '../../core/health/disk-space-level.ts';

const CHECK_MS = 1_000;

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export async function waitForSpace(
  folder: string,
  reserveBytes: number,
  onWaiting: (freeBytes: number) => void,
): Promise<void> {
  let level: SpaceLevel = 'enough';
  for (let isFirst = true; ; isFirst = false) {
    const free = await freeBytes(folder);
    level = spaceLevel(level, free, reserveBytes);
    if (level !== 'full') return;
    if (isFirst) onWaiting(free);
    await delay(CHECK_MS);
  }
}
