import { expect, it, onTestFinished, vi } from 'vitest';
import { reportStartup } from './startup-report.ts';

it('a slow start sends heartbeats until it is ready', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubEnv('OFFHOOK_CHILD', '1');
  const lines: unknown[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(String(line)));
    return true;
  });
  onTestFinished(() => {
    write.mockRestore();
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });
  const starting = reportStartup();
  vi.advanceTimersByTime(10_000);
  starting.reportWaiting('database');
  vi.advanceTimersByTime(5_000);
  starting.ready({ port: 1, hasAccount: true });
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([
    { waiting: null },
    { waiting: null },
    { waiting: 'database' },
    { waiting: 'database' },
    { ready: 'server', port: 1, hasAccount: true },
  ]);
});
