/** `backup` and `restore`, in the process of the command: the product that runs is asked for one moment at most. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BrokenArchive, type Manifest } from '../../operations/backup/archive.ts';
import { makeBackup } from '../../operations/backup/backup.ts';
import { NotRestored, restore } from '../../operations/backup/restore.ts';
import { noteForAll } from '../../operations/backup/restored.ts';
import { copyEmbedded, openSnapshot } from '../../operations/backup/snapshot.ts';
import type { Database } from '../../platform/database/database.ts';
import { openFolder } from '../../platform/database/embedded/embedded.ts';
import { FolderInUse, lockFolder } from '../../platform/database/embedded/folder-lock.ts';
import { connectPostgres, hasOtherConnections } from '../../platform/database/postgres.ts';
import { AdminError, type Given, type Row } from '../command.ts';
import { type AdminAnswer, inWords } from '../run.ts';
import { askRunning } from './socket.ts';

interface Place {
  readonly who: string;
  readonly dataFolder: string;
  readonly databaseUrl: string;
}

/** What the running product is asked for, over its socket; no command of a person's. */
const COPY = '--copy-database';

export async function answerInstallation(
  place: Place,
  { name, given }: { readonly name: string; readonly given: Given },
): Promise<AdminAnswer> {
  try {
    const done = await (name === 'backup' ? backUp(place, given) : bringBack(place, given));
    return { code: 0, out: inWords(given, done), err: '' };
  } catch (error) {
    const isExpected =
      error instanceof AdminError ||
      error instanceof BrokenArchive ||
      error instanceof NotRestored ||
      error instanceof FolderInUse;
    if (!isExpected) throw error;
    return { code: 1, out: '', err: `${error.message}\n` };
  }
}

/** The product's part in a backup. `null`: the line is a command. */
export async function answerCopy(
  db: Database,
  dataFolder: string,
  line: readonly string[],
  who: string,
  now: number,
): Promise<AdminAnswer | null> {
  if (line.length !== 1 || line[0] !== COPY) return null;
  await copyEmbedded(db, dataFolder);
  await noteForAll(db, 'admin backup', 'the whole installation', now, who);
  return { code: 0, out: '', err: '' };
}

async function backUp(place: Place, given: Given): Promise<Row> {
  const file = resolve(given.args[0] ?? '');
  if (existsSync(file)) throw new AdminError(`${file} is there already. Name another file.`);
  const made = await (place.databaseUrl === ''
    ? ofFolder(place, given, file)
    : ofPostgres(place, given, file));
  return {
    file,
    taken_at: made.taken_at,
    rows: made.tables.reduce((sum, { rows }) => sum + rows, 0),
    recordings: made.recordings.included ? made.recordings.files : 'left out',
    ...(made.recordings.elsewhere > 0 ? { recordings_not_in_the_folder: made.recordings.elsewhere } : {}),
    keys: made.keys ? 'included' : 'left out',
  };
}

function wished(given: Given, dataFolder: string, file: string) {
  return {
    dataFolder,
    file,
    now: Date.now(),
    withRecordings: !given.flag('without-recordings'),
    withKeys: !given.flag('without-keys'),
  };
}

async function ofFolder({ dataFolder, who }: Place, given: Given, file: string): Promise<Manifest> {
  if (!existsSync(join(dataFolder, 'pg'))) throw new AdminError(`There is no data in ${dataFolder}.`);
  const wish = { ...wished(given, dataFolder, file), database: 'embedded' as const };
  const copy = await openSnapshot(dataFolder, async () => {
    const answer = await askRunning(dataFolder, [COPY], who);
    if (answer !== null && answer.code !== 0) throw new AdminError(answer.err.trim());
    return answer !== null;
  });
  if (copy !== null)
    try {
      return await makeBackup({ ...wish, db: copy.db, running: true });
    } finally {
      await copy.close();
    }
  const lock = await lockFolder(dataFolder);
  try {
    const { db, close } = await openFolder(join(dataFolder, 'pg'));
    try {
      const made = await makeBackup({ ...wish, db, running: false });
      await noteForAll(db, 'admin backup', 'the whole installation', Date.now(), who);
      return made;
    } finally {
      await close();
    }
  } finally {
    await lock.release();
  }
}

async function ofPostgres(
  { dataFolder, databaseUrl, who }: Place,
  given: Given,
  file: string,
): Promise<Manifest> {
  const { db, close } = await connectPostgres(databaseUrl);
  try {
    const running = await hasOtherConnections(db);
    const made = await makeBackup({ ...wished(given, dataFolder, file), database: 'postgres', db, running });
    await noteForAll(db, 'admin backup', 'the whole installation', Date.now(), who);
    return made;
  } finally {
    await close();
  }
}

async function bringBack({ dataFolder, databaseUrl, who }: Place, given: Given): Promise<Row> {
  const { manifest, settled } = await restore({
    file: resolve(given.args[0] ?? ''),
    dataFolder,
    databaseUrl,
    replaces: given.flag('replace'),
    moved: given.flag('moved'),
    now: Date.now,
    who,
  });
  return {
    taken_at: manifest.taken_at,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    recordings: manifest.recordings.included ? manifest.recordings.files : 'left out',
    keys: manifest.keys ? 'included' : 'left out',
    ...(settled ?? { waiting: 'goes on as it stood' }),
  };
}
