import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { greetingFiles, recordings } from '../../platform/database/schema.ts';
import { type ArchiveWriter, type Manifest, writeArchive } from './archive.ts';
import { readMigrationSteps, readRows, readSequences, readTables } from './table-rows.ts';

export interface BackupOptions {
  readonly db: Database;
  readonly database: Manifest['database'];
  readonly dataFolder: string;
  readonly file: string;
  readonly running: boolean;
  readonly now: number;
  readonly withRecordings: boolean;
  readonly withKeys: boolean;
}

const RECORDINGS_PER_QUERY = 1_000;

export function createBackup(options: BackupOptions): Promise<Manifest> {
  const { db, dataFolder, file } = options;
  return writeArchive(file, (archive) =>
    db.transaction(
      async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`);
        await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
        const tables: Manifest['tables'] = [];
        for (const table of await readTables(tx)) {
          let rows = 0;
          let part = 0;
          // The session secret is a key.
          const where =
            table.name === 'settings' && !options.withKeys ? `key <> 'session_secret'` : undefined;
          for await (const chunk of readRows(tx, table, where)) {
            await archive.add(`rows/${table.name}/${String(part++).padStart(6, '0')}.ndjson`, chunk.lines);
            rows += chunk.rows;
          }
          tables.push({ name: table.name, columns: [...table.columns], rows });
        }
        const recordingSummary = await addRecordings(tx, archive, options);
        const secrets = join(dataFolder, 'secrets.json');
        if (options.withKeys && existsSync(secrets))
          await archive.add('secrets.json', await readFile(secrets, 'utf8'));
        return {
          taken_at: new Date(options.now).toISOString(),
          running: options.running,
          database: options.database,
          steps: [...(await readMigrationSteps(tx))],
          tables,
          sequences: [...(await readSequences(tx))],
          recordings: recordingSummary,
          keys: options.withKeys,
        };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  );
}

/** Files don't change once a row has their path. A missing file may have been erased during the backup. */
async function addRecordings(
  tx: Database,
  archive: ArchiveWriter,
  { withRecordings, dataFolder }: BackupOptions,
): Promise<Manifest['recordings']> {
  const summary = { included: withRecordings, files: 0, bytes: 0, elsewhere: 0 };
  if (!withRecordings) return summary;
  const add = async (path: string) => {
    const file = join(dataFolder, 'recordings', path);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) {
      summary.elsewhere += 1;
      return;
    }
    await archive.addFile(`recordings/${path.replaceAll('\\', '/')}`, file, found.size);
    summary.files += 1;
    summary.bytes += found.size;
  };
  for (const { path } of await tx.select({ path: greetingFiles.path }).from(greetingFiles)) await add(path);
  for (let after = 0; ; ) {
    const rows = await tx
      .select({ id: recordings.id, path: recordings.path })
      .from(recordings)
      .where(sql`${isNotNull(recordings.path)} and ${recordings.id} > ${after}`)
      .orderBy(recordings.id)
      .limit(RECORDINGS_PER_QUERY);
    for (const { path } of rows) await add(path ?? '');
    const last = rows.at(-1);
    if (!last || rows.length < RECORDINGS_PER_QUERY) return summary;
    after = last.id;
  }
}
