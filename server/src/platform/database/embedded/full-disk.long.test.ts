import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openEmbeddedIn } from '../../../testing/database/embedded.ts';
import { mountSmallDisk, smallDiskProblem } from '../../../testing/database/small-disk.ts';
import type { SpaceLevel } from '../../core/health/disk-space-level.ts';
import { settings } from '../schema.ts';

async function openOn(dataFolder: string, reserveMegabytes: number) {
  const levels: SpaceLevel[] = [];
  const broken: string[] = [];
  const database = await openEmbeddedIn(dataFolder, Date.now(), {
    reserveBytes: reserveMegabytes * 1024 * 1024,
    onWaitingForSpace: () => undefined,
    onSpace: (level) => levels.push(level),
    onBroken: (reason) => broken.push(reason),
  });
  return { ...database, levels, broken };
}

it.skipIf(smallDiskProblem !== '')(
  'the embedded database rejects writes before the disk is full, still reads, and writes again when there is space',
  async () => {
    const disk = mountSmallDisk(100);
    const { db, close, levels, canWrite, hasSpace } = await openOn(disk.folder, 10);
    const put = (key: string) => db.insert(settings).values({ key, value: 'set' });
    await put('before');
    expect([hasSpace(), await canWrite()]).toEqual([true, true]);
    disk.fill(9);
    await expect.poll(() => levels.at(-1)).toBe('full');
    expect(hasSpace()).toBe(false);
    await expect(put('refused')).rejects.toMatchObject({ cause: { code: '53100' } });
    await expect(db.transaction((tx) => tx.delete(settings))).rejects.toMatchObject({
      cause: { code: '53100' },
    });
    expect(await db.select({ key: settings.key }).from(settings)).toContainEqual({ key: 'before' });
    disk.clear();
    await expect.poll(hasSpace).toBe(true);
    await put('after');
    await expect.poll(canWrite).toBe(true);
    await close();
  },
);

it.skipIf(smallDiskProblem !== '')(
  'the embedded database reports itself broken when a checkpoint fails on a full disk',
  async () => {
    const disk = mountSmallDisk(100);
    const { db, broken } = await openOn(disk.folder, 0);
    disk.fill(0);
    await expect(db.execute(sql`checkpoint`)).rejects.toMatchObject({ cause: { code: '53100' } });
    expect(broken).toEqual(['disk full']);
  },
);
