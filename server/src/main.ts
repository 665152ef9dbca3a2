import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { relyingParty } from './accounts/core/second-factor.ts';
import { createPictures } from './accounts/pictures/pictures.ts';
import { createOwnFactors } from './accounts/second-factor/own-factors.ts';
import { createSecondStep } from './accounts/second-factor/second-step.ts';
import { FIRST_ACCOUNT_COMMANDS } from './accounts/settings/first-account.ts';
import { hasAccount } from './accounts/settings/rules.ts';
import { findAccountByKey } from './accounts/sign-in/api-keys.ts';
import { createLogin } from './accounts/sign-in/login.ts';
import { createOwnPassword } from './accounts/sign-in/own-password.ts';
import { createGoogleLogin, googleRedirectUri } from './accounts/sign-in/providers/google-login.ts';
import { createOpenId } from './accounts/sign-in/providers/openid.ts';
import { createSessions } from './accounts/sign-in/sessions.ts';
import { createSignInLinks } from './accounts/sign-in-links/sign-in-links.ts';
import { createIssuers } from './accounts/single-sign-on/issuers.ts';
import { createOrganizationLogin } from './accounts/single-sign-on/organization-login.ts';
import { createConsole } from './administration/console.ts';
import { doctorForConfig } from './command-line/create-doctor.ts';
import { serveCopyRequest } from './command-line/installation/run-installation.ts';
import { listenForAdmin } from './command-line/installation/socket.ts';
import { runAdmin } from './command-line/run.ts';
import { demoLoginProblem, findDemoLogins } from './demo/demo-logins.ts';
import { createDemoSeeder } from './demo/demo-world.ts';
import { moveDemoToPresent } from './demo/present.ts';
import { startWebhookDeliveries } from './integrations/webhooks/webhook-deliveries.ts';
import { createDoNotCallFiles } from './leads/do-not-call/do-not-call-files.ts';
import { createEndedCallCounter } from './operations/metric-values.ts';
import { createMetrics } from './operations/metrics.ts';
import { createMetricsReader } from './operations/read-metrics.ts';
import { startRetention } from './operations/retention.ts';
import type { Database } from './platform/database/database.ts';
import { FolderInUse } from './platform/database/embedded/folder-lock.ts';
import { ensurePrivateFolder, PRIVATE_MASK } from './platform/database/embedded/private-folder.ts';
import { type DatabaseConfig, openDatabase } from './platform/database/open.ts';
import { DatabaseUnavailable } from './platform/database/postgres.ts';
import { buildApp } from './platform/http/app.ts';
import { createHealth, DISK_FULL } from './platform/http/health/health.ts';
import { watchReadiness } from './platform/http/health/readiness.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { timeZonesOfNumber } from './platform/phone-numbers/number-time-zones.ts';
import { systemClock } from './platform/process/clock.ts';
import { type Config, ConfigurationError, readConfig } from './platform/process/config.ts';
import { createLog } from './platform/process/log.ts';
import { configuredOrigins } from './platform/process/origin-config.ts';
import { sessionSecret } from './platform/process/secrets.ts';
import { type ShutdownSteps, shutDownOnRequest } from './platform/process/shutdown.ts';
import { reportStartup, type StartupReporter } from './platform/process/startup-report.ts';
import { createRealtimeAuth, createRealtimeWebhookReader } from './platform/realtime/realtime-auth.ts';
import { createRealtimeProbe, createRealtimePublisher } from './platform/realtime/realtime-publisher.ts';
import { openStoredSecrets } from './platform/secrets/open-stored-secrets.ts';
import { startSecretSealing } from './platform/secrets/seal-stored-secrets.ts';
import { createSafeHttp } from './platform/telephony/safe-http.ts';
import { createSimulatedCarrier } from './platform/telephony/simulated-carrier.ts';
import { createTelephony } from './platform/telephony/twilio-telephony.ts';
import { shortenLease } from './presence/presence.ts';
import { createExternalRecordings } from './recordings/external-links/external-recordings.ts';
import { findUnreadableLocations } from './recordings/move-recordings.ts';
import { createRecordingFiles, type RecordingFiles } from './recordings/recording-files.ts';
import { createRecordingFolder, removePartials } from './recordings/recording-folder.ts';
import { createRecordingS3 } from './recordings/recording-s3.ts';
import { createRecordingAccess } from './recordings/recordings.ts';
import { allRoutes } from './routes.ts';
import { startWork } from './work.ts';

/** Expired sessions must be ended within a second. */
const END_EXPIRED_MS = 500;
/** The embedded voice service has no practical limit; a provider's account starts with 1 per second. */
const CALLS_PER_SECOND = { embedded: 100, provider: 1 };

/** Scheduled calls wait this long for phones to reconnect to the embedded services, so that no attempt is wasted. */
const PHONE_RECONNECT_MS = 8_000;

/** Services may start in any order. Below the process supervisor's limit of 30 s. */
const DATABASE_WAIT_MS = 20_000;

const STALE_PARTIAL_MS = 24 * 3_600_000;

