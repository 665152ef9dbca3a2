import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import type { TransitionDeps } from './calls/call-transitions.ts';
import type { CallRouteDeps } from './calls/calls-route.ts';
import type { TelephonyWebhookDeps } from './calls/legs/telephony-webhooks.ts';
import { claimRound, reconcile } from './calls/reconcile.ts';
import { startConsoleImports } from './intake/imports/console-imports.ts';
import type { ConsoleImportRouteDeps } from './intake/imports/console-imports-route.ts';
import { startLeadImports } from './intake/imports/lead-imports.ts';
import type { LeadImportRouteDeps } from './intake/imports/lead-imports-route.ts';
import { createIntake } from './intake/intake.ts';
import type { LeadRouteDeps } from './intake/leads-route.ts';
import { createLeadQueues, type FindLeadQueue } from './intake/pacing/lead-queues.ts';
import { createPacing, type Pacing } from './intake/pacing/pacing.ts';
import { performEffect } from './perform-effect.ts';
import { limitTransactions } from './platform/database/database.ts';
import type { DatabaseAndClock } from './platform/database/query-time.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { elapsed } from './platform/process/clock.ts';
import { createInFlight } from './platform/process/in-flight.ts';
import type { RealtimePublisher } from './platform/realtime/realtime-publisher.ts';
import { createCallRateLimiter } from './platform/telephony/call-rate-limiter.ts';
import { createProviderSetup, type SetupDeps } from './platform/telephony/provider-setup.ts';
import type { Telephony } from './platform/telephony/telephony.ts';
import { webhookUrls } from './platform/telephony/webhook-urls.ts';
import { startEffectsWorker, type WorkerDeps } from './platform/work-queue/effects-worker.ts';
import { createGreetings, type Greetings } from './recordings/greetings/greetings.ts';
import { createRecordingFiles, type RecordingFiles } from './recordings/recording-files.ts';
import { createRecordingFolder } from './recordings/recording-folder.ts';
import { createRecordingsIntake } from './recordings/recordings-intake.ts';
import { buildBuckets } from './reports/figures/build-buckets.ts';
import { createReports } from './reports/figures/report.ts';
import { queueDueReportMails } from './reports/mails/due-report-mails.ts';

export interface WorkOptions extends DatabaseAndClock, Omit<SetupDeps, 'urls'> {
  readonly realtime: RealtimePublisher;
  readonly publicUrl: string;
  readonly dataFolder: string;
  readonly files?: RecordingFiles;
  /** Keeps recordings at the provider after they're stored here. */
  readonly keepsAtProvider?: boolean;
  readonly callsPerSecond: number;
  /** Default: 30 s. */
  readonly reconcileEveryMs?: number;
  /** Default: 1 s. Infinity turns polling off, except for `poll` calls. */
  readonly pollEveryMs?: number;
  /** How often figures of past hours are stored for reports. Default: 1 min. */
  readonly storeFiguresEveryMs?: number;
  /** Maximum size of a lead import, in bytes. Default: 128 MB. */
  readonly maxLeadFileBytes?: number;
  /** Delay between startup and the first scheduled calls. Default: 0. */
  readonly scheduledCallsDelayMs?: number;
  readonly processId?: string;
  readonly onCallEnded?: (callId: number) => void;
  readonly onPerformed?: WorkerDeps['onPerformed'];
  /** Default: null, no mail is sent. */
  readonly mailer?: Mailer | null;
}

export interface RouteDeps
  extends CallRouteDeps,
    TelephonyWebhookDeps,
    LeadRouteDeps,
    LeadImportRouteDeps,
    ConsoleImportRouteDeps {
  readonly telephony: Telephony;
  readonly greetings: Greetings;
  readonly findLeadQueue: FindLeadQueue;
}

export interface Work {
  readonly deps: RouteDeps;
  isReady(): boolean;
  /** Compares all open calls with the provider. */
  reconcile(): Promise<void>;
  /** Also runs every 30 s: compares calls without a recent report, if no other server has just done so. */
  reconcileDue(): Promise<void>;
  /** Also runs every second. Resolves with the number of items. */
  poll(): Promise<number>;
  inFlight(): readonly string[];
  settled(): Promise<void>;
  /** New leads get a scheduled call, and agents an error. Current calls continue, and inbound calls are answered. */
  stopNewCalls(): void;
  /** Waits 1 s by default for current work, and releases the rest to other processes. */
  stop(limitMs?: number): Promise<void>;
}

