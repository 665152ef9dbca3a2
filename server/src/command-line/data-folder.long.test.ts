import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import { expect, inject, it } from 'vitest';
import { openEmbedded, openFolder } from '../platform/database/embedded/embedded.ts';
import { webhookEndpoints } from '../platform/database/schema.ts';
import { openSecret, toSecretsKey } from '../platform/secrets/sealed-secret.ts';
import { createSafeHttp } from '../platform/telephony/safe-http.ts';
import { TEST_SECRETS } from '../testing/app/secrets.ts';
import { words } from '../testing/servers/command-words.ts';
import { scratchFolder } from '../testing/servers/local.ts';
import { runCommandLine } from './command-line.ts';
import { listenForAdmin } from './installation/socket.ts';
import { runAdmin } from './run.ts';

it('the command line uses the running server, or opens the database if none is running', async () => {
  const dataFolder = scratchFolder();
  const runCommand = (...args: string[]) =>
    runCommandLine({ args, who: 'ada', dataFolder, databaseUrl: '', allowsPrivate: true });
  expect(await runCommand('accounts', 'list')).toMatchObject({
    code: 1,
    err: expect.stringContaining('npm start'),
  });
  expect(await runCommand('--help'), 'help needs no data').toMatchObject({
    code: 0,
    out: expect.stringContaining('accounts list'),
  });
  expect(await runCommand('accounts', 'add', '--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('--country'),
  });
  const product = await openEmbedded({
    dataFolder,
    templateFile: inject('offhookTemplate'),
    seed: async () => undefined,
  });
  const http = createSafeHttp(true);
  const deps = {
    db: product.db,
    now: Date.now,
    recordingsFolder: join(dataFolder, 'recordings'),
    http,
    secrets: TEST_SECRETS,
  };
  let socketRequests = 0;
  const socket = await listenForAdmin(dataFolder, (line, who) => {
    socketRequests += 1;
    return runAdmin(deps, line, who);
  });
  if (process.platform === 'linux') expect(statSync(join(dataFolder, 'admin.sock')).mode & 0o077).toBe(0);
  const added = words(`accounts add --name 'While it runs' --country US --time-zone America/New_York`);
  expect(await runCommand(...added)).toMatchObject({ code: 0, err: '' });
  expect(await runCommand('accounts', 'list', '--what')).toMatchObject({ code: 2, out: '' });
  expect(socketRequests).toBe(2);
  await socket.close();
  await product.close();
  const { out } = await runCommand('accounts', 'list');
  expect(out).toContain('While it runs');
  // Alone, it seals secrets with the key that `npm start` keeps in the folder.
  const session = 'the session secret in this folder';
  writeFileSync(join(dataFolder, 'secrets.json'), JSON.stringify({ session }));
  const hook = await runCommand(...words('webhooks add --account 100 --url https://hook.example --json'));
  expect(socketRequests).toBe(2);
  const again = await openFolder(join(dataFolder, 'pg'));
  const [row] = await again.db.select().from(webhookEndpoints).orderBy(desc(webhookEndpoints.id));
  await again.close();
  const place = { kind: 'destinations', id: row?.id ?? 0 } as const;
  expect(openSecret([toSecretsKey(session)], place, row?.secret ?? '')).toEqual({
    secret: JSON.parse(hook.out).secret,
  });
});
