/** Backups have no plain secret, and a server that has their keys reads the secrets again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { addEndpoint } from '../../integrations/webhooks/endpoints.ts';
import { restore } from '../../operations/backup/restore.ts';
import { userOf } from '../../testing/app/rows.ts';
import { withEmbeddedDatabase } from '../../testing/database/database.ts';
import { scratchFolder } from '../../testing/servers/local.ts';
import { backUp, emptyTarget, restoreOptions, TARGETS } from '../../testing/storage/backup.ts';
import { singleSignOn, totpFactors, webhookEndpoints } from '../database/schema.ts';
import { openStoredSecrets } from './open-stored-secrets.ts';
import { countStoredSecrets, sealStoredSecrets } from './seal-stored-secrets.ts';

const CLOCK = { now: Date.now };
const TOTP = 'JBSWY3DPEHPK3PXPCCCC';
const CLIENT_SECRET = 'the client secret of a customer';
const GOOD = { sealed: 0, plain: 0, unreadable: {} };

withEmbeddedDatabase('a backup', (open) => {
  test.each(TARGETS)('has sealed secrets and their key, and is restored to %s', async (kind) => {
    const { db } = await open({ demo: true });
    const dataFolder = scratchFolder();
    writeFileSync(join(dataFolder, 'secrets.json'), JSON.stringify({ session: 's'.repeat(40) }));
    const sources = { databaseUrl: '', dataFolder, secretsKeys: [], sessionSecret: '' };
    const secrets = await openStoredSecrets(db, sources, CLOCK);
    const { id: user_id } = await userOf(db, 'agent@demo.test');
    await db.insert(totpFactors).values({ user_id, secret: TOTP, last_period: 0 });
    await db.insert(singleSignOn).values({
      ...{ account_id: 100, name: 'Demo', domains: ['demo.test'], issuer: 'https://issuer.example' },
      ...{ client_id: 'offhook', client_secret: CLIENT_SECRET },
    });
    const { secret } = await addEndpoint(db, secrets, 100, { url: 'https://hook.example' });
    await sealStoredSecrets(db, secrets);
    const file = join(scratchFolder(), 'backup.tar.gz');
    await backUp(db, dataFolder, file, false);
    const content = gunzipSync(readFileSync(file)).toString('latin1');
    for (const one of [TOTP, CLIENT_SECRET, secret]) expect(content).not.toContain(one);

    const target = await emptyTarget(kind);
    await restore(restoreOptions(target, file));
    const restored = await target.open();
    const there = { ...target, secretsKeys: [], sessionSecret: '' };
    const opened = await openStoredSecrets(restored, there, CLOCK);
    const sealed = await sealStoredSecrets(restored, opened);
    // With PostgreSQL, `secrets.json` opens but doesn't seal.
    expect([sealed.sealed, sealed.unreadable]).toEqual([kind === 'embedded' ? 0 : 3, {}]);
    expect(await countStoredSecrets(restored, opened)).toEqual(GOOD);
    const [factor] = await restored.select().from(totpFactors);
    expect(opened.open('authenticatorApps', user_id, factor?.secret ?? '')).toBe(TOTP);
    const [hook] = await restored.select().from(webhookEndpoints);
    expect(opened.open('destinations', hook?.id ?? 0, hook?.secret ?? '')).toBe(secret);
    const wrong = await openStoredSecrets(
      restored,
      { ...there, dataFolder: scratchFolder(), sessionSecret: 'another secret, of 32 characters' },
      CLOCK,
    );
    expect((await countStoredSecrets(restored, wrong)).unreadable).toEqual(
      // The generated session secret, which then sealed them, is in PostgreSQL itself.
      kind === 'embedded' ? { authenticatorApps: 1, singleSignOn: 1, destinations: 1 } : {},
    );
  });

  test.each(TARGETS)('of an earlier version has no plain secret once %s runs with it', async (kind) => {
    const { db } = await open({ demo: true });
    const { id: user_id } = await userOf(db, 'agent@demo.test');
    await db.insert(totpFactors).values({ user_id, secret: TOTP, last_period: 0 });
    const file = join(scratchFolder(), 'backup.tar.gz');
    await db.execute(`delete from schema_steps where tag = '0049_sealed_secrets'`);
    await backUp(db, scratchFolder(), file, false);
    await db.execute(`insert into schema_steps (tag) values ('0049_sealed_secrets')`);
    const target = await emptyTarget(kind);
    await restore({ ...restoreOptions(target, file), moved: true });
    const restored = await target.open();
    const sources = { ...target, secretsKeys: [], sessionSecret: 'the secret of the new installation' };
    const secrets = await openStoredSecrets(restored, sources, CLOCK);
    expect(await sealStoredSecrets(restored, secrets)).toEqual({ ...GOOD, sealed: 1 });
    const [factor] = await restored.select().from(totpFactors);
    expect(factor?.secret).toMatch(/^v1\./);
  });
});
