/** Snapshots of the command lines: help texts and exit codes. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '@offhook/server/command-line/command-line';
import { listenForAdmin } from '@offhook/server/command-line/installation/socket';
import { COMMANDS, type CommandResult, runAdmin } from '@offhook/server/command-line/run';
import { createLog } from '@offhook/server/platform/process/log';
import { type ShutdownSteps, shutDownOnRequest } from '@offhook/server/platform/process/shutdown';
import { createSafeHttp } from '@offhook/server/platform/telephony/safe-http';
import { TEST_SECRETS } from '@offhook/server/testing/app/secrets';
import { withEmbeddedDatabase } from '@offhook/server/testing/database/database';
import { scratchFolder } from '@offhook/server/testing/servers/local';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readSettings } from '../../realtime/src/config.ts';
import { readConfig } from '../../voice/src/config.ts';
import { expectSnapshot } from './snapshot.ts';

const commandLine =
  (dataFolder: string, databaseUrl = '') =>
  (args: readonly string[]) =>
    runCommandLine({ args, who: 'ada', dataFolder, databaseUrl, allowsPrivate: false });

it('has the same help texts', async () => {
  const run = commandLine(join(tmpdir(), 'no-such-folder'));
  const subjects = [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))];
  const lines = [[], ...subjects.map((name) => [name]), ...COMMANDS.map(({ name }) => name.split(' '))];
  const texts: string[] = [];
  for (const command of new Set(lines.map((line) => line.join(' ')))) {
    const { code, out, err } = await run([...command.split(' ').filter(Boolean), '--help']);
    expect([command, code, err]).toEqual([command, 0, '']);
    texts.push(`$ npm run admin -- ${command}${command === '' ? '' : ' '}--help`, out);
  }
  const [voice, realtime] = [readConfig(['--help'], {}), readSettings(['--help'], {})];
  texts.push('$ npm run voice -- --help', 'print' in voice ? voice.print : '');
  texts.push('$ npm run realtime -- --help', 'print' in realtime ? realtime.print : '');
  await expectSnapshot('help.txt', texts.join('\n'));
});

withEmbeddedDatabase('the command line', (open) => {
  it('has the same exit codes', async () => {
    const { db } = await open({ demo: true });
    const deps = {
      db,
      now: Date.now,
      recordingsFolder: '/nowhere',
      http: createSafeHttp(false),
      secrets: TEST_SECRETS,
    };
    const running = scratchFolder();
    mkdirSync(join(running, 'pg'));
    const socket = await listenForAdmin(running, (args, who) => runAdmin(deps, args, who));
    onTestFinished(() => socket.close());
    const folder = scratchFolder();
    const [stopped, started] = [commandLine(folder), commandLine(running)];
    const unreachable = commandLine(folder, 'postgres://nobody@127.0.0.1:1/nothing');
    const lines: string[] = [];
    const record = (description: string, { code, out, err }: CommandResult) => {
      const to = [out && 'standard output', err && 'standard error'].filter(Boolean).join(' and ');
      const message = err.split('\n')[0]?.replaceAll(folder, '<folder>').replaceAll(running, '<folder>');
      lines.push(`${code}  ${description}; on ${to}${message ? `: ${message}` : ''}`);
    };
    const account = ['--country', 'US', '--time-zone', 'America/New_York'];
    const user = ['users', 'add', '--account', '100', '--name', 'Ann', '--email'];
    record('no command', await stopped([]));
    record('--help', await stopped(['--help']));
    record('an incomplete command', await stopped(['accounts']));
    record('an incomplete command with --help', await stopped(['accounts', '--help']));
    record('a command with --help', await stopped(['accounts', 'add', '--help']));
    record('an unknown command', await stopped(['nonsense', 'please']));
    record('an unknown subcommand', await stopped(['accounts', 'nonsense']));
    record('a backup without a file', await stopped(['backup']));
    record('no data folder', await stopped(['accounts', 'list']));
    record('success, as text', await started(['accounts', 'list']));
    record('success, as JSON', await started(['accounts', 'list', '--json']));
    record('a successful change', await started(['accounts', 'add', '--name', 'New Co', ...account]));
    record('an unknown option', await started(['accounts', 'list', '--what']));
    record('a missing option', await started(['accounts', 'add', ...account]));
    record(
      'an invalid value',
      await started(['users', 'add', '--account', 'one', '--name', 'Ann', '--email', 'a@new.test']),
    );
    record('an extra argument', await started(['accounts', 'list', 'of', 'mine']));
    record('a short password', await started([...user, 'ann@new.test', '--password', 'short']));
    record('a missing record', await started(['person', 'export', '--lead', '999999']));
    record('an existing record', await started([...user, 'agent@demo.test']));
    record('doctor where it is unavailable', await started(['doctor']));
    record('doctor without a database', await unreachable(['doctor']));
    lines.push(`${await programExitCode(folder)}  the program, with an unreachable database`);
    await expectSnapshot('exit-codes.txt', [...lines, '', ...(await serverExitCodes())].join('\n'));
  });
});

async function programExitCode(dataFolder: string): Promise<number | string | undefined> {
  const [argv, before] = [process.argv, process.exitCode];
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/nothing');
  vi.stubEnv('OFFHOOK_DATA', dataFolder);
  process.argv = ['node', 'admin', 'accounts', 'list'];
  try {
    await import('@offhook/server/command-line/main');
    return process.exitCode ?? undefined;
  } finally {
    process.argv = argv;
    process.exitCode = before;
    vi.unstubAllEnvs();
    stderr.mockRestore();
  }
}

/** The server's exit codes after signals. */
async function serverExitCodes(): Promise<string[]> {
  const done = async () => undefined;
  const shutdownSteps: ShutdownSteps = {
    stopNewCalls: () => undefined,
    startNotice: () => undefined,
    closeRequests: done,
    cutRequests: () => undefined,
    stopWork: done,
    close: done,
  };
  /** @param exits how many exits to wait for, because the mocked exit doesn't stop the process */
  const exitCode = async (steps: ShutdownSteps | null, signal: string, exits: number): Promise<string> => {
    const listeners = new Map<string | symbol, () => void>();
    const on = vi.spyOn(process, 'on').mockImplementation((event, listener) => {
      listeners.set(event, listener as () => void);
      return process;
    });
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    try {
      const { setSteps } = shutDownOnRequest(createLog('silent'));
      if (steps) setSteps(steps, { drainMs: 20, noticeMs: 0 });
      // With nothing to stop yet, the mocked exit makes it continue and throw.
      try {
        listeners.get(signal)?.();
      } catch {}
      await vi.waitUntil(() => exit.mock.calls.length >= exits, { interval: 5, timeout: 30_000 });
      return `${exit.mock.calls[0]?.[0]}  the server, ${signal}`;
    } finally {
      on.mockRestore();
      exit.mockRestore();
    }
  };
  const broken = { ...shutdownSteps, close: () => Promise.reject(new Error('broken')) };
  const endless = { ...shutdownSteps, close: () => new Promise<void>(() => undefined) };
  return [
    `${await exitCode(null, 'SIGTERM', 1)} before it has started`,
    `${await exitCode(shutdownSteps, 'SIGTERM', 2)}, after a clean stop`,
    `${await exitCode(shutdownSteps, 'SIGINT', 2)}, after a clean stop`,
    `${await exitCode(broken, 'SIGTERM', 2)}, after an error while stopping`,
    `${await exitCode(endless, 'SIGTERM', 1)}, after a timeout`,
  ];
}
