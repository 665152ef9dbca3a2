/** The command's way to the data: over the running product's socket, else by opening the database itself. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createOutwardHttp } from '../adapters/outward-http.ts';
import { FolderInUse } from '../store/folder-lock.ts';
import { openDatabase } from '../store/open.ts';
import { type AdminAnswer, answerWithoutData, runAdmin } from './run.ts';
import { askRunning } from './socket.ts';

/** A product that is just starting holds the folder before it answers. */
const PATIENCE = 100;
const PAUSE_MS = 100;

export interface CommandLine {
  readonly args: readonly string[];
  readonly who: string;
  readonly dataFolder: string;
  /** Empty: the embedded database. */
  readonly databaseUrl: string;
  /** Whether this machine and its networks may be asked. */
  readonly asksPrivate: boolean;
}

export async function answerCommandLine(line: CommandLine): Promise<AdminAnswer> {
  const { args, who, databaseUrl, asksPrivate } = line;
  const dataFolder = resolve(line.dataFolder);
  const known = answerWithoutData(args);
  if (known !== null) return known;
  if (databaseUrl === '' && !existsSync(join(dataFolder, 'pg')))
    return {
      code: 1,
      out: '',
      err: `There is no data in ${dataFolder} yet. Start the product once: npm start\n`,
    };
  for (let tries = 1; ; tries += 1) {
    if (databaseUrl === '') {
      const answer = await askRunning(dataFolder, args, who);
      if (answer !== null) return answer;
    }
    try {
      return await alone(dataFolder, databaseUrl, asksPrivate, args, who);
    } catch (error) {
      if (!(error instanceof FolderInUse) || tries >= PATIENCE) throw error;
      await delay(PAUSE_MS);
    }
  }
}

async function alone(
  dataFolder: string,
  databaseUrl: string,
  asksPrivate: boolean,
  args: readonly string[],
  who: string,
): Promise<AdminAnswer> {
  const { db, close } = await openDatabase({
    databaseUrl,
    dataFolder,
    templateFile: null,
    demo: false,
    seed: async () => undefined,
    now: Date.now(),
    onLost: () => undefined,
  });
  try {
    const http = createOutwardHttp(asksPrivate);
    const recordingsFolder = join(dataFolder, 'recordings');
    return await runAdmin({ db, now: Date.now, recordingsFolder, http }, args, who);
  } finally {
    await close();
  }
}
