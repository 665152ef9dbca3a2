/**
 * A backup becomes an installation again: into an empty one, or in the place of what is there. The archive is read
 * through before anything is touched; rows, what is settled of them and the note of it are one transaction; files come
 * into place by renames.
 */
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Database, transaction } from '../../platform/database/database.ts';
import { createDatabaseFolder } from '../../platform/database/embedded/embedded.ts';
import { lockFolder } from '../../platform/database/embedded/folder-lock.ts';
import { runPendingSteps } from '../../platform/database/migrate.ts';
import { BASELINE, isKnownStep, isReleased } from '../../platform/database/migrations.ts';
import { connectPostgres, hasOtherConnections } from '../../platform/database/postgres.ts';
import { BrokenArchive, eachEntry, type Manifest, readText, verifyArchive } from './archive.ts';
import { IDS_LEFT_OUT, noteRestored, type Settled, settleRestored } from './restored.ts';
import {
  countRows,
  dropAll,
  readSteps,
  readTables,
  valuesAsText,
  writeRows,
  writeSequences,
} from './table-rows.ts';

export interface RestoreWish {
  readonly file: string;
  readonly dataFolder: string;
  /** Empty: the embedded database. */
  readonly databaseUrl: string;
  /** What is there goes. */
  readonly replaces: boolean;
  /** Nobody went on after the backup: all that was waiting goes on. */
  readonly moved: boolean;
  readonly now: () => number;
  readonly who: string;
}

export interface Restored {
  readonly manifest: Manifest;
  /** null: all goes on as it stood. */
  readonly settled: Settled | null;
}

/** Why it is not done, in a sentence; nothing was changed. */
export class NotRestored extends Error {}