/** Logs recordings that this configuration can't read, instead of refusing to start. */
async function openRecordingFiles(
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
    log.error({ reason }, "recordings can't be read with this configuration");
  for (const one of [folder, spool]) void removePartials(one, systemClock.now() - STALE_PARTIAL_MS);
  return files;
}

/** The configuration must be changed before a restart can help. */
const EXIT_CONFIGURATION_ERROR = 2;

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

function watchDatabase(
  { diskReserve }: Config,
  log: Logger,
  startup: StartupReporter,
): NonNullable<DatabaseConfig['watch']> {
  const fields = (freeBytes: number) => ({
    freeMb: megabytes(freeBytes),
    reserveMb: megabytes(diskReserve),
  });
  let isFull = false;
  return {
    reserveBytes: diskReserve,
    onWaitingForSpace(freeBytes) {
      log.error(fields(freeBytes), 'disk full: waiting for space before starting');
      startup.reportWaiting(DISK_FULL);
    },
    onSpace(level, freeBytes) {
      if (level === 'full') log.error(fields(freeBytes), 'disk full: rejecting writes until there is space');
      else if (isFull) log.warn(fields(freeBytes), 'disk space is available again: accepting writes');
      else if (level === 'low') log.warn(fields(freeBytes), 'disk is nearly full');
      isFull = level === 'full';
    },
    onBroken(reason) {
      log.fatal({ reason }, 'embedded database failed: exiting so that it recovers on restart');
      process.exit(1);
    },
  };
}

/** Demo credentials are public. @throws ConfigurationError if other machines could use them */
async function rejectDemoLogins(config: Config, db: Database, log: Logger): Promise<void> {
  const found = await findDemoLogins(db);
  const reachableAt = { HOST: config.gatewayHost || config.host, PUBLIC_URL: config.publicUrl };
  const problem = demoLoginProblem(found, reachableAt);
  if (problem !== null) throw new ConfigurationError(problem);
  const [users, keys] = [found.users.length, found.keys.length];
  if (users + keys > 0) log.warn({ users, keys }, 'database contains demo credentials');
}

interface Started {
  readonly port: number;
  readonly hasAccount: boolean;
  readonly shutdownSteps: ShutdownSteps;
}

