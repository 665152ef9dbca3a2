import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { as } from '../test-electron.ts';
import { createUpdates, type UpdateDeps, type Updates } from './updates.ts';

function deferred() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((done, onError) => {
    resolve = done;
    reject = onError;
  });
  return { promise, resolve, reject };
}

class FakeUpdater extends EventEmitter {
  autoDownload = false;
  autoInstallOnAppQuit = false;
  checks = 0;
  installed = 0;
  answer = deferred();
  checkForUpdates(): Promise<void> {
    this.checks += 1;
    return this.answer.promise;
  }
  quitAndInstall(): void {
    this.installed += 1;
  }
}

let updater: FakeUpdater;
let timeout: ReturnType<typeof deferred>;
let failures: string[];
let changes: number;
let updates: Updates;

beforeEach(() => {
  updater = new FakeUpdater();
  timeout = deferred();
  failures = [];
  changes = 0;
  updates = createUpdates({
    updater: as<UpdateDeps['updater']>(updater),
    onChange: () => {
      changes += 1;
    },
    onError: (reason) => failures.push(reason),
    wait: () => timeout.promise,
  });
});

test('a check resolves when it ends; an update is downloaded and installed on request or on quit', async () => {
  const check = updates.check();
  updater.answer.resolve();
  await check;
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

test('a failed check is reported once and resolves', async () => {
  const check = updates.check();
  updater.emit('error', new Error('net::ERR_NAME_NOT_RESOLVED'));
  updater.answer.reject(new Error('net::ERR_NAME_NOT_RESOLVED'));
  await check;
  expect(failures).toEqual(['net::ERR_NAME_NOT_RESOLVED']);
});

test('a check without a response resolves after a timeout', async () => {
  const check = updates.check();
  timeout.resolve();
  await check;
  expect(updater.checks).toBe(1);
});

test('concurrent checks share one request, and a later check sends another', async () => {
  const checks = [updates.check(), updates.check()];
  updater.answer.resolve();
  await Promise.all(checks);
  await updates.check();
  expect(updater.checks).toBe(2);
});

test("an app that isn't installed doesn't check for updates", async () => {
  await createUpdates({
    updater: null,
    onChange: () => {},
    onError: () => {},
    wait: () => timeout.promise,
  }).check();
});
