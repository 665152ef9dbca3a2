// Restores into an empty installation, or replaces one. The archive is verified before any change. Rows, their
// reconciliation and the audit log entry are one transaction. Files are moved into place by renames.
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { eq } from 'drizzle-orm';
import { type Database, transaction } from '../../platform/database/database.ts';
import { createDatabaseFolder } from '../../platform/database/embedded/embedded.ts';
import { lockFolder } from '../../platform/database/embedded/folder-lock.ts';
import { runPendingSteps } from '../../platform/database/migrate.ts';
import { BASELINE, isKnownStep, isReleased } from '../../platform/database/migrations.ts';
import { connectPostgres, hasOtherConnections } from '../../platform/database/postgres.ts';
import { settings } from '../../platform/database/schema.ts';
import { SEALS_FROM } from '../../platform/secrets/open-stored-secrets.ts';
import { auditRestore, type Reconciled, reconcileRestored, SKIPPED_IDS } from './after-restore.ts';
import { BrokenArchive, forEachEntry, type Manifest, readText, verifyArchive } from './archive.ts';
import {
  countRows,
  dropProductTables,
  readMigrationSteps,
  readTables,
  useTextFormats,
  writeRows,
  writeSequences,
} from './table-rows.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly dataFolder: string;
  readonly databaseUrl: string;
  readonly replaceExisting: boolean;
  /** Nothing ran since the backup, so pending work continues. */
  readonly moved: boolean;
  readonly now: () => number;
  readonly who: string;
}

export interface RestoreResult {
  readonly manifest: Manifest;
  /** Null after a move: pending work continues. */
  readonly reconciled: Reconciled | null;
}

/** The restore was rejected, without any change. */
export class RestoreError extends Error {}

/** @throws BrokenArchive, RestoreError, FolderInUse: nothing was changed */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const manifest = await verifyArchive(options.file);
  if (manifest.steps.length === 0 || !manifest.steps.every(isKnownStep))
    throw new RestoreError(
      'The backup was created by a newer version of Offhook. Restore it with that version.',
    );
  if (!isReleased(new Set(manifest.steps)))
    throw new RestoreError('The backup was created by a version of Offhook before 0.1.');
  if (options.moved && manifest.running)
    throw new RestoreError(
      'The backup was created while Offhook was running, so it cannot be restored with --moved. Stop Offhook and create another backup.',
    );
  mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(options.dataFolder);
  const draft = join(options.dataFolder, 'restoring');
  try {
    requireEmptyTarget(options, manifest);
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    const reconciled = await (options.databaseUrl === ''
      ? restoreToFolder(options, manifest, draft)
      : restoreToPostgres(options, manifest, draft));
    return { manifest, reconciled };
  } finally {
    rmSync(draft, { recursive: true, force: true });
    await lock.release();
  }
}

function requireEmptyTarget(
  { dataFolder, databaseUrl, replaceExisting }: RestoreOptions,
  { recordings }: Manifest,
): void {
  if (replaceExisting) return;
  const folder = join(dataFolder, 'recordings');
  const hasFiles = recordings.included && existsSync(folder) && readdirSync(folder).length > 0;
  const hasRows = databaseUrl === '' && existsSync(join(dataFolder, 'pg'));
  if (hasFiles || hasRows)
    throw new RestoreError(
      `There is data in ${dataFolder}. Restore into an empty folder, or use --replace to delete the existing data.`,
    );
}

async function restoreToFolder(
  options: RestoreOptions,
  manifest: Manifest,
  draft: string,
): Promise<Reconciled | null> {
  let reconciled: Reconciled | null = null;
  await createDatabaseFolder(join(draft, 'pg'), async (db) => {
    reconciled = await transaction(db, (tx) => loadArchive(tx, options, manifest, draft));
  });
  installFiles(options.dataFolder, draft, manifest, ['pg']).keep();
  return reconciled;
}

