/** Backup and restore run in the command's own process. A running server only provides a snapshot. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { auditAllAccounts } from '../../operations/backup/after-restore.ts';
import { BrokenArchive, type Manifest } from '../../operations/backup/archive.ts';
import { createBackup } from '../../operations/backup/backup.ts';
import { RestoreError, restore } from '../../operations/backup/restore.ts';
import { copyEmbeddedDatabase, openSnapshot } from '../../operations/backup/snapshot.ts';
import type { Database } from '../../platform/database/database.ts';
import { openFolder } from '../../platform/database/embedded/embedded.ts';
import { FolderInUse, lockFolder } from '../../platform/database/embedded/folder-lock.ts';
import { connectPostgres, hasOtherConnections } from '../../platform/database/postgres.ts';
import { AdminError, type Arguments, type Row } from '../command.ts';
import { type CommandResult, formatOutput } from '../run.ts';
import { sendToRunningServer } from './socket.ts';

interface Installation {
  readonly who: string;
  readonly dataFolder: string;
  readonly databaseUrl: string;
}

const COPY_REQUEST = '--copy-database';

export async function runInstallationCommand(
  installation: Installation,
  { name, parsedArgs }: { readonly name: string; readonly parsedArgs: Arguments },
): Promise<CommandResult> {
  try {
    const done = await (name === 'backup'
      ? runBackup(installation, parsedArgs)
      : runRestore(installation, parsedArgs));
    return { code: 0, out: formatOutput(parsedArgs, done), err: '' };
  } catch (error) {
    const isExpected =
      error instanceof AdminError ||
      error instanceof BrokenArchive ||
      error instanceof RestoreError ||
      error instanceof FolderInUse;
    if (!isExpected) throw error;
    return { code: 1, out: '', err: `${error.message}\n` };
  }
}

/** Does the server's part of a backup. Null if the line is a normal command. */
export async function serveCopyRequest(
  db: Database,
  dataFolder: string,
  line: readonly string[],
  who: string,
  now: number,
): Promise<CommandResult | null> {
  if (line.length !== 1 || line[0] !== COPY_REQUEST) return null;
  await copyEmbeddedDatabase(db, dataFolder);
  await auditAllAccounts(db, 'admin backup', 'the whole installation', now, who);
  return { code: 0, out: '', err: '' };
}

async function runBackup(installation: Installation, parsedArgs: Arguments): Promise<Row> {
  const file = resolve(parsedArgs.args[0] ?? '');
  if (existsSync(file)) throw new AdminError(`${file} already exists. Choose another file.`);
  const created = await (installation.databaseUrl === ''
    ? backUpFolder(installation, parsedArgs, file)
    : backUpPostgres(installation, parsedArgs, file));
  return {
    file,
    taken_at: created.taken_at,
    rows: created.tables.reduce((sum, { rows }) => sum + rows, 0),
    recordings: created.recordings.included ? created.recordings.files : 'left out',
    ...(created.recordings.elsewhere > 0
      ? { recordings_not_in_the_folder: created.recordings.elsewhere }
      : {}),
    keys: created.keys ? 'included' : 'left out',
  };
}

function backupOptions(parsedArgs: Arguments, dataFolder: string, file: string) {
  return {
    dataFolder,
    file,
    now: Date.now(),
    withRecordings: !parsedArgs.flag('without-recordings'),
    withKeys: !parsedArgs.flag('without-keys'),
  };
}

async function backUpFolder(
  { dataFolder, who }: Installation,
  parsedArgs: Arguments,
  file: string,
): Promise<Manifest> {
  if (!existsSync(join(dataFolder, 'pg'))) throw new AdminError(`There is no data in ${dataFolder}.`);
  const options = { ...backupOptions(parsedArgs, dataFolder, file), database: 'embedded' as const };
  const copy = await openSnapshot(dataFolder, async () => {
    const response = await sendToRunningServer(dataFolder, [COPY_REQUEST], who);
    if (response !== null && response.code !== 0) throw new AdminError(response.err.trim());
    return response !== null;
  });
  if (copy !== null)
    try {
      return await createBackup({ ...options, db: copy.db, running: true });
    } finally {
      await copy.close();
    }
  const lock = await lockFolder(dataFolder);
  try {
    const { db, close } = await openFolder(join(dataFolder, 'pg'));
    try {
      const created = await createBackup({ ...options, db, running: false });
      await auditAllAccounts(db, 'admin backup', 'the whole installation', Date.now(), who);
      return created;
    } finally {
      await close();
    }
  } finally {
    await lock.release();
  }
}

async function backUpPostgres(
  { dataFolder, databaseUrl, who }: Installation,
  parsedArgs: Arguments,
  file: string,
): Promise<Manifest> {
  const { db, close } = await connectPostgres(databaseUrl);
  try {
    const running = await hasOtherConnections(db);
    const created = await createBackup({
      ...backupOptions(parsedArgs, dataFolder, file),
      database: 'postgres',
      db,
      running,
    });
    await auditAllAccounts(db, 'admin backup', 'the whole installation', Date.now(), who);
    return created;
  } finally {
    await close();
  }
}

async function runRestore(
  { dataFolder, databaseUrl, who }: Installation,
  parsedArgs: Arguments,
): Promise<Row> {
  const { manifest, reconciled } = await restore({
    file: resolve(parsedArgs.args[0] ?? ''),
    dataFolder,
    databaseUrl,
    replaceExisting: parsedArgs.flag('replace'),
    moved: parsedArgs.flag('moved'),
    now: Date.now,
    who,
  });
  return {
    taken_at: manifest.taken_at,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    recordings: manifest.recordings.included ? manifest.recordings.files : 'left out',
    keys: manifest.keys ? 'included' : 'left out',
    ...(reconciled ?? { waiting: 'continues' }),
  };
}
