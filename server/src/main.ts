/** The server as a process: configuration, parts, listening, the ready line, a graceful end. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createPictures } from './accounts/pictures/pictures.ts';
import { FIRST_ACCOUNT_COMMANDS } from './accounts/settings/first-account.ts';
import { hasAccount } from './accounts/settings/rules.ts';
import { accountOfKey } from './accounts/sign-in/api-keys.ts';
import { createGoogleLogin, googleCallback } from './accounts/sign-in/google-login.ts';
import { createLogin } from './accounts/sign-in/login.ts';
import { createOpenId } from './accounts/sign-in/openid.ts';
import { createOwnPassword } from './accounts/sign-in/own-password.ts';
import { createSessions } from './accounts/sign-in/sessions.ts';
import { createConsole } from './administration/console.ts';
import { doctorForConfig } from './command-line/create-doctor.ts';
import { answerCopy } from './command-line/installation/answer-installation.ts';
import { listenForAdmin } from './command-line/installation/socket.ts';
import { runAdmin } from './command-line/run.ts';
import { demoLoginProblem, findDemoLogins } from './demo/demo-logins.ts';
import { seedDemoWorld } from './demo/demo-world.ts';
import { moveDemoToPresent } from './demo/present.ts';
import { startWebhookDeliveries } from './integrations/webhooks/webhook-deliveries.ts';
import { createDoNotCallFiles } from './leads/do-not-call-files.ts';
import { endedCallCounter, readGauges } from './operations/metric-values.ts';
import { createMetrics } from './operations/metrics.ts';
import { startRetention } from './operations/retention.ts';
import type { Database } from './platform/database/database.ts';
import { FolderInUse } from './platform/database/embedded/folder-lock.ts';
import { makePrivateFolder, PRIVATE_MASK } from './platform/database/embedded/private-folder.ts';
import { momentOf } from './platform/database/moment.ts';
import { openDatabase, type StoreConfig } from './platform/database/open.ts';
import { DatabaseRefused } from './platform/database/postgres.ts';
import { buildApp } from './platform/http/app.ts';
import { createHealth, DISK_FULL } from './platform/http/health/health.ts';
import { watchReadiness } from './platform/http/health/readiness.ts';
import { zonesOfArea } from './platform/phone-numbers/number-zones.ts';
import { systemClock } from './platform/process/clock.ts';
import { type Config, ConfigurationError, readConfig } from './platform/process/config.ts';
import { endWhenAsked, type Winding } from './platform/process/ending.ts';
import { createLog } from './platform/process/log.ts';
import { namedOrigins } from './platform/process/origin-config.ts';
import { sessionSecret } from './platform/process/secrets.ts';
import { type Starting, tellStart } from './platform/process/starting.ts';
import { createRealtimeAuth, createRealtimeNewsReader } from './platform/realtime/realtime-auth.ts';
import { createRealtimeProbe, createRealtimePublisher } from './platform/realtime/realtime-publisher.ts';
import { createOutwardHttp } from './platform/telephony/outward-http.ts';
import { createPretendNetwork } from './platform/telephony/pretend-network.ts';
import { createTelephony } from './platform/telephony/telephony.ts';
import { memberLeft } from './presence/presence.ts';
import { findUnreadableLocations } from './recordings/move-recordings.ts';
import { createRecordingFiles, type RecordingFiles } from './recordings/recording-files.ts';
import { createRecordingFolder, removePartials } from './recordings/recording-folder.ts';
import { createRecordingS3 } from './recordings/recording-s3.ts';
import { createRecordingAccess } from './recordings/recordings.ts';
import { everyRoute } from './routes.ts';
import { startWork } from './work.ts';

/** A session that has expired is over within a second, with what its pages do. */
const END_EXPIRED_MS = 500;
/** The embedded voice service has no limit worth keeping; a provider's account begins with one a second. */
const CALLS_PER_SECOND = { embedded: 100, provider: 1 };

/**
 * Where phones had their services from the same machine, they have to come back first: a promise that is kept before
 * finds nobody, and its lead waits for the next try.
 */
const PHONES_COME_BACK_MS = 8_000;

/** Machines start their services in any order; the supervisor waits for half a minute for this one. */
const DATABASE_PATIENCE_MS = 20_000;

/** What writers left that died so long ago is nobody's any more. */
const PARTIALS_AFTER_MS = 24 * 3_600_000;

/** Where recordings are kept. What cannot be read as this server is set up is told, and hinders nothing else. */
async function recordingFiles(
  { recordings, dataFolder }: Config,
  folder: string,
  db: Database,
  log: Logger,
): Promise<RecordingFiles> {
  const spool = join(dataFolder, 'spool');
  const files = createRecordingFiles({
    folder: createRecordingFolder(folder),
    s3: recordings.s3 === null ? null : createRecordingS3(recordings.s3, spool),
    keys: recordings.keys,
  });
  for (const reason of await findUnreadableLocations(db, files))
    log.error({ reason }, 'recordings cannot be played');
  for (const one of [folder, spool]) void removePartials(one, systemClock.now() - PARTIALS_AFTER_MS);
  return files;
}

