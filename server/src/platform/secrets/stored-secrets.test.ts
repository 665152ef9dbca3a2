import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { expect, it, onTestFinished, test } from 'vitest';
import { runAdmin } from '../../command-line/run.ts';
import { addCrm, addEndpoint, renewToken } from '../../integrations/webhooks/endpoints.ts';
import { dumpDatabase } from '../../testing/app/person-data.ts';
import { userOf } from '../../testing/app/rows.ts';
import { type OpenTestDatabase, withDatabase } from '../../testing/database/database.ts';
import { scratchFolder } from '../../testing/servers/local.ts';
import { type Database, transaction } from '../database/database.ts';
import { settings, signInSteps, singleSignOn, totpFactors, webhookEndpoints } from '../database/schema.ts';
import { createSafeHttp } from '../telephony/safe-http.ts';
import { SECRET_COLUMNS, type SecretKind } from './core/secret-columns.ts';
import { toEncryptionKey } from './encryption-keys.ts';
import { type KeySources, openStoredSecrets, readKeyring } from './open-stored-secrets.ts';
import { countStoredSecrets, sealStoredSecrets, startSecretSealing } from './seal-stored-secrets.ts';
import { isSealed, toSecretsKey } from './sealed-secret.ts';
import { createStoredSecrets, type StoredSecrets } from './stored-secrets.ts';

const ACCOUNT = 100;
const CLOCK = { now: Date.now };
const withKeys = (...names: readonly [string, ...string[]]): StoredSecrets => {
  const [newest, ...older] = names;
  return createStoredSecrets(
    { keys: [toSecretsKey(newest), ...older.map(toSecretsKey)], isKeyInDatabase: false },
    { clock: CLOCK, sealsFrom: 0 },
  );
};

const PLAIN = {
  authenticatorApps: 'JBSWY3DPEHPK3PXPAAAA',
  newAuthenticatorApps: 'JBSWY3DPEHPK3PXPBBBB',
  singleSignOn: 'client secret as typed',
  destinations: 'whsec_as-an-earlier-version-stored-it',
} as const satisfies Record<SecretKind, string>;

/** A database with one secret of each kind, as an earlier version stored them. */
async function openPlain(open: OpenTestDatabase) {
  const { db } = await open({ demo: true });
  const { id: user_id } = await userOf(db, 'agent@demo.test');
  await db.insert(totpFactors).values({ user_id, secret: PLAIN.authenticatorApps, last_period: 0 });
  await db.insert(signInSteps).values({
    ...{ token_hash: 'a', kind: 'change', user_id, totp_secret: PLAIN.newAuthenticatorApps },
    expires_at: new Date(Date.now() + 60_000),
  });
  await db.insert(singleSignOn).values({
    ...{ account_id: ACCOUNT, name: 'Demo', domains: ['demo.test'], issuer: 'https://issuer.example' },
    ...{ client_id: 'offhook', client_secret: PLAIN.singleSignOn },
  });
  const destination = { account_id: ACCOUNT, url: 'https://hook.example', events: [] };
  await db.insert(webhookEndpoints).values({ ...destination, secret: PLAIN.destinations });
  return { db, readAll: (secrets: StoredSecrets) => readAll(db, secrets) };
}

/** What each kind reads as; null: it can't be read. */
async function readAll(db: Database, secrets: StoredSecrets) {
  const [factor] = await db.select().from(totpFactors);
  const [step] = await db.select().from(signInSteps);
  const [signOn] = await db.select().from(singleSignOn);
  const [destination] = await db.select().from(webhookEndpoints);
  return {
    authenticatorApps: secrets.open('authenticatorApps', factor?.user_id ?? 0, factor?.secret ?? ''),
    newAuthenticatorApps: secrets.open('newAuthenticatorApps', 'a', step?.totp_secret ?? ''),
    singleSignOn: secrets.open('singleSignOn', ACCOUNT, signOn?.client_secret ?? ''),
    destinations: secrets.open('destinations', destination?.id ?? 0, destination?.secret ?? ''),
  };
}

