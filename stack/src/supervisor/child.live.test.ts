import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Child } from './child.ts';

const READY = `
  const server = require('node:http').createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ ready: 'child', port: server.address().port }));
  });
  process.stdin.resume().on('end', () => process.exit(0));
`;
const ANSWERS = `const answer = (request, response) => response.end('{}');${READY}`;

function startChild(program: string, checkMs = 200) {
  const exitCodes: (number | null)[] = [];
  const child = new Child({
    name: 'child',
    command: [process.execPath, '-e', program],
    environment: { PATH: process.env['PATH'] ?? '' },
    onStartFailed: (_name, code) => exitCodes.push(code),
    onChange: () => undefined,
    checkMs,
  });
  onTestFinished(() => child.stop());
  child.start();
  return { child, exitCodes };
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-child-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return JSON.stringify(join(folder, 'file'));
}

it('a hung child is reported and restarted', async () => {
  const { child } = startChild(ANSWERS);
  await child.ready();
  const { pid } = child;
  expect(child.fault).toBeNull();
  process.kill(pid ?? 0, 'SIGSTOP');
  await expect.poll(() => child.fault, { interval: 10 }).toBe('child');
  await expect.poll(() => child.pid !== pid && child.fault === null).toBe(true);
});

it("a child that reports a problem isn't restarted", async () => {
  const { child } = startChild(`
    const answer = (request, response) => {
      response.statusCode = request.url === '/healthz' ? 503 : 200;
      response.end('{"error":"media"}');
    };${READY}`);
  await child.ready();
  const { pid } = child;
  await expect.poll(() => child.fault).toBe('media');
  expect(child.pid).toBe(pid);
});

it("a slow start isn't interrupted while the child reports what it waits for", async () => {
  const { child, exitCodes } = startChild(
    `let lines = 0;
    const timer = setInterval(() => {
      console.log('{"waiting":"disk full"}');
      lines += 1;
      if (lines < 40) return;
      clearInterval(timer);
      ${ANSWERS}
    }, 25);`,
    20,
  );
  const { pid } = child;
  await expect.poll(() => child.fault, { interval: 10 }).toBe('disk full');
  await child.ready();
  expect([child.pid, child.fault, exitCodes]).toEqual([pid, null, []]);
});

it("a child that exits before it's ready is restarted", async () => {
  const file = newFile();
  const { child, exitCodes } = startChild(`
    const fs = require('node:fs');
    if (!fs.existsSync(${file})) {
      fs.writeFileSync(${file}, '');
      process.exit(1);
    }
    ${ANSWERS}`);
  await child.ready();
  expect(exitCodes).toEqual([]);
});

it("a child with invalid settings isn't restarted", async () => {
  const { child, exitCodes } = startChild('process.exit(2)');
  await expect.poll(() => exitCodes).toEqual([2]);
  expect(child.pid).toBeUndefined();
});
