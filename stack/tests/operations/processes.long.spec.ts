import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../phone.ts';

test('two instances can’t open one data folder', async ({ product, own }) => {
  await expect(own.start({ OFFHOOK_DATA: product.data })).rejects.toThrow(/use/i);
});

test('only its owner can read the data folder', async ({ own: product }) => {
  chmodSync(product.data, 0o755);
  await product.start();
  const names = readdirSync(product.data, { recursive: true, encoding: 'utf8' });
  expect(names).toContain('run.json');
  const modes = ['', ...names].map((name) => [name, statSync(join(product.data, name)).mode & 0o077]);
  expect(modes.filter(([, others]) => others !== 0)).toEqual([]);
});

test('the product ends when its parent process ends', async ({ own: product }) => {
  await product.start();
  const pids = (['server', 'voice', 'realtime'] as const).map((name) => product.pidOf(name));
  expect(await product.abandon()).toBe(0);
  await product.waitForExit(pids);
});

test('Ctrl-C ends everything within 5 seconds', async ({ own: product }) => {
  await product.start();
  const pids = (['server', 'voice', 'realtime'] as const).map((name) => product.pidOf(name));
  // A shutdown that takes longer than 4.5 s has another exit code.
  expect(await product.stop()).toBe(0);
  await product.waitForExit(pids);
});