async function expectNoPlain(db: Database, secrets: readonly string[] = Object.values(PLAIN)) {
  const dump = await dumpDatabase(db);
  for (const secret of secrets) expect(dump).not.toContain(secret);
}

withDatabase('secrets that an earlier version stored', (open) => {
  it('are sealed once, and read as before', async () => {
    const { db, readAll } = await openPlain(open);
    const secrets = withKeys('a key');
    expect(await readAll(secrets)).toEqual(PLAIN);
    expect(await countStoredSecrets(db, secrets)).toEqual({ sealed: 0, plain: 4, unreadable: {} });
    expect(await sealStoredSecrets(db, secrets)).toEqual({ sealed: 4, plain: 0, unreadable: {} });
    await expectNoPlain(db);
    expect(await readAll(secrets)).toEqual(PLAIN);
    const dump = await dumpDatabase(db);
    expect(await sealStoredSecrets(db, secrets)).toEqual({ sealed: 0, plain: 0, unreadable: {} });
    expect(await dumpDatabase(db)).toBe(dump);
  });

  it('are counted for the metrics if none of the keys opens them', async () => {
    const { db } = await openPlain(open);
    await sealStoredSecrets(db, withKeys('first'));
    const counts = await new Promise<object>((resolve) => {
      const sealing = startSecretSealing(db, withKeys('second'), pino({ level: 'silent' }), resolve);
      onTestFinished(() => sealing.stop());
    });
    expect(counts).toEqual({
      authenticatorApps: 1,
      newAuthenticatorApps: 1,
      singleSignOn: 1,
      destinations: 1,
    });
  });

  it('are sealed by two servers at once', async () => {
    const { db, readAll } = await openPlain(open);
    const secrets = withKeys('a key');
    const done = await Promise.all([sealStoredSecrets(db, secrets), sealStoredSecrets(db, secrets)]);
    expect(done.reduce((sum, { sealed }) => sum + sealed, 0)).toBeGreaterThanOrEqual(4);
    await expectNoPlain(db);
    expect(await readAll(secrets)).toEqual(PLAIN);
  });

  it('are sealed in as many batches as they need', async () => {
    const { db } = await open({ demo: true });
    const row = { account_id: ACCOUNT, url: 'https://hook.example', events: [] };
    await db
      .insert(webhookEndpoints)
      .values(Array.from({ length: 205 }, (_, n) => ({ ...row, secret: `plain secret ${n}` })));
    expect((await sealStoredSecrets(db, withKeys('a key'))).sealed).toBe(205);
    expect(await dumpDatabase(db)).not.toContain('plain secret');
  });

  it('stay readable for servers of that version until these have stopped', async () => {
    const { db, readAll } = await openPlain(open);
    let now = Date.now();
    const keyring = { keys: [toSecretsKey('a key')] as const, isKeyInDatabase: false };
    const secrets = createStoredSecrets(keyring, { clock: { now: () => now }, sealsFrom: now + 1_000 });
    expect(secrets.seal('singleSignOn', ACCOUNT, 'new')).toBe('new');
    expect(await sealStoredSecrets(db, secrets)).toEqual({ sealed: 0, plain: 4, unreadable: {} });
    expect(await readAll(withKeys('another'))).toEqual(PLAIN);
    now += 1_000;
    expect(isSealed(secrets.seal('singleSignOn', ACCOUNT, 'new'))).toBe(true);
    expect((await sealStoredSecrets(db, secrets)).sealed).toBe(4);
    await expectNoPlain(db);
  });

  it('are sealed again after the key changed, as long as the older key is known', async () => {
    const { db, readAll } = await openPlain(open);
    await sealStoredSecrets(db, withKeys('first'));
    const [both, second] = [withKeys('second', 'first'), withKeys('second')];
    expect(await countStoredSecrets(db, second)).toEqual({
      ...{ sealed: 0, plain: 0 },
      unreadable: { authenticatorApps: 1, newAuthenticatorApps: 1, singleSignOn: 1, destinations: 1 },
    });
    const dump = await dumpDatabase(db);
    expect((await sealStoredSecrets(db, second)).sealed).toBe(0);
    expect(await dumpDatabase(db)).toBe(dump);
    expect(await readAll(both)).toEqual(PLAIN);
    expect((await sealStoredSecrets(db, both)).sealed).toBe(4);
    expect(await readAll(second)).toEqual(PLAIN);
  });

  it('can’t be read in another row', async () => {
    const { db } = await openPlain(open);
    const secrets = withKeys('a key');
    await sealStoredSecrets(db, secrets);
    const [factor] = await db.select().from(totpFactors);
    const { id } = await userOf(db, 'agent2@demo.test');
    await db
      .insert(totpFactors)
      .values({ user_id: id, secret: factor?.secret ?? '', last_period: 0 })
      .returning();
    expect((await countStoredSecrets(db, secrets)).unreadable).toEqual({ authenticatorApps: 1 });
  });
});

