/** What scripts around the programs rely on: the help of each command, and how it ends. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerCommandLine } from '@offhook/server/command-line/command-line';
import { listenForAdmin } from '@offhook/server/command-line/installation/socket';
import { type AdminAnswer, COMMANDS, runAdmin } from '@offhook/server/command-line/run';
import { endWhenAsked, type Winding } from '@offhook/server/platform/process/ending';
import { createLog } from '@offhook/server/platform/process/log';
import { createOutwardHttp } from '@offhook/server/platform/telephony/outward-http';
import { withEmbeddedDatabase } from '@offhook/server/testing/database/database';
import { scratchFolder } from '@offhook/server/testing/servers/local';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readSettings } from '../../realtime/src/config.ts';
import { readConfig } from '../../voice/src/config.ts';
import { hold } from './hold.ts';

const lineOf =
  (dataFolder: string, databaseUrl = '') =>
  (args: readonly string[]) =>
    answerCommandLine({ args, who: 'ada', dataFolder, databaseUrl, asksPrivate: false });

it('has the same help', async () => {
  const ask = lineOf(join(tmpdir(), 'nothing is here'));
  const subjects = [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))];
  const lines = [[], ...subjects.map((name) => [name]), ...COMMANDS.map(({ name }) => name.split(' '))];
  const texts: string[] = [];
  for (const words of new Set(lines.map((line) => line.join(' ')))) {
    const { code, out, err } = await ask([...words.split(' ').filter(Boolean), '--help']);
    expect([words, code, err]).toEqual([words, 0, '']);
    texts.push(`$ npm run admin -- ${words}${words === '' ? '' : ' '}--help`, out);
  }
  const [voice, realtime] = [readConfig(['--help'], {}), readSettings(['--help'], {})];
  texts.push('$ npm run voice -- --help', 'help' in voice ? voice.help : '');
  texts.push('$ npm run realtime -- --help', 'help' in realtime ? realtime.help : '');
  await hold('help.txt', texts.join('\n'));
});

withEmbeddedDatabase('the command line', (open) => {
  it('ends with the same codes', async () => {
    const { db } = await open({ demo: true });
    const parts = { db, now: Date.now, recordingsFolder: '/nowhere', http: createOutwardHttp(false) };
    const running = scratchFolder();
    mkdirSync(join(running, 'pg'));
    const socket = await listenForAdmin(running, (args, who) => runAdmin(parts, args, who));
    onTestFinished(() => socket.close());
    const folder = scratchFolder();
    const [here, there] = [lineOf(folder), lineOf(running)];
    const away = lineOf(folder, 'postgres://nobody@127.0.0.1:1/nothing');
    const lines: string[] = [];
    const ends = (what: string, { code, out, err }: AdminAnswer) => {
      const to = [out && 'standard output', err && 'standard error'].filter(Boolean).join(' and ');
      const said = err.split('\n')[0]?.replaceAll(folder, '<folder>').replaceAll(running, '<folder>');
      lines.push(`${code}  ${what}; says it on ${to}${said ? `: ${said}` : ''}`);
    };
    const account = ['--country', 'US', '--time-zone', 'America/New_York'];
    const user = ['users', 'add', '--account', '100', '--name', 'Ann', '--email'];
    ends('no command at all', await here([]));
    ends('--help', await here(['--help']));
    ends('half a command', await here(['accounts']));
    ends('half a command with --help', await here(['accounts', '--help']));
    ends('a command with --help', await here(['accounts', 'add', '--help']));
    ends('an unknown command', await here(['nonsense', 'please']));
    ends('an unknown part of a command', await here(['accounts', 'nonsense']));
    ends('a backup without a file', await here(['backup']));
    ends('no data', await here(['accounts', 'list']));
    ends('done, in words', await there(['accounts', 'list']));
    ends('done, in JSON', await there(['accounts', 'list', '--json']));
    ends('a change that is done', await there(['accounts', 'add', '--name', 'New Co', ...account]));
    ends('an unknown option', await there(['accounts', 'list', '--what']));
    ends('an option that is missing', await there(['accounts', 'add', ...account]));
    ends(
      'a value of a wrong kind',
      await there(['users', 'add', '--account', 'one', '--name', 'Ann', '--email', 'a@new.test']),
    );
    ends('a word too many', await there(['accounts', 'list', 'of', 'mine']));
    ends('a short password', await there([...user, 'ann@new.test', '--password', 'short']));
    ends('what is not there', await there(['person', 'export', '--lead', '999999']));
    ends('what is there already', await there([...user, 'agent@demo.test']));
    ends('a doctor that the server does not have', await there(['doctor']));
    ends('a doctor who finds no database', await away(['doctor']));
    lines.push(`${await codeOfProgram(folder)}  the program, when the database cannot be reached`);
    await hold('exit-codes.txt', [...lines, '', ...(await endsOfServer())].join('\n'));
  });
});

/** What the program of the command itself ends with, of which the functions above know nothing. */
async function codeOfProgram(dataFolder: string): Promise<number | string | undefined> {
  const [argv, before] = [process.argv, process.exitCode];
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
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
    said.mockRestore();
  }
}

/** The server's own codes: each is asked to end by the signal that it listens for. */
async function endsOfServer(): Promise<string[]> {
  const done = async () => undefined;
  const winding: Winding = {
    stopBeginning: () => undefined,
    notice: () => undefined,
    closeRequests: done,
    cutRequests: () => undefined,
    stopWork: done,
    close: done,
  };
  /** @param exits how often the end is said: the time that runs is not stopped by an exit that does not happen */
  const endOf = async (wound: Winding | null, signal: string, exits: number): Promise<string> => {
    const heard = new Map<string | symbol, () => void>();
    const on = vi.spyOn(process, 'on').mockImplementation((event, listener) => {
      heard.set(event, listener as () => void);
      return process;
    });
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    try {
      const { windWith } = endWhenAsked(createLog('silent'));
      if (wound) windWith(wound, { drainMs: 20, noticeMs: 0 });
      // Without a state to wind up it goes on after the exit, which does not happen here.
      try {
        heard.get(signal)?.();
      } catch {}
      await vi.waitUntil(() => exit.mock.calls.length >= exits, { interval: 5, timeout: 30_000 });
      return `${exit.mock.calls[0]?.[0]}  the server, ${signal}`;
    } finally {
      on.mockRestore();
      exit.mockRestore();
    }
  };
  const broken = { ...winding, close: () => Promise.reject(new Error('broken')) };
  const endless = { ...winding, close: () => new Promise<void>(() => undefined) };
  return [
    `${await endOf(null, 'SIGTERM', 1)} before it has begun`,
    `${await endOf(winding, 'SIGTERM', 2)}, and all is done`,
    `${await endOf(winding, 'SIGINT', 2)}, and all is done`,
    `${await endOf(broken, 'SIGTERM', 2)}, and something is broken`,
    `${await endOf(endless, 'SIGTERM', 1)}, and the time is over`,
  ];
}