/** The exit code of a server whose settings have to be changed before it can start. */
const NOT_TO_BE_HEALED = 2;

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

/** What becomes of the embedded database is logged; a broken one ends this process, so that the next one recovers it. */
function watchDatabase(
  { diskReserve }: Config,
  log: Logger,
  starting: Starting,
): NonNullable<StoreConfig['watch']> {
  const fields = (freeBytes: number) => ({
    freeMb: megabytes(freeBytes),
    reserveMb: megabytes(diskReserve),
  });
  let isFull = false;
  return {
    reserveBytes: diskReserve,
    onWaitingForSpace(freeBytes) {
      log.error(fields(freeBytes), 'disk full: the start waits until there is space');
      starting.waitFor(DISK_FULL);
    },
    onSpace(level, freeBytes) {
      if (level === 'full')
        log.error(fields(freeBytes), 'disk full: writes are refused until there is space');
      else if (isFull) log.warn(fields(freeBytes), 'the disk has space again: writes are accepted');
      else if (level === 'low') log.warn(fields(freeBytes), 'the disk is nearly full');
      isFull = level === 'full';
    },
    onBroken(reason) {
      log.fatal({ reason }, 'the embedded database is broken: the server ends, to recover at its next start');
      process.exit(1);
    },
  };
}

/** @throws ConfigurationError where others could come in with what the demo made known */
async function refuseDemoLogins(config: Config, db: Database, log: Logger): Promise<void> {
  const found = await findDemoLogins(db);
  // By the names that the operator knows.
  const reached = { HOST: config.gatewayHost || config.host, PUBLIC_URL: config.publicUrl };
  const refusal = demoLoginProblem(found, reached);
  if (refusal !== null) throw new ConfigurationError(refusal);
  const [users, keys] = [found.users.length, found.keys.length];
  if (users + keys > 0) log.warn({ users, keys }, 'the database has logins of the demo');
}

interface Started {
  readonly port: number;
  /** False in a new database: no user can log in yet. */
  readonly hasAccount: boolean;
  /** What ends it. */
  readonly winding: Winding;
}

