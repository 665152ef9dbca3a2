import { userInfo } from 'node:os';
import { runCommandLine } from './command-line.ts';

try {
  const { code, out, err } = await runCommandLine({
    args: process.argv.slice(2),
    who: userInfo().username,
    dataFolder: process.env['OFFHOOK_DATA'] ?? './data',
    databaseUrl: process.env['DATABASE_URL'] ?? '',
    environment: process.env,
    allowsPrivate: process.env['WEBHOOKS_PRIVATE'] === '1',
  });
  process.stdout.write(out);
  process.stderr.write(err);
  process.exitCode = code;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