async function restoreToPostgres(
  options: RestoreOptions,
  manifest: Manifest,
  draft: string,
): Promise<Reconciled | null> {
  const { db, close } = await connectPostgres(options.databaseUrl);
  let installed: ReturnType<typeof installFiles> | null = null;
  try {
    if (await hasOtherConnections(db))
      throw new RestoreError('The database is in use. Stop every server that uses it, then restore.');
    const reconciled = await transaction(db, async (tx) => {
      if (!options.replaceExisting && (await hasAccounts(tx)))
        throw new RestoreError(
          'The database has data. Restore into an empty database, or use --replace to delete the existing data.',
        );
      await dropProductTables(tx);
      const done = await loadArchive(tx, options, manifest, draft);
      installed = installFiles(options.dataFolder, draft, manifest, []);
      return done;
    });
    return reconciled;
  } catch (error) {
    (installed as ReturnType<typeof installFiles> | null)?.undo();
    installed = null;
    throw error;
  } finally {
    (installed as ReturnType<typeof installFiles> | null)?.keep();
    await close();
  }
}

async function hasAccounts(tx: Database): Promise<boolean> {
  if ((await readMigrationSteps(tx)).length === 0) return false;
  const tables = await readTables(tx);
  const accounts = tables.find(({ name }) => name === 'accounts');
  return accounts !== undefined && (await countRows(tx, accounts)) > 0;
}

async function loadArchive(
  tx: Database,
  options: RestoreOptions,
  manifest: Manifest,
  draft: string,
): Promise<Reconciled | null> {
  // Rows are loaded at the schema of the backup (at least the 0.1 baseline), then migrated as in an upgrade.
  const level = new Set([...manifest.steps, BASELINE.tag]);
  await runPendingSteps(tx, (tag) => level.has(tag));
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  await useTextFormats(tx);
  await forEachEntry(options.file, async ({ name, content }) => {
    const [folder, tableName = ''] = name.split('/');
    if (folder === 'rows') {
      const table = tables.get(tableName);
      if (!table)
        throw new BrokenArchive(`it has rows of the table ‘${tableName}’, which its manifest does not list.`);
      await writeRows(tx, table, await readText(content));
    } else if (folder === 'recordings' || name === 'secrets.json') {
      const path = join(draft, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
    }
  });
  for (const table of manifest.tables) {
    const rows = await countRows(tx, table);
    if (rows !== table.rows)
      throw new BrokenArchive(`it has ${rows} rows of ${table.name}, but its manifest says ${table.rows}.`);
  }
  await writeSequences(tx, manifest.sequences, options.moved ? 0 : SKIPPED_IDS);
  await runPendingSteps(tx);
  // No older server uses this database.
  await tx.delete(settings).where(eq(settings.key, SEALS_FROM));
  const takenAt = new Date(manifest.taken_at);
  if (options.moved) {
    await auditRestore(tx, takenAt, null, options.now(), options.who);
    return null;
  }
  return reconcileRestored(tx, takenAt, options.now(), options.who);
}

/** Moves the database last. Keeps the replaced files for `undo` until `keep` is called. */
function installFiles(dataFolder: string, draft: string, manifest: Manifest, last: readonly string[]) {
  const replacedFolder = join(dataFolder, 'replaced');
  rmSync(replacedFolder, { recursive: true, force: true });
  mkdirSync(replacedFolder, { mode: 0o700 });
  mkdirSync(join(draft, 'recordings'), { recursive: true, mode: 0o700 });
  const moved: string[] = [];
  const names = [
    ...(manifest.recordings.included ? ['recordings'] : []),
    ...(existsSync(join(draft, 'secrets.json')) ? ['secrets.json'] : []),
    ...last,
  ];
  const undo = () => {
    for (const name of moved) {
      const target = join(dataFolder, name);
      rmSync(target, { recursive: true, force: true });
      if (existsSync(join(replacedFolder, name))) renameSync(join(replacedFolder, name), target);
    }
    rmSync(replacedFolder, { recursive: true, force: true });
  };
  try {
    for (const name of names) {
      const target = join(dataFolder, name);
      moved.push(name);
      if (existsSync(target)) renameSync(target, join(replacedFolder, name));
      renameSync(join(draft, name), target);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return { keep: () => rmSync(replacedFolder, { recursive: true, force: true }), undo };
}