async function start(config: Config, log: Logger, starting: Starting): Promise<Started> {
  const clock = systemClock;
  const recordingsFolder = join(config.dataFolder, 'recordings');
  makePrivateFolder(config.dataFolder);
  mkdirSync(recordingsFolder, { recursive: true, mode: 0o700 });
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    templateFile: config.templateFile,
    demo: config.demo
      ? { seed: seedDemoWorld(clock.now()), refresh: (db) => moveDemoToPresent(db, clock.now()) }
      : null,
    onLost: (error) => log.warn({ err: error }, 'a connection to the database broke'),
    patience: {
      ms: DATABASE_PATIENCE_MS,
      onWaiting(reason) {
        log.warn({ reason }, 'waiting for the database');
        starting.waitFor('database');
      },
    },
    watch: watchDatabase(config, log, starting),
  });
  const { db } = database;
  if (!config.demo)
    await refuseDemoLogins(config, db, log).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
  const files = await recordingFiles(config, recordingsFolder, db, log);
  const isEmbedded = config.telephony.embedded;
  const secret = await sessionSecret(db, config.sessionSecret);
  const effectsOrdered = () => void work.poll();
  const sessions = createSessions({ db, clock, secret, effectsOrdered });
  const openId =
    config.google === null
      ? null
      : createOpenId({ config: config.google, redirectUri: googleCallback(config.publicUrl), clock });
  const metrics = createMetrics();
  const realtime = createRealtimePublisher(config.realtime, clock, log, metrics.realtimeFailed);
  const work = startWork({
    db,
    clock,
    log,
    telephony: createTelephony(config.telephony, {
      detectsVoicemail: config.telephony.detectsVoicemail,
      onFailure: metrics.providerFailed,
    }),
    realtime,
    publicUrl: config.publicUrl,
    dataFolder: config.dataFolder,
    files,
    keepsAtProvider: !config.recordings.removesAtProvider,
    applicationSid: config.telephony.applicationSid,
    ordersNumbers: isEmbedded,
    ...(config.fileLimit === null ? {} : { fileLimit: config.fileLimit }),
    callsPerSecond:
      config.callsPerSecond ?? (isEmbedded ? CALLS_PER_SECOND.embedded : CALLS_PER_SECOND.provider),
    ...(config.realtime.embedded ? { settleMs: PHONES_COME_BACK_MS } : {}),
    onCallEnded: endedCallCounter({ db, log, metrics }),
    onPerformed: metrics.effectPerformed,
  });
  const http = createOutwardHttp(config.outwardPrivate);
  const outward = startWebhookDeliveries({ db, clock, log, http, publicUrl: config.publicUrl });
  const retention = startRetention({ db, clock, log, defaults: config.recordings.retention });
  const health = createHealth();
  health.add('disk', database.hasSpace, DISK_FULL);
  health.add('database', database.canWrite);
  health.add('telephony', work.isReady);

  const readiness = watchReadiness({
    db,
    canWrite: database.canWrite,
    hasSpace: database.hasSpace,
    telephony: work.isReady,
    realtime: createRealtimeProbe(config.realtime),
  });
  let isDraining = false;

  const app = await buildApp({
    accountOfKey: (authorization) => accountOfKey(db, authorization),
    sessions,
    publicUrl: config.publicUrl,
    pageOrigins: config.pageOrigins,
    ...(config.demo ? { demoOrigins: namedOrigins(config) } : {}),
    trustedProxies: config.trustedProxies,
    log,
    metrics,
    isDraining: () => isDraining,
    register: everyRoute({
      user: {
        sessions,
        login: createLogin({ db, clock, sessions }),
        google: createGoogleLogin({
          db,
          clock,
          sessions,
          log,
          secret,
          openId,
          pageOrigins: config.pageOrigins,
        }),
        ownPassword: createOwnPassword({ db, clock, effectsOrdered }),
        publicUrl: config.publicUrl,
      },
      desk: {
        db,
        clock,
        realtimeAuth: createRealtimeAuth(config.realtime),
        recordings: createRecordingAccess({ db, clock, files }),
        pictures: createPictures({ db, http }),
      },
      quality: { db, log, metrics },
      console: createConsole({
        db,
        clock,
        outwardHttp: http,
        realtime,
        effectsOrdered,
        retention: config.recordings.retention,
      }),
      work: work.parts,
      doNotCall: createDoNotCallFiles({ db, clock, settingsUpdated: realtime.settingsUpdated }),
      realtime: {
        read: createRealtimeNewsReader(config.realtime),
        memberLeft: (userId) => memberLeft({ db, clock }, userId),
      },
      health,
      readiness: readiness.read,
      metrics: {
        token: config.metricsToken,
        read: async () => metrics.text(await readGauges(db, momentOf(clock))),
      },
      pages: config,
      demo: config.demo ? createPretendNetwork(config.telephony) : null,
    }),
  });
  await app.listen({ host: config.host, port: config.port });
  // The plan of the world's numbers is read now, not between the first lead and its ring.
  setImmediate(() => zonesOfArea('+1'));
  const doctor = doctorForConfig(config, { database: db, now: clock.now, log });
  // With a PostgreSQL the command reaches the database itself.
  const admin =
    config.databaseUrl === ''
      ? await listenForAdmin(
          config.dataFolder,
          async (args, who) =>
            (await answerCopy(db, config.dataFolder, args, who, clock.now())) ??
            runAdmin({ db, now: clock.now, recordingsFolder, http, effectsOrdered, doctor }, args, who),
        )
      : null;
  const expiring = setInterval(() => {
    sessions.endExpired().catch((error: unknown) => log.warn({ err: error }, 'expired sessions not ended'));
  }, END_EXPIRED_MS).unref();

  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  return {
    port,
    hasAccount: await hasAccount(db),
    winding: {
      stopBeginning() {
        readiness.drain();
        work.stopBeginning();
      },
      notice() {
        isDraining = true;
        readiness.drain();
      },
      async closeRequests() {
        clearInterval(expiring);
        await Promise.all([app.close(), admin?.close()]);
      },
      cutRequests: () => app.server.closeAllConnections(),
      async stopWork(limitMs) {
        await Promise.all([work.stop(limitMs), outward.stop(limitMs), retention.stop()]);
      },
      close: () => database.close(),
    },
  };
}

process.umask(PRIVATE_MASK);
try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const ending = endWhenAsked(log);
  const starting = tellStart();
  const { port, hasAccount, winding } = await start(config, log, starting);
  ending.windWith(winding, { drainMs: config.drainMs, noticeMs: config.drainNoticeMs });
  if (!hasAccount)
    log.warn({ command: FIRST_ACCOUNT_COMMANDS[0], guide: 'docs/deploy.md' }, 'the database has no account');
  starting.ready({ port, hasAccount });
} catch (error) {
  const isRefused = error instanceof DatabaseRefused;
  const isFinal =
    error instanceof ConfigurationError || error instanceof FolderInUse || (isRefused && !error.mayPass);
  const text = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${isFinal || isRefused ? error.message : text}\n`);
  process.exit(isFinal ? NOT_TO_BE_HEALED : 1);
}
