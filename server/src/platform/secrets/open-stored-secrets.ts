import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../database/database.ts';
import { settings } from '../database/schema.ts';
import type { Clock } from '../process/clock.ts';
import { findSessionSecret, sessionSecret } from '../process/secrets.ts';
import type { EncryptionKey } from './encryption-keys.ts';
import { toSecretsKey } from './sealed-secret.ts';
import { createStoredSecrets, type Keyring, type StoredSecrets } from './stored-secrets.ts';

/** Written by the migration `0049_sealed_secrets` into a database that older servers may use. */
export const SEALS_FROM = 'secrets_sealed_from';

export interface KeySources {
  readonly databaseUrl: string;
  readonly dataFolder: string;
  /** SECRETS_KEY, newest first. */
  readonly secretsKeys: readonly EncryptionKey[];
  /** SESSION_SECRET, or empty. */
  readonly sessionSecret: string;
}

export async function openStoredSecrets(
  db: Database,
  sources: KeySources,
  clock: Clock,
): Promise<StoredSecrets> {
  const keyring = await readKeyring(db, sources);
  // No other server has the embedded database open.
  const sealsFrom = sources.databaseUrl === '' ? 0 : await readSealsFrom(db);
  return createStoredSecrets(keyring, { clock, sealsFrom });
}

/**
 * The first one that is configured seals. The others open what was sealed before the configuration changed, or before
 * the data moved from or to the embedded database.
 */
export async function readKeyring(db: Database, sources: KeySources): Promise<Keyring> {
  const ofFolder = readFolderSecret(sources.dataFolder);
  const outside: (string | Uint8Array)[] = sources.secretsKeys.map(({ bytes }) => bytes);
  if (sources.sessionSecret !== '') outside.push(sources.sessionSecret);
  // Servers that share a database don't share a folder.
  if (sources.databaseUrl === '' && ofFolder !== null) outside.push(ofFolder);
  const isKeyInDatabase = outside.length === 0;
  const ofDatabase = isKeyInDatabase ? await sessionSecret(db, '') : await findSessionSecret(db);
  const [newest = '', ...older] = [...outside, ofDatabase, ofFolder].filter((one) => one !== null);
  return { keys: [toSecretsKey(newest), ...older.map(toSecretsKey)], isKeyInDatabase };
}

const FolderSecrets = z.object({ session: z.string().check(z.minLength(32)) });

/** Of `npm start`, which creates it. null without a readable file. */
function readFolderSecret(dataFolder: string): string | null {
  try {
    const text = readFileSync(join(dataFolder, 'secrets.json'), 'utf8');
    return z.safeParse(FolderSecrets, JSON.parse(text)).data?.session ?? null;
  } catch {
    return null;
  }
}

async function readSealsFrom(db: Database): Promise<number> {
  const [row] = await db.select().from(settings).where(eq(settings.key, SEALS_FROM));
  const at = row ? Date.parse(row.value) : 0;
  return Number.isNaN(at) ? 0 : at;
}
