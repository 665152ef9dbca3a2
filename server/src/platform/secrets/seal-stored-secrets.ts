// Seals secrets that an earlier version stored as they are, and those that an older key has sealed. Any number of
// servers can do it at once: a secret that has changed since it was read stays as it is until the next time.

import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Database, queryRows } from '../database/database.ts';
import { SECRET_COLUMNS, type SecretKind } from './core/secret-columns.ts';
import { isSealed } from './sealed-secret.ts';
import type { StoredSecrets } from './stored-secrets.ts';

const BATCH = 100;
/** Older servers may add secrets until they stop. */
const EVERY_MS = 600_000;

export interface SecretCounts {
  readonly sealed: number;
  /** Without those that can't be opened. */
  readonly plain: number;
  /** Kinds without any are missing. */
  readonly unreadable: Readonly<Partial<Record<SecretKind, number>>>;
}

const KINDS = Object.keys(SECRET_COLUMNS) as SecretKind[];

/** @returns what was done: `sealed` counts only the secrets that were sealed now */
export async function sealStoredSecrets(db: Database, secrets: StoredSecrets): Promise<SecretCounts> {
  return goThrough(db, secrets, async (kind, id, stored, secret) => {
    if (!secrets.isSealing()) return 'plain';
    const { table, id: idColumn, idType, column } = SECRET_COLUMNS[kind];
    const updated = await queryRows(
      db,
      sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${secrets.seal(kind, id, secret)}
        where ${sql.identifier(idColumn)} = ${id}::${sql.raw(idType)} and ${sql.identifier(column)} = ${stored}
        returning 1 as n`,
    );
    return updated.length > 0 ? 'sealed' : null;
  });
}

/** Changes nothing. `sealed` counts those that only an older key opens. */
export function countStoredSecrets(db: Database, secrets: StoredSecrets): Promise<SecretCounts> {
  return goThrough(db, secrets, async (_kind, _id, stored) => (isSealed(stored) ? 'sealed' : 'plain'));
}

/** All secrets that the newest key hasn't sealed, or that can't be read. */
async function goThrough(
  db: Database,
  secrets: StoredSecrets,
  each: (kind: SecretKind, id: string, stored: string, secret: string) => Promise<'sealed' | 'plain' | null>,
): Promise<SecretCounts> {
  const counts = { sealed: 0, plain: 0 };
  const unreadable: Partial<Record<SecretKind, number>> = {};
  for (const kind of KINDS)
    for await (const { id, stored } of readStored(db, kind)) {
      const secret = secrets.open(kind, id, stored);
      if (secret === null) unreadable[kind] = (unreadable[kind] ?? 0) + 1;
      else if (!stored.startsWith(secrets.prefix)) {
        const counted = await each(kind, id, stored, secret);
        if (counted !== null) counts[counted] += 1;
      }
    }
  return { ...counts, unreadable };
}

async function* readStored(
  db: Database,
  kind: SecretKind,
): AsyncGenerator<{ readonly id: string; readonly stored: string }> {
  const { table, id, idType, column } = SECRET_COLUMNS[kind];
  const [idColumn, type] = [sql.identifier(id), sql.raw(idType)];
  for (let after: string | null = null; ; ) {
    const rows: { id_text: string; stored: string }[] = await queryRows(
      db,
      sql`select ${idColumn}::text as id_text, ${sql.identifier(column)} as stored from ${sql.identifier(table)}
        where ${sql.identifier(column)} is not null and (${after}::${type} is null or ${idColumn} > ${after}::${type})
        order by ${idColumn} limit ${BATCH}`,
    );
    for (const row of rows) yield { id: row.id_text, stored: row.stored };
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id_text;
  }
}

export interface SecretSealing {
  /** Waits for the current run. */
  stop(): Promise<void>;
}

/** At once, and then every few minutes. Failures are logged: they never stop a server. */
export function startSecretSealing(
  db: Database,
  secrets: StoredSecrets,
  log: Logger,
  onCounted: (unreadable: SecretCounts['unreadable']) => void = () => undefined,
): SecretSealing {
  let reported = '{}';
  const run = async () => {
    try {
      const { sealed, unreadable } = await sealStoredSecrets(db, secrets);
      onCounted(unreadable);
      if (sealed > 0) log.info({ sealed }, 'stored secrets encrypted');
      if (JSON.stringify(unreadable) !== reported && Object.keys(unreadable).length > 0)
        log.error({ unreadable }, 'stored secrets are unreadable with these keys');
      reported = JSON.stringify(unreadable);
    } catch (error) {
      log.warn({ err: error }, 'failed to encrypt stored secrets');
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
