import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../testing/servers/local.ts';
import { programFile } from '../../../testing/servers/program-file.ts';
import { FolderInUse, lockFolder } from './folder-lock.ts';

it('the folder lock has one holder until it is released, whichever path leads to the folder', async () => {
  const [one, other] = [scratchFolder(), scratchFolder()];
  const link = join(other, 'link');
  symlinkSync(one, link);
  const lock = await lockFolder(one);
  await expect(lockFolder(one)).rejects.toThrow(FolderInUse);
  await expect(lockFolder(link)).rejects.toThrow(/in use by another process/);
  const second = await lockFolder(other);
  await lock.release();
  await (await lockFolder(link)).release();
  await second.release();
});

it('the folder lock is released however its process ends', async () => {
  const path = scratchFolder();
  const holder = spawn(process.execPath, [programFile('test-lock-holder'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  await expect(lockFolder(path)).rejects.toThrow(FolderInUse);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await (await lockFolder(path)).release();
});