/** Short enough to make up for lost callbacks within a minute. */
const RECONCILE_MS = 30_000;
/** Below 1, so that a server that runs alone never skips its own round. */
const ROUND_SHARE = 5 / 6;
const POLL_MS = 1_000;
const STORE_FIGURES_MS = 60_000;
const SETUP_RETRY_MS = 250;
const STOP_LIMIT_MS = 1_000;
/** Limits only transactions, because one that waits for a lock blocks others. Provider requests aren't limited. */
const EFFECT_TRANSACTIONS = 4;
const FILE_LIMIT = 128 * 1024 * 1024;

export function startWork(options: WorkOptions): Work {
  const { db, clock, log, telephony, realtime, publicUrl, mailer = null } = options;
  const { reconcileEveryMs = RECONCILE_MS, pollEveryMs = POLL_MS, scheduledCallsDelayMs = 0 } = options;
  const urls = webhookUrls(publicUrl);
  const callRateLimiter = createCallRateLimiter(options.callsPerSecond, () => elapsed(clock));
  const {
    files = createRecordingFiles({
      folder: createRecordingFolder(join(options.dataFolder, 'recordings')),
      s3: null,
      keys: [],
    }),
  } = options;
  const recordings = createRecordingsIntake({
    db,
    clock,
    telephony,
    realtime,
    files,
    keepsAtProvider: options.keepsAtProvider ?? false,
  });
  const greetings = createGreetings({ db, clock, files });
  const readReport = createReports({ db, clock });
  const process = options.processId ?? randomUUID();
  const worker = startEffectsWorker({
    db,
    clock,
    log,
    process,
    pollEveryMs,
    ...(options.onPerformed ? { onPerformed: options.onPerformed } : {}),
    perform: (row) =>
      performEffect(
        {
          ...effectDeps,
          telephony,
          urls,
          callRateLimiter,
          recordings,
          files,
          greetings,
          publicUrl,
          mailer,
          readReport,
        },
        row,
      ),
  });
  const { onCallEnded } = options;
  let acceptsNewCalls = true;
  const deps: TransitionDeps = {
    db,
    clock,
    log,
    realtime,
    worker,
    acceptsNewCalls: () => acceptsNewCalls,
    onAgentsFree(userIds) {
      if (pacing !== null) void inFlight.track('calls for free agents', pacing.agentsFree(userIds));
    },
    ...(onCallEnded ? { onCallEnded } : {}),
  };
  // Effects must not delay ring acknowledgements: a late acknowledgement counts as lost, and the lead goes to the next
  // phone, which makes the queue even longer.
  const effectDeps: TransitionDeps = { ...deps, db: limitTransactions(db, EFFECT_TRANSACTIONS) };
  const setup = createProviderSetup({ ...options, urls });
  let pacing: Pacing | null = null;

  let stopped = false;
  let isSetUp = false;
  let timer: NodeJS.Timeout | null = null;
  const inFlight = createInFlight();

  const startedAt = clock.now();
  let isFirstRound = true;
  async function reconcileWithProvider(which: 'all' | 'due'): Promise<void> {
    try {
      isSetUp = (await setup.ensure()) || isSetUp;
      const isFirst = isFirstRound && which === 'due';
      if (isFirst) isFirstRound = false;
      // Callbacks since the last server stopped are lost, so its legs with recent reports are compared too.
      const now = clock.now();
      const roundMs = reconcileEveryMs * ROUND_SHARE;
      const after = isFirst ? startedAt : now - roundMs;
      if (which === 'due' && !(await claimRound(db, now, after, now + roundMs))) return;
      await reconcile({ ...deps, telephony, recordings }, which === 'all' || isFirst ? 'all' : 'silent');
    } catch (error) {
      log.warn({ err: error }, 'reconciliation with the provider failed');
    }
  }

  function scheduleReconciliation(): void {
    void inFlight.track('reconciliation with the provider', reconcileWithProvider('due')).finally(() => {
      if (!stopped) timer = setTimeout(scheduleReconciliation, isSetUp ? reconcileEveryMs : SETUP_RETRY_MS);
    });
  }
  scheduleReconciliation();

  const { maxLeadFileBytes = FILE_LIMIT } = options;
  const imports = startLeadImports(deps, process, maxLeadFileBytes);
  const { storeFiguresEveryMs = STORE_FIGURES_MS } = options;
  let figuresTimer: NodeJS.Timeout | null = null;
  function scheduleFigures(delayMs: number): void {
    figuresTimer = setTimeout(() => {
      const startedAt = performance.now();
      const work = buildBuckets(db, { isStopped: () => stopped }).catch((error: unknown) => {
        log.warn({ err: error }, 'failed to store figures for reports');
        return { isFull: false };
      });
      void inFlight.track('figures for reports', work).then(({ isFull }) => {
        // After an upgrade there are months to be stored: it rests as long as it worked.
        const restMs = isFull ? performance.now() - startedAt : storeFiguresEveryMs;
        if (!stopped) scheduleFigures(Math.min(restMs, storeFiguresEveryMs));
      });
    }, delayMs);
  }
  scheduleFigures(storeFiguresEveryMs);

  const consoleImports = startConsoleImports(deps, process, maxLeadFileBytes);
  let dueTimer: NodeJS.Timeout | null = null;
  let polling: Promise<number> = Promise.resolve(0);
  /** One poll at a time. @returns how many items were started */
  function pollDueWork(): Promise<number> {
    polling = inFlight.track(
      'poll for due calls',
      polling.then(async () => {
        try {
          const started = (await pacing?.poll()) ?? 0;
          const imported = (await imports.startDue()) + (await consoleImports.startDue());
          return started + imported + (await queueDueReportMails(db, clock.now()));
        } catch (error) {
          log.warn({ err: error }, 'failed to start due calls');
          return 0;
        }
      }),
    );
    return polling;
  }
  function scheduleNextPoll(): void {
    void pollDueWork().finally(() => {
      if (!stopped && pollEveryMs !== Infinity) dueTimer = setTimeout(scheduleNextPoll, pollEveryMs);
    });
  }
  function startDueWork(): void {
    pacing = createPacing({ ...deps, mayRing: callRateLimiter.hasRoom });
    scheduleNextPoll();
  }
  if (scheduledCallsDelayMs === 0) startDueWork();
  else dueTimer = setTimeout(startDueWork, scheduledCallsDelayMs);

  const allInFlight = () => [
    ...inFlight.names(),
    ...imports.inFlight(),
    ...consoleImports.inFlight(),
    ...worker.inFlight(),
    ...realtime.inFlight(),
  ];

  return {
    deps: {
      ...deps,
      urls,
      publicUrl,
      telephony,
      recordings,
      greetings,
      imports,
      consoleImports,
      applicationSid: setup.applicationSid,
      intake: createIntake(deps, inFlight),
      findLeadQueue: createLeadQueues(deps),
    },
    isReady: () => isSetUp,
    reconcile: () => reconcileWithProvider('all'),
    reconcileDue: () => reconcileWithProvider('due'),
    async poll() {
      const started = await pollDueWork();
      const attempted = await worker.poll();
      realtime.sendDue();
      return started + attempted;
    },
    inFlight: allInFlight,
    async settled() {
      do {
        await inFlight.settled();
        await Promise.all([imports.settled(), consoleImports.settled(), worker.settled()]);
        // Messages are sent a moment after the commit that caused them.
        await immediate();
        await realtime.settled();
      } while (allInFlight().length > 0);
    },
    stopNewCalls() {
      acceptsNewCalls = false;
    },
    async stop(limitMs = STOP_LIMIT_MS) {
      const end = performance.now() + limitMs;
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      if (dueTimer !== null) clearTimeout(dueTimer);
      if (figuresTimer !== null) clearTimeout(figuresTimer);
      pacing?.stop();
      callRateLimiter.stop();
      // Work in flight and imports schedule effects, which are then released with the others.
      await Promise.race([
        Promise.all([inFlight.settled(), imports.stop(), consoleImports.stop()]),
        delay(limitMs / 2, undefined, { ref: false }),
      ]);
      const left = () => Math.max(0, end - performance.now());
      await worker.stop(left());
      realtime.stop();
      await Promise.race([realtime.settled(), delay(left(), undefined, { ref: false })]);
    },
  };
}
