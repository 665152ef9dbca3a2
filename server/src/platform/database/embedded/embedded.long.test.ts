import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openEmbeddedIn } from '../../../testing/database/embedded.ts';
import { scratchFolder } from '../../../testing/servers/local.ts';
import { programFile } from '../../../testing/servers/program-file.ts';
import { settings } from '../schema.ts';

function startWriter(path: string, from: number): ChildProcess & { stdout: Readable } {
  const args = [path, inject('offhookTemplate'), String(from)];
  const child = spawn(process.execPath, [programFile('test-writer'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

it('the embedded database loses no acknowledged write when its process is killed twice', {
  timeout: 120_000,
}, async () => {
  const path = scratchFolder();
  const acknowledged: string[] = [];
  for (const from of [1_000, 2_000]) {
    const child = startWriter(path, from);
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(`written-${line}`);
      if (Number(line) >= from + 60) break;
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  expect(acknowledged).toHaveLength(122);
  const { db, close } = await openEmbeddedIn(path);
  const written = (await db.select({ key: settings.key }).from(settings)).map((row) => row.key);
  expect(written).toEqual(expect.arrayContaining(acknowledged));
  await close();
});
