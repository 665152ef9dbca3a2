/** Uses the running server's socket, or else opens the database itself. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import type { DoctorDeps } from '../operations/doctor.ts';
import { FolderInUse } from '../platform/database/embedded/folder-lock.ts';
import { openDatabase } from '../platform/database/open.ts';
import { DatabaseUnavailable } from '../platform/database/postgres.ts';
import { systemClock } from '../platform/process/clock.ts';
import { EXPECTED_KEYS, parseKeys } from '../platform/secrets/encryption-keys.ts';
import { openStoredSecrets } from '../platform/secrets/open-stored-secrets.ts';
import type { StoredSecrets } from '../platform/secrets/stored-secrets.ts';
import { createSafeHttp } from '../platform/telephony/safe-http.ts';
import { doctorForEnvironment } from './create-doctor.ts';
import { runInstallationCommand } from './installation/run-installation.ts';
import { sendToRunningServer } from './installation/socket.ts';
import {
  type CommandResult,
  helpOrUsageError,
  parseInstallationCommand,
  runAdmin,
  runDoctorWithoutDatabase,
} from './run.ts';

/** Retries while a starting server holds the folder's lock but doesn't listen on its socket yet. */
const MAX_ATTEMPTS = 100;
const PAUSE_MS = 100;

export interface CommandLine {
  readonly args: readonly string[];
  readonly who: string;
  readonly dataFolder: string;
  readonly databaseUrl: string;
  /** Allows webhooks and CRMs on private addresses. */
  readonly allowsPrivate: boolean;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export async function runCommandLine(line: CommandLine): Promise<CommandResult> {
  const { args, who, databaseUrl } = line;
  const dataFolder = resolve(line.dataFolder);
  const answer = helpOrUsageError(args);
  if (answer !== null) return answer;
  const installation = parseInstallationCommand(args);
  if (installation !== null)
    return 'code' in installation
      ? installation
      : runInstallationCommand({ ...line, dataFolder }, installation);
  if (databaseUrl === '' && !existsSync(join(dataFolder, 'pg')))
    return {
      code: 1,
      out: '',
      err: `There is no data in ${dataFolder} yet. Start Offhook once: npm start\n`,
    };
  for (let attempt = 1; ; attempt += 1) {
    if (databaseUrl === '') {
      const answer = await sendToRunningServer(dataFolder, args, who);
      if (answer !== null) return answer;
    }
    try {
      return await runLocally({ ...line, dataFolder });
    } catch (error) {
      if (!(error instanceof FolderInUse) || attempt >= MAX_ATTEMPTS) throw error;
      await delay(PAUSE_MS);
    }
  }
}

async function runLocally(line: CommandLine): Promise<CommandResult> {
  const { args, who, dataFolder, databaseUrl, allowsPrivate: allowsPrivateRequest, environment = {} } = line;
  const log = pino({ level: 'silent' });
  const secretsKeys = parseKeys(environment['SECRETS_KEY'] ?? '');
  if (secretsKeys === null) return { code: 1, out: '', err: `SECRETS_KEY should be ${EXPECTED_KEYS}.\n` };
  const doctorWith = (database: DoctorDeps['database'], secrets: StoredSecrets | null) =>
    doctorForEnvironment(environment, dataFolder, { database, secrets, now: Date.now, log });
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
    const result = await runDoctorWithoutDatabase(args, doctorWith({ reason: errorReason(error) }, null));
    if (result === null) throw error;
    return result;
  }
  const { db, close } = opened;
  try {
    const http = createSafeHttp(allowsPrivateRequest);
    const recordingsFolder = join(dataFolder, 'recordings');
    const sessionSecret = environment['SESSION_SECRET'] ?? '';
    const sources = { databaseUrl, dataFolder, secretsKeys, sessionSecret };
    const secrets = await openStoredSecrets(db, sources, systemClock);
    const doctor = doctorWith(db, secrets);
    const publicUrl = (environment['PUBLIC_URL'] ?? '').replace(/\/+$/, '');
    const deps = { db, now: Date.now, recordingsFolder, http, secrets, publicUrl, doctor };
    return await runAdmin(deps, args, who);
  } finally {
    await close();
  }
}

function errorReason(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return error.reason;
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string'
    ? `${error.code} ${error.message}`.trim()
    : error.message;
}
