/** A backup: one moment of the database, the recordings that it tells of, and the keys of the installation. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { recordings } from '../../platform/database/schema.ts';
import { type ArchiveWriter, type Manifest, writeArchive } from './archive.ts';
import { readRows, readSequences, readSteps, readTables } from './table-rows.ts';

export interface BackupWish {
  /** Whose moment is kept: a copy, or the database itself. */
  readonly db: Database;
  readonly database: Manifest['database'];
  readonly dataFolder: string;
  readonly file: string;
  /** The product runs, and goes on afterwards. */
  readonly running: boolean;
  readonly now: number;
  readonly withRecordings: boolean;
  readonly withKeys: boolean;
}

const RECORDINGS_AT_ONCE = 1_000;

export function makeBackup(wish: BackupWish): Promise<Manifest> {
  const { db, dataFolder, file } = wish;
  return writeArchive(file, (archive) =>
    db.transaction(
      async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`);
        await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
        const tables: Manifest['tables'] = [];
        for (const table of await readTables(tx)) {
          let rows = 0;
          let part = 0;
          // Kept by the database, this one is a key all the same.
          const where = table.name === 'settings' && !wish.withKeys ? `key <> 'session_secret'` : undefined;
          for await (const piece of readRows(tx, table, where)) {
            await archive.add(`rows/${table.name}/${String(part++).padStart(6, '0')}.ndjson`, piece.lines);
            rows += piece.rows;
          }
          tables.push({ name: table.name, columns: [...table.columns], rows });
        }
        const kept = await addRecordings(tx, archive, wish);
        const secrets = join(dataFolder, 'secrets.json');
        if (wish.withKeys && existsSync(secrets))
          await archive.add('secrets.json', await readFile(secrets, 'utf8'));
        return {
          taken_at: new Date(wish.now).toISOString(),
          running: wish.running,
          database: wish.database,
          steps: [...(await readSteps(tx))],
          tables,
          sequences: [...(await readSequences(tx))],
          recordings: kept,
          keys: wish.withKeys,
        };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  );
}

/** Files do not change once a row tells of them; one that was erased meanwhile is not there. */
async function addRecordings(
  tx: Database,
  archive: ArchiveWriter,
  { withRecordings, dataFolder }: BackupWish,
): Promise<Manifest['recordings']> {
  const told = { included: withRecordings, files: 0, bytes: 0, elsewhere: 0 };
  if (!withRecordings) return told;
  for (let after = 0; ; ) {
    const rows = await tx
      .select({ id: recordings.id, path: recordings.path })
      .from(recordings)
      .where(sql`${isNotNull(recordings.path)} and ${recordings.id} > ${after}`)
      .orderBy(recordings.id)
      .limit(RECORDINGS_AT_ONCE);
    for (const { path } of rows) {
      const file = join(dataFolder, 'recordings', path ?? '');
      const found = await stat(file).catch(() => null);
      if (!found?.isFile()) {
        told.elsewhere += 1;
        continue;
      }
      await archive.addFile(`recordings/${(path ?? '').replaceAll('\\', '/')}`, file, found.size);
      told.files += 1;
      told.bytes += found.size;
    }
    const last = rows.at(-1);
    if (!last || rows.length < RECORDINGS_AT_ONCE) return told;
    after = last.id;
  }
}
