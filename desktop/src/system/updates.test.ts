import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { as } from '../test-electron.ts';
import { createUpdates, type UpdateParts, type Updates } from './updates.ts';

/** A promise that is settled from outside. */
function later() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}

class FakeUpdater extends EventEmitter {
  autoDownload = false;
  autoInstallOnAppQuit = false;
  asked = 0;
  installed = 0;
  answer = later();
  checkForUpdates(): Promise<void> {
    this.asked += 1;
    return this.answer.promise;
  }
  quitAndInstall(): void {
    this.installed += 1;
  }
}

let updater: FakeUpdater;
let patience: ReturnType<typeof later>;
let failures: string[];
let changes: number;
let updates: Updates;

beforeEach(() => {
  updater = new FakeUpdater();
  patience = later();
  failures = [];
  changes = 0;
  updates = createUpdates({
    updater: as<UpdateParts['updater']>(updater),
    changed: () => {
      changes += 1;
    },
    failed: (reason) => failures.push(reason),
    wait: () => patience.promise,
  });
});

test('a look is answered when it is over; what it found is fetched, and installed when asked or at the end', async () => {
  const look = updates.look();
  updater.answer.resolve();
  await look;
  expect([updater.autoDownload, updater.autoInstallOnAppQuit, updates.isReady()]).toEqual([
    true,
    true,
    false,
  ]);
  updater.emit('update-downloaded');
  expect([updates.isReady(), changes]).toEqual([true, 1]);
  updates.install();
  expect(updater.installed).toBe(1);
});

test('a look that fails is told once, and answered all the same', async () => {
  const look = updates.look();
  updater.emit('error', new Error('net::ERR_NAME_NOT_RESOLVED'));
  updater.answer.reject(new Error('net::ERR_NAME_NOT_RESOLVED'));
  await look;
  expect(failures).toEqual(['net::ERR_NAME_NOT_RESOLVED']);
});

test('a look that gets no answer does not keep the page', async () => {
  const look = updates.look();
  patience.resolve();
  await look;
  expect(updater.asked).toBe(1);
});

test('two clicks are one look, and the next one after it is another', async () => {
  const looks = [updates.look(), updates.look()];
  updater.answer.resolve();
  await Promise.all(looks);
  await updates.look();
  expect(updater.asked).toBe(2);
});

test('an app that was not installed has nothing to look for', async () => {
  await createUpdates({
    updater: null,
    changed: () => {},
    failed: () => {},
    wait: () => patience.promise,
  }).look();
});
