import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { APP, RawClient } from './test-world.ts';

const ENV = { PUSHER_APP_ID: APP.appId, PUSHER_KEY: APP.key, PUSHER_SECRET: APP.secret, REALTIME_PORT: '0' };

function start(env: Record<string, string>, args: readonly string[] = []): ChildProcessWithoutNullStreams {
  const entry = join(process.env['OFFHOOK_PROGRAMS'] ?? '', 'realtime.mjs');
  const child = spawn(process.execPath, [entry, ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function readyPort(child: ChildProcessWithoutNullStreams): Promise<number> {
  const [line]: string[] = await once(createInterface(child.stdout), 'line');
  const ready: unknown = JSON.parse(line ?? '');
  expect(ready).toEqual({ ready: 'realtime', port: expect.any(Number) });
  return (ready as { port: number }).port;
}

test.each<[string, (child: ChildProcessWithoutNullStreams) => void, Record<string, string>]>([
  ['its pipe to the supervisor closes', (child) => child.stdin.end(), { OFFHOOK_CHILD: '1' }],
  ['it gets SIGTERM', (child) => child.kill('SIGTERM'), {}],
])('the process prints its port; when %s, it closes its clients and exits', async (_, stop, env) => {
  const child = start({ ...ENV, ...env });
  const client = new RawClient(await readyPort(child));
  await client.readGreeting();
  const exited = once(child, 'exit');
  stop(child);
  expect(await client.closed).toMatchObject({ code: 4200 });
  expect((await exited)[0]).toBe(0);
});

test('without a key, only the health check succeeds', async () => {
  const url = `http://127.0.0.1:${await readyPort(start(ENV))}`;
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { success: true }]);
  for (const [path, method] of [
    ['/healthz', 'POST'],
    [`/apps/${APP.appId}/channels`, 'GET'],
  ] as const)
    expect((await fetch(url + path, { method })).status).toBeGreaterThanOrEqual(400);
});

test('an invalid value is reported and stops the process', async () => {
  const child = start({ ...ENV, REALTIME_PORT: 'many' });
  const errors: string[] = [];
  child.stderr.on('data', (data) => errors.push(String(data)));
  expect((await once(child, 'close'))[0]).toBe(2);
  expect(errors.join('')).toContain('REALTIME_PORT (--port): a port');
});

test('--help needs no settings and exits with code 0', async () => {
  const child = start({}, ['--help']);
  const [[text], [code]] = await Promise.all([once(child.stdout, 'data'), once(child, 'exit')]);
  expect(String(text)).toMatch(/^Usage: npm run realtime -- \[options\]\n/);
  expect(code).toBe(0);
});

test('an unknown option stops the process and points to --help', async () => {
  const child = start(ENV, ['--color', 'red']);
  const [[text], [code]] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')]);
  expect(String(text)).toBe("Unknown option '--color'\nAll options: npm run realtime -- --help\n");
  expect(code).toBe(2);
});

test('a port in use stops the process, which logs it once', async () => {
  const port = await readyPort(start(ENV));
  const second = start({ ...ENV, REALTIME_PORT: String(port) });
  const [logged, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')]);
  expect(code).toBe(1);
  expect(logged.match(/EADDRINUSE/g)).toHaveLength(1);
});

test.each([
  ['info', /realtime service listening/],
  ['silent', /^$/],
])('the process logs according to LOG_LEVEL=%s', async (LOG_LEVEL, logs) => {
  const child = start({ ...ENV, LOG_LEVEL });
  let logged = '';
  child.stderr.on('data', (data) => {
    logged += String(data);
  });
  await readyPort(child);
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(logged).toMatch(logs);
});
