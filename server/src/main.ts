/** The server as a process: configuration, parts, listening, the ready line, a graceful end. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createMetrics } from './adapters/metrics.ts';
import { createOpenId } from './adapters/openid.ts';
import { createOutwardHttp } from './adapters/outward-http.ts';
import { createPretendNetwork } from './adapters/pretend-network.ts';
import { createRealtimeAuth, createRealtimeNewsReader } from './adapters/realtime-auth.ts';
import { createRealtimeProbe, createRealtimePublisher } from './adapters/realtime-publisher.ts';
import { createRecordingFolder, removePartials } from './adapters/recording-folder.ts';
import { createRecordingS3 } from './adapters/recording-s3.ts';
import { createTelephony } from './adapters/telephony.ts';
import { answerCopy } from './admin/answer-installation.ts';
import { doctorOf } from './admin/doctor-parts.ts';
import { runAdmin } from './admin/run.ts';
import { listenForAdmin } from './admin/socket.ts';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigurationError, readConfig } from './config.ts';
import { endWhenAsked, type Winding } from './ending.ts';
import { FIRST_ACCOUNT_COMMANDS } from './first-account.ts';
import { createLog } from './log.ts';
import { namedOrigins } from './origin-config.ts';
import { everyRoute } from './routes/every-route.ts';
import { createConsole } from './services/administration/console.ts';
import { hasAccount } from './services/administration/rules.ts';
import { startCallControl } from './services/call-control.ts';
import { findDemoLogins, refusalOfDemoLogins } from './services/demo-logins.ts';
import { seedDemoWorld } from './services/demo-world.ts';
import { createDesk } from './services/desk.ts';
import { createDoNotCallFiles } from './services/do-not-call-files.ts';
import { createGoogleLogin, googleCallback } from './services/google-login.ts';
import { createHealth, DISK_FULL } from './services/health.ts';
import { createLogin } from './services/login.ts';
import { countEnded, readLevels } from './services/measures.ts';
import { momentOf } from './services/moment.ts';
import { unreadablePlaces } from './services/move-recordings.ts';
import { zonesOfArea } from './services/number-zones.ts';
import { startOutward } from './services/outward.ts';
import { createOwnPassword } from './services/own-password.ts';
import { memberLeft } from './services/presence.ts';
import { watchReadiness } from './services/readiness.ts';
import { createRecordingFiles, type RecordingFiles } from './services/recording-files.ts';
import { startRetention } from './services/retention.ts';
import { sessionSecret } from './services/secrets.ts';
import { createSessions } from './services/sessions.ts';
import { type Starting, tellStart } from './starting.ts';
import type { Database } from './store/database.ts';
import { FolderInUse } from './store/folder-lock.ts';
import { openDatabase, type StoreConfig } from './store/open.ts';
import { DatabaseRefused } from './store/postgres.ts';
import { makePrivateFolder, PRIVATE_MASK } from './store/private-folder.ts';

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
  for (const reason of await unreadablePlaces(db, files))
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
  const refusal = refusalOfDemoLogins(found, reached);
  if (refusal !== null) throw new ConfigurationError(refusal);
  const [users, keys] = [found.people.length, found.keys.length];
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
    demo: config.demo,
    seed: seedDemoWorld(clock.now()),
    now: clock.now(),
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
  const effectsOrdered = () => void control.poll();
  const sessions = createSessions({ db, clock, secret, effectsOrdered });
  const openId =
    config.google === null
      ? null
      : createOpenId({ config: config.google, redirectUri: googleCallback(config.publicUrl), clock });
  const metrics = createMetrics();
  const realtime = createRealtimePublisher(config.realtime, clock, log, metrics.realtimeFailed);
  const control = startCallControl({
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
    onCallEnded: countEnded({ db, log, metrics }),
    onPerformed: metrics.performed,
  });
  const http = createOutwardHttp(config.outwardPrivate);
  const outward = startOutward({ db, clock, log, http, publicUrl: config.publicUrl });
  const retention = startRetention({ db, clock, log, defaults: config.recordings.retention });
  const desk = createDesk({
    db,
    clock,
    realtimeAuth: createRealtimeAuth(config.realtime),
    recordingsFolder,
    files,
    http,
  });
  const health = createHealth();
  health.add('disk', database.hasSpace, DISK_FULL);
  health.add('database', database.canWrite);
  health.add('telephony', control.isReady);

  const readiness = watchReadiness({
    db,
    canWrite: database.canWrite,
    hasSpace: database.hasSpace,
    telephony: control.isReady,
    realtime: createRealtimeProbe(config.realtime),
  });
  let isDraining = false;

  const app = await buildApp({
    db,
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
      desk,
      quality: { db, log, metrics },
      console: createConsole({
        db,
        clock,
        outwardHttp: http,
        realtime,
        effectsOrdered,
        retention: config.recordings.retention,
      }),
      control,
      doNotCall: createDoNotCallFiles({ db, clock, settingsUpdated: realtime.settingsUpdated }),
      realtime: {
        read: createRealtimeNewsReader(config.realtime),
        memberLeft: (userId) => memberLeft({ db, clock }, userId),
      },
      health,
      readiness: readiness.read,
      metrics: {
        token: config.metricsToken,
        read: async () => metrics.text(await readLevels(db, momentOf(clock))),
      },
      pages: config,
      demo: config.demo ? createPretendNetwork(config.telephony) : null,
    }),
  });
  await app.listen({ host: config.host, port: config.port });
  // The plan of the world's numbers is read now, not between the first lead and its ring.
  setImmediate(() => zonesOfArea('+1'));
  const doctor = doctorOf(config, { database: db, now: clock.now, log });
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
        control.stopBeginning();
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
        await Promise.all([control.stop(limitMs), outward.stop(limitMs), retention.stop()]);
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