withDatabase('a new secret', (open) => {
  it('is sealed however it is set', async () => {
    const { db } = await open({ demo: true });
    const secrets = withKeys('a key');
    const deps = { db, now: Date.now, recordingsFolder: '/nowhere', http: createSafeHttp(true), secrets };
    const run = async (...line: string[]) => {
      const { code, out, err } = await runAdmin(deps, [...line, '--json'], 'ada');
      expect([code, err]).toEqual([0, '']);
      return JSON.parse(out) as { id: number; secret?: string };
    };
    const account = ['--account', String(ACCOUNT)];
    const client = ['--issuer', 'https://issuer.example', '--client-id', 'offhook'];
    await run(
      'sign-on',
      'set',
      ...account,
      '--name',
      'Demo',
      '--domains',
      'sso.example',
      ...client,
      ...[...['--client-secret', 'first client secret']],
    );
    const ofSignOn = async () =>
      secrets.open('singleSignOn', ACCOUNT, (await db.select().from(singleSignOn))[0]?.client_secret ?? '');
    expect(await ofSignOn()).toBe('first client secret');
    await run('sign-on', 'set', ...account, '--name', 'Renamed');
    expect(await ofSignOn()).toBe('first client secret');
    await run('sign-on', 'set', ...account, '--client-secret', 'second client secret');
    expect(await ofSignOn()).toBe('second client secret');
    const hook = await run('webhooks', 'add', ...account, '--url', 'https://hook.example');
    const crm = await run('crm', 'add', ...account, '--kind', 'hubspot', '--token', 'first token of the crm');
    await run('crm', 'token', String(crm.id), '--token', 'second token of the crm');
    const stored = async (id: number) => {
      const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
      return secrets.open('destinations', id, row?.secret ?? '');
    };
    expect(hook.secret).toMatch(/^whsec_/);
    expect(await stored(hook.id)).toBe(hook.secret);
    expect(await stored(crm.id)).toBe('second token of the crm');
    expect(await countStoredSecrets(db, secrets)).toEqual({ sealed: 0, plain: 0, unreadable: {} });
    await expectNoPlain(db, [
      ...['first client secret', 'second client secret', hook.secret ?? ''],
      ...['first token of the crm', 'second token of the crm'],
    ]);
  });

  it('is sealed for the row that is really added', async () => {
    const { db } = await open({ demo: true });
    const secrets = withKeys('a key');
    const url = 'https://hook.example';
    const added = await transaction(db, async (tx) => [
      await addEndpoint(tx, secrets, ACCOUNT, { url }),
      await addCrm(tx, secrets, ACCOUNT, { kind: 'hubspot', url, token: 'token', settings: {} }),
    ]);
    await renewToken(db, secrets, added[1]?.id ?? 0, 'token 2', Date.now());
    expect((await countStoredSecrets(db, secrets)).unreadable).toEqual({});
    const rows = await db.select().from(webhookEndpoints);
    expect(rows.map(({ id }) => id).sort()).toEqual(added.map(({ id }) => id).sort());
  });
});

