import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { program } from './testing/programs.ts';

const entry = program('voice.mjs');
const folder = mkdtempSync(join(tmpdir(), 'voice-main-'));
let child: ChildProcess;

afterEach(() => {
  child.kill('SIGKILL');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function start(flags: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  child = spawn(process.execPath, [entry, ...flags], {
    env: {
      ...process.env,
      VOICE_DATA: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return child;
}

async function line(stream: NodeJS.ReadableStream | null): Promise<string> {
  if (!stream) throw new Error('no stream');
  const [chunk] = await once(stream, 'data');
  return String(chunk);
}

const flags = ['--port', '0', '--account-sid', `AC${'0'.repeat(32)}`, '--auth-token', 'a-long-token'];

test.each<[string, Record<string, string>, (process: ChildProcess) => void]>([
  ['SIGTERM', {}, (running) => running.kill('SIGTERM')],
  ['its parent closes stdin', { OFFHOOK_CHILD: '1' }, (running) => running.stdin?.end()],
])(
  'the service reports its port, answers requests, and exits soon after %s',
  async (_, environment, stop) => {
    const running = start(flags, environment);
    const ready: unknown = JSON.parse(await line(running.stdout));
    expect(ready).toMatchObject({ ready: 'voice', port: expect.any(Number) });
    const { port } = ready as { port: number };
    expect((await fetch(`http://127.0.0.1:${port}/2010-04-01/Accounts/AC/Calls.json`)).status).toBe(401);
    const startTime = performance.now();
    stop(running);
    const [code] = await once(running, 'exit');
    expect(code).toBe(0);
    // Open handles must not delay the exit.
    expect(performance.now() - startTime).toBeLessThan(20_000);
  },
);

test('an invalid setting stops startup, and the error names it', async () => {
  const running = start([...flags, '--cps', '0']);
  const [text, [code]] = await Promise.all([line(running.stderr), once(running, 'exit')]);
  expect(code).toBe(2);
  expect(text).toContain('--cps or VOICE_CPS: a number above 0');
});

test('--help prints the help and exits with code 0', async () => {
  const running = start(['--help']);
  const [text, [code]] = await Promise.all([line(running.stdout), once(running, 'exit')]);
  expect(text).toMatch(/^Usage: npm run voice -- \[options\]\n/);
  expect(code).toBe(0);
});

test('an unknown option stops startup and points to the help', async () => {
  const running = start([...flags, '--color', 'red']);
  const [text, [code]] = await Promise.all([line(running.stderr), once(running, 'exit')]);
  expect(text).toContain("Unknown option '--color'\nAll options: npm run voice -- --help\n");
  expect(code).toBe(2);
});