async function start(config: Config, log: Logger, startup: StartupReporter): Promise<Started> {
  const clock = systemClock;
  const metrics = createMetrics();
  const recordingsFolder = join(config.dataFolder, 'recordings');
  ensurePrivateFolder(config.dataFolder);
  mkdirSync(recordingsFolder, { recursive: true, mode: 0o700 });
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    templateFile: config.templateFile,
    demo: config.demo
      ? { seed: createDemoSeeder(clock.now()), refresh: (db) => moveDemoToPresent(db, clock.now()) }
      : null,
    onLost: (error) => log.warn({ err: error }, 'database connection lost'),
    connectWait: {
      ms: DATABASE_WAIT_MS,
      onWaiting(reason) {
        log.warn({ reason }, 'waiting for the database');
        startup.reportWaiting('database');
      },
    },
    onWritten: metrics.databaseWritten,
    watch: watchDatabase(config, log, startup),
  });
  const { db } = database;
  if (!config.demo)
    await rejectDemoLogins(config, db, log).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
  const files = await openRecordingFiles(config, recordingsFolder, db, log);
  const isEmbedded = config.telephony.embedded;
  const secret = await sessionSecret(db, config.sessionSecret);
  const secrets = await openStoredSecrets(db, config, clock);
  if (secrets.isKeyInDatabase && config.databaseUrl !== '')
    log.warn(
      { setting: 'SECRETS_KEY' },
      'the key of stored secrets is in the same database: set one outside it',
    );
  const onEffectsScheduled = () => void work.poll();
  const sessions = createSessions({ db, clock, secret, onEffectsScheduled });
  const openId =
    config.google === null
      ? null
      : createOpenId({ config: config.google, redirectUri: googleRedirectUri(config.publicUrl), clock });
  const mailer = config.mail === null ? null : createMailer(config.mail);
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
    buysNumbers: isEmbedded,
    ...(config.maxLeadFileBytes === null ? {} : { maxLeadFileBytes: config.maxLeadFileBytes }),
    callsPerSecond:
      config.callsPerSecond ?? (isEmbedded ? CALLS_PER_SECOND.embedded : CALLS_PER_SECOND.provider),
    ...(config.realtime.embedded ? { scheduledCallsDelayMs: PHONE_RECONNECT_MS } : {}),
    onCallEnded: createEndedCallCounter({ db, log, metrics }),
    onPerformed: metrics.effectPerformed,
    mailer,
  });
  const http = createSafeHttp(config.allowsPrivateWebhooks);
  const issuers = createIssuers({ http, publicUrl: config.publicUrl, clock, secrets });
  const webhookDispatcher = startWebhookDeliveries({
    ...{ db, clock, log, http, secrets },
    publicUrl: config.publicUrl,
    onAttempted: metrics.deliveryAttempted,
  });
  const sealing = startSecretSealing(db, secrets, log, metrics.secretsCounted);
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
  const party = relyingParty(config.publicUrl);

  const app = await buildApp({
    findAccountByKey: (authorization) => findAccountByKey(db, authorization),
    sessions,
    publicUrl: config.publicUrl,
    pageOrigins: config.pageOrigins,
    ...(config.demo ? { demoOrigins: configuredOrigins(config) } : {}),
    trustedProxies: config.trustedProxies,
    log,
    metrics,
    isDraining: () => isDraining,
    register: allRoutes({
      user: {
        db,
        clock,
        sessions,
        realtime,
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
        organization: createOrganizationLogin({
          db,
          clock,
          sessions,
          log,
          secret,
          issuers,
          pageOrigins: config.pageOrigins,
        }),
        ownPassword: createOwnPassword({ db, clock, onEffectsScheduled }),
        links: createSignInLinks({ db, clock, sessions, sendsMail: mailer !== null, onEffectsScheduled }),
        secondStep: createSecondStep({ db, clock, sessions, secrets, party }),
        ownFactors: createOwnFactors({ db, clock, sessions, secrets, party, onEffectsScheduled }),
        publicUrl: config.publicUrl,
        pageOrigins: config.pageOrigins,
        onEffectsScheduled,
      },
      agentConsole: {
        db,
        clock,
        realtimeAuth: createRealtimeAuth(config.realtime),
        recordings: createRecordingAccess({ db, clock, files }),
        externalRecordings: createExternalRecordings({ db, clock, files, realtime }),
        greetings: work.deps.greetings,
        publicUrl: config.publicUrl,
        pictures: createPictures({ db, http }),
      },
      quality: { db, log, metrics },
      console: createConsole({
        imports: work.deps.consoleImports,
        greetings: work.deps.greetings,
        intake: work.deps.intake,
        db,
        clock,
        safeHttp: http,
        issuers,
        secrets,
        realtime,
        onEffectsScheduled,
        retention: config.recordings.retention,
        publicUrl: config.publicUrl,
        sendsMail: mailer !== null,
      }),
      work: work.deps,
      doNotCall: createDoNotCallFiles({ db, clock, settingsUpdated: realtime.settingsUpdated }),
      realtime: {
        read: createRealtimeWebhookReader(config.realtime),
        onMemberLeft: (userId) => shortenLease({ db, clock }, userId),
      },
      health,
      readiness: readiness.read,
      metrics: {
        token: config.metricsToken,
        read: createMetricsReader({
          db,
          clock,
          metrics,
          readiness: readiness.read,
          dataFolder: config.dataFolder,
        }),
      },
      pages: config,
      demo: config.demo ? createSimulatedCarrier(config.telephony) : null,
    }),
  });
  await app.listen({ host: config.host, port: config.port });
  // Loads the numbering plan now, so that the first lead doesn't wait for it.
  setImmediate(() => timeZonesOfNumber('+1'));
  const doctor = doctorForConfig(config, { database: db, secrets, now: clock.now, log });
  // With PostgreSQL, the command line connects to the database itself.
  const admin =
    config.databaseUrl === ''
      ? await listenForAdmin(
          config.dataFolder,
          async (args, who) =>
            (await serveCopyRequest(db, config.dataFolder, args, who, clock.now())) ??
            runAdmin(
              {
                db,
                now: clock.now,
                recordingsFolder,
                http,
                secrets,
                publicUrl: config.publicUrl,
                onEffectsScheduled,
                doctor,
              },
              args,
              who,
            ),
        )
      : null;
  const expiryTimer = setInterval(() => {
    sessions
      .endExpired()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to end expired sessions'));
  }, END_EXPIRED_MS).unref();

  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  return {
    port,
    hasAccount: await hasAccount(db),
    shutdownSteps: {
      stopNewCalls() {
        readiness.drain();
        work.stopNewCalls();
      },
      startNotice() {
        isDraining = true;
        readiness.drain();
      },
      async closeRequests() {
        clearInterval(expiryTimer);
        await Promise.all([app.close(), admin?.close()]);
      },
      cutRequests: () => app.server.closeAllConnections(),
      async stopWork(limitMs) {
        await Promise.all([
          ...[work.stop(limitMs), webhookDispatcher.stop(limitMs)],
          ...[retention.stop(), sealing.stop()],
        ]);
        mailer?.stop();
      },
      close: () => database.close(),
    },
  };
}

process.umask(PRIVATE_MASK);
try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const shutdown = shutDownOnRequest(log);
  const startup = reportStartup();
  const { port, hasAccount, shutdownSteps } = await start(config, log, startup);
  shutdown.setSteps(shutdownSteps, { drainMs: config.drainMs, noticeMs: config.drainNoticeMs });
  if (!hasAccount)
    log.warn({ command: FIRST_ACCOUNT_COMMANDS[0], guide: 'docs/deploy.md' }, 'the database has no account');
  startup.ready({ port, hasAccount });
} catch (error) {
  const isUnavailable = error instanceof DatabaseUnavailable;
  const isFinal =
    error instanceof ConfigurationError ||
    error instanceof FolderInUse ||
    (isUnavailable && !error.isTemporary);
  const text = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${isFinal || isUnavailable ? error.message : text}\n`);
  process.exit(isFinal ? EXIT_CONFIGURATION_ERROR : 1);
}
