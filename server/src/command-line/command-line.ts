/** The command's way to the data: over the running product's socket, else by opening the database itself. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import type { DoctorParts } from '../operations/doctor.ts';
import { FolderInUse } from '../platform/database/embedded/folder-lock.ts';
import { openDatabase } from '../platform/database/open.ts';
import { DatabaseUnavailable } from '../platform/database/postgres.ts';
import { createSafeHttp } from '../platform/telephony/safe-http.ts';
import { doctorOfEnvironment } from './doctor-parts.ts';
import { answerInstallation } from './installation/answer-installation.ts';
import { askRunning } from './installation/socket.ts';
import { type AdminAnswer, answerWithoutData, askDoctor, readInstallation, runAdmin } from './run.ts';

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
  /** The settings of the server, for the doctor. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export async function answerCommandLine(line: CommandLine): Promise<AdminAnswer> {
  const { args, who, databaseUrl } = line;
  const dataFolder = resolve(line.dataFolder);
  const known = answerWithoutData(args);
  if (known !== null) return known;
  const installation = readInstallation(args);
  if (installation !== null)
    return 'code' in installation ? installation : answerInstallation({ ...line, dataFolder }, installation);
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
      return await alone({ ...line, dataFolder });
    } catch (error) {
      if (!(error instanceof FolderInUse) || tries >= PATIENCE) throw error;
      await delay(PAUSE_MS);
    }
  }
}

async function alone(line: CommandLine): Promise<AdminAnswer> {
  const { args, who, dataFolder, databaseUrl, asksPrivate, environment = {} } = line;
  const log = pino({ level: 'silent' });
  const doctorWith = (database: DoctorParts['database']) =>
    doctorOfEnvironment(environment, dataFolder, { database, now: Date.now, log });
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  try {
    opened = await openDatabase({
      databaseUrl,
      dataFolder,
      templateFile: null,
      demo: null,
      onLost: () => undefined,
    });
  } catch (error) {
    if (error instanceof FolderInUse) throw error;
    // Whom nobody else could be asked for is the one who says why.
    const told = await askDoctor(args, doctorWith({ reason: reasonOf(error) }));
    if (told === null) throw error;
    return told;
  }
  const { db, close } = opened;
  try {
    const http = createSafeHttp(asksPrivate);
    const recordingsFolder = join(dataFolder, 'recordings');
    const parts = { db, now: Date.now, recordingsFolder, http, doctor: doctorWith(db) };
    return await runAdmin(parts, args, who);
  } finally {
    await close();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return error.reason;
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string'
    ? `${error.code} ${error.message}`.trim()
    : error.message;
}