withDatabase('the keys', (open) => {
  const SESSION = 'a session secret of 32 characters or more';
  const FOLDER = 'the session secret of npm start, long enough';
  const key = toEncryptionKey(new Uint8Array(32).fill(1));
  const older = toEncryptionKey(new Uint8Array(32).fill(2));
  const idsOf = async (db: Database, sources: Partial<KeySources>) => {
    const all = { databaseUrl: '', dataFolder: '/nowhere', secretsKeys: [], sessionSecret: '', ...sources };
    const { keys, isKeyInDatabase } = await readKeyring(db, all);
    return { ids: keys.map(({ id }) => id), isKeyInDatabase };
  };
  const idOf = (source: string | Uint8Array) => toSecretsKey(source).id;
  const npmStartFolder = () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ session: FOLDER, other: 1 }));
    return folder;
  };

  it('are SECRETS_KEY first, then the secret of sessions, and the generated one opens', async () => {
    const { db } = await open();
    await db.insert(settings).values({ key: 'session_secret', value: 'generated' });
    const all = { secretsKeys: [key, older], sessionSecret: SESSION, dataFolder: npmStartFolder() };
    expect(await idsOf(db, all)).toEqual({
      ids: [key.bytes, older.bytes, SESSION, FOLDER, 'generated', FOLDER].map(idOf),
      isKeyInDatabase: false,
    });
  });

  it('include that of a folder that came from the embedded database, but never seal with it', async () => {
    const { db } = await open();
    const moved = { databaseUrl: 'postgres://x', dataFolder: npmStartFolder() };
    const { ids, isKeyInDatabase } = await idsOf(db, moved);
    const [row] = await db.select().from(settings).where(eq(settings.key, 'session_secret'));
    expect(ids).toEqual([idOf(row?.value ?? ''), idOf(FOLDER)]);
    expect(isKeyInDatabase).toBe(true);
  });

  test.each(['', '{', '{"session":"short"}'])('don’t need the folder’s secrets: %j', async (text) => {
    const { db } = await open();
    const dataFolder = scratchFolder();
    writeFileSync(join(dataFolder, 'secrets.json'), text);
    expect((await idsOf(db, { dataFolder, sessionSecret: SESSION })).ids).toEqual([idOf(SESSION)]);
  });

  it('seal at once in the embedded database and in a new one', async () => {
    const { db } = await open();
    const sources = { dataFolder: '/nowhere', secretsKeys: [key], sessionSecret: '' };
    const sealsFrom = async (databaseUrl: string) =>
      (await openStoredSecrets(db, { ...sources, databaseUrl }, CLOCK)).sealsFrom;
    expect(await sealsFrom('postgres://x')).toBe(0);
    await db.insert(settings).values({ key: 'secrets_sealed_from', value: '2026-11-28T05:00:00Z' });
    expect(await sealsFrom('postgres://x')).toBe(Date.parse('2026-11-28T05:00:00Z'));
    expect(await sealsFrom('')).toBe(0);
  });
});

withDatabase('the list of secrets', (open) => {
  it('has every column of that kind', async () => {
    const { db } = await open();
    const names = /secret|token|password|credential|private/;
    const found = (
      (await db.execute(
        `select table_name || '.' || column_name as name from information_schema.columns
         where table_schema = 'public' and data_type in ('text', 'bytea', 'jsonb') order by 1`,
      )) as unknown as { rows: { name: string }[] }
    ).rows.map(({ name }) => name);
    const sealed = Object.values(SECRET_COLUMNS).map(({ table, column }) => `${table}.${column}`);
    const hashedOrPublic = [
      ...['external_links.token_hash', 'sessions.token_hash', 'sessions.secret_hash'],
      ...['sign_in_steps.token_hash', 'sign_in_tokens.token_hash', 'users.password_hash'],
      'passkeys.credential_id',
    ];
    expect(found.filter((name) => names.test(name.split('.')[1] ?? '')).sort()).toEqual(
      [...sealed, ...hashedOrPublic].sort(),
    );
  });
});