/** @throws BrokenArchive, NotRestored, FolderInUse: nothing was changed */
export async function restore(wish: RestoreWish): Promise<Restored> {
  const manifest = await verifyArchive(wish.file);
  if (manifest.steps.length === 0 || !manifest.steps.every(isKnownStep))
    throw new NotRestored('The backup was made by a newer version of Offhook. Restore it with that one.');
  if (!isReleased(new Set(manifest.steps)))
    throw new NotRestored('The backup is older than version 0.1 of Offhook.');
  if (wish.moved && manifest.running)
    throw new NotRestored(
      'The backup was taken while the product ran, which went on after it: --moved cannot be right. Stop the product, and take another one.',
    );
  mkdirSync(wish.dataFolder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(wish.dataFolder);
  const draft = join(wish.dataFolder, 'restoring');
  try {
    refuseFull(wish, manifest);
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    const settled = await (wish.databaseUrl === ''
      ? intoFolder(wish, manifest, draft)
      : intoPostgres(wish, manifest, draft));
    return { manifest, settled };
  } finally {
    rmSync(draft, { recursive: true, force: true });
    await lock.release();
  }
}

function refuseFull({ dataFolder, databaseUrl, replaces }: RestoreWish, { recordings }: Manifest): void {
  if (replaces) return;
  const folder = join(dataFolder, 'recordings');
  const hasFiles = recordings.included && existsSync(folder) && readdirSync(folder).length > 0;
  const hasRows = databaseUrl === '' && existsSync(join(dataFolder, 'pg'));
  if (hasFiles || hasRows)
    throw new NotRestored(
      `There is data in ${dataFolder}. Restore into an empty folder, or say --replace: what is there goes.`,
    );
}

async function intoFolder(wish: RestoreWish, manifest: Manifest, draft: string): Promise<Settled | null> {
  let settled: Settled | null = null;
  await createDatabaseFolder(join(draft, 'pg'), async (db) => {
    settled = await transaction(db, (tx) => fill(tx, wish, manifest, draft));
  });
  install(wish.dataFolder, draft, manifest, ['pg']).keep();
  return settled;
}

async function intoPostgres(wish: RestoreWish, manifest: Manifest, draft: string): Promise<Settled | null> {
  const { db, close } = await connectPostgres(wish.databaseUrl);
  let installed: ReturnType<typeof install> | null = null;
  try {
    if (await hasOtherConnections(db))
      throw new NotRestored(
        'Somebody is connected to the database. Stop every server that uses it, then restore.',
      );
    const settled = await transaction(db, async (tx) => {
      if (!wish.replaces && (await isFilled(tx)))
        throw new NotRestored(
          'There are rows in the database. Restore into an empty one, or say --replace: what is there goes.',
        );
      await dropAll(tx);
      const done = await fill(tx, wish, manifest, draft);
      installed = install(wish.dataFolder, draft, manifest, []);
      return done;
    });
    return settled;
  } catch (error) {
    (installed as ReturnType<typeof install> | null)?.undo();
    installed = null;
    throw error;
  } finally {
    (installed as ReturnType<typeof install> | null)?.keep();
    await close();
  }
}

async function isFilled(tx: Database): Promise<boolean> {
  if ((await readSteps(tx)).length === 0) return false;
  const tables = await readTables(tx);
  const accounts = tables.find(({ name }) => name === 'accounts');
  return accounts !== undefined && (await countRows(tx, accounts)) > 0;
}

/** Rows into the database, files into the draft. */
async function fill(
  tx: Database,
  wish: RestoreWish,
  manifest: Manifest,
  draft: string,
): Promise<Settled | null> {
  // Rows of version 0.1 go into the baseline: what they do not have is what its upgrade gives them, too.
  const level = new Set([...manifest.steps, BASELINE.tag]);
  await runPendingSteps(tx, (tag) => level.has(tag));
  const known = new Map(manifest.tables.map((table) => [table.name, table]));
  await valuesAsText(tx);
  await eachEntry(wish.file, async ({ name, content }) => {
    const [room, tableName = ''] = name.split('/');
    if (room === 'rows') {
      const table = known.get(tableName);
      if (!table)
        throw new BrokenArchive(`it holds rows of a table ‘${tableName}’ that it does not tell of.`);
      await writeRows(tx, table, await readText(content));
    } else if (room === 'recordings' || name === 'secrets.json') {
      const path = join(draft, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
    }
  });
  for (const table of manifest.tables) {
    const rows = await countRows(tx, table);
    if (rows !== table.rows)
      throw new BrokenArchive(`of ${table.name} it has ${rows} rows, where its manifest says ${table.rows}.`);
  }
  await writeSequences(tx, manifest.sequences, wish.moved ? 0 : IDS_LEFT_OUT);
  await runPendingSteps(tx);
  const takenAt = new Date(manifest.taken_at);
  if (wish.moved) {
    await noteRestored(tx, takenAt, null, wish.now(), wish.who);
    return null;
  }
  return settleRestored(tx, takenAt, wish.now(), wish.who);
}

/** By renames, the database last. What was there before stands aside until `keep`. */
function install(dataFolder: string, draft: string, manifest: Manifest, last: readonly string[]) {
  const aside = join(dataFolder, 'replaced');
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  mkdirSync(join(draft, 'recordings'), { recursive: true, mode: 0o700 });
  const moved: string[] = [];
  const names = [
    ...(manifest.recordings.included ? ['recordings'] : []),
    ...(existsSync(join(draft, 'secrets.json')) ? ['secrets.json'] : []),
    ...last,
  ];
  const undo = () => {
    for (const name of moved) {
      const place = join(dataFolder, name);
      rmSync(place, { recursive: true, force: true });
      if (existsSync(join(aside, name))) renameSync(join(aside, name), place);
    }
    rmSync(aside, { recursive: true, force: true });
  };
  try {
    for (const name of names) {
      const place = join(dataFolder, name);
      moved.push(name);
      if (existsSync(place)) renameSync(place, join(aside, name));
      renameSync(join(draft, name), place);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return { keep: () => rmSync(aside, { recursive: true, force: true }), undo };
}
