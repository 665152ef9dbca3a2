/** The work of one process: its parts put together, its worker and its regular comparison with the provider running. */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as breath, setTimeout as delay } from 'node:timers/promises';
import type { TransitionParts } from './calls/call-transitions.ts';
import type { CallRouteParts } from './calls/calls-route.ts';
import type { TelephonyWebhookParts } from './calls/legs/telephony-webhooks.ts';
import { reconcile } from './calls/reconcile.ts';
import { startDueCalls } from './intake/due-calls.ts';
import { startLeadImports } from './intake/imports/lead-imports.ts';
import type { LeadImportRouteParts } from './intake/imports/lead-imports-route.ts';
import { createIntake } from './intake/intake.ts';
import type { LeadRouteParts } from './intake/leads-route.ts';
import { performEffect } from './perform-effect.ts';
import { inTurn } from './platform/database/database.ts';
import type { DatabaseAndClock } from './platform/database/moment.ts';
import { elapsed } from './platform/process/clock.ts';
import { createInFlight } from './platform/process/in-flight.ts';
import type { RealtimePublisher } from './platform/realtime/realtime-publisher.ts';
import { creationBudget } from './platform/telephony/creation-budget.ts';
import { createProviderSetup, type SetupParts } from './platform/telephony/provider-setup.ts';
import type { Telephony } from './platform/telephony/telephony.ts';
import { webhookUrls } from './platform/telephony/webhook-urls.ts';
import { startEffectsWorker, type WorkerParts } from './platform/work-queue/effects-worker.ts';
import { createRecordingFiles, type RecordingFiles } from './recordings/recording-files.ts';
import { createRecordingFolder } from './recordings/recording-folder.ts';
import { createRecordingsIntake } from './recordings/recordings-intake.ts';

export interface WorkOptions extends DatabaseAndClock, Omit<SetupParts, 'urls'> {
  readonly realtime: RealtimePublisher;
  /** What webhooks and signatures use; without a slash at the end. */
  readonly publicUrl: string;
  /** The data folder; recordings go into `recordings` of it, unless told otherwise. */
  readonly dataFolder: string;
  readonly files?: RecordingFiles;
  /** Recordings stay at the provider after they were stored. */
  readonly keepsAtProvider?: boolean;
  /** Calls that the provider lets us create in a second. */
  readonly callsPerSecond: number;
  /** Between two comparisons with the provider, in ms; 30 s unless told otherwise. */
  readonly compareEveryMs?: number;
  /** Between two polls for due work, in ms; 1 s by default. Infinity: no polls but those by `poll`. */
  readonly pollEveryMs?: number;
  /** The largest file of leads that is taken, in bytes; 128 MB unless told otherwise. */
  readonly fileLimit?: number;
  /** From the start until promised calls are made, in ms; none unless told otherwise. */
  readonly settleMs?: number;
  /** The name under which this process claims its work; made up unless told. */
  readonly process?: string;
  readonly onCallEnded?: (callId: number) => void;
  readonly onPerformed?: WorkerParts['onPerformed'];
}

/** What the routes and webhooks of leads and calls work with. */
export interface ServedParts
  extends CallRouteParts,
    TelephonyWebhookParts,
    LeadRouteParts,
    LeadImportRouteParts {
  readonly telephony: Telephony;
}

export interface Work {
  readonly parts: ServedParts;
  /** Application and numbers stand at the provider. */
  isReady(): boolean;
  /** Compares with the provider now, as it happens every 30 s. */
  reconcile(): Promise<void>;
  /** Performs what is due now, as it happens every second. Resolves with the number of items. */
  poll(): Promise<number>;
  /** Names of the work in flight: effects, leads, imports, comparisons, messages. */
  inFlight(): readonly string[];
  /** Resolves when nothing is in flight, including what began in the meantime. */
  settled(): Promise<void>;
  /**
   * From now on no call begins here: leads are promised one, and agents are told to try again. What runs goes on, and who
   * rings us is taken.
   */
  stopBeginning(): void;
  /** Finishes what it does, for a second unless told otherwise, and leaves all else to other processes at once. */
  stop(limitMs?: number): Promise<void>;
}

/** What lost callbacks left is right again within a minute. */
const RECONCILE_MS = 30_000;
const POLL_MS = 1_000;
/** While the provider cannot be reached at the start. */
const SETUP_RETRY_MS = 250;
const STOP_LIMIT_MS = 1_000;
/** Of their transactions: one that waits for a lock holds up the others. The provider is asked for many more at once. */
const EFFECTS_AT_ONCE = 4;
const FILE_LIMIT = 128 * 1024 * 1024;

export function startWork(options: WorkOptions): Work {
  const { db, clock, log, telephony, realtime, publicUrl } = options;
  const { compareEveryMs = RECONCILE_MS, pollEveryMs = POLL_MS, settleMs = 0 } = options;
  const urls = webhookUrls(publicUrl);
  const budget = creationBudget(options.callsPerSecond, () => elapsed(clock));
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
    files,
    keepsAtProvider: options.keepsAtProvider ?? false,
  });
  const process = options.process ?? randomUUID();
  const worker = startEffectsWorker({
    db,
    clock,
    log,
    process,
    pollEveryMs,
    ...(options.onPerformed ? { onPerformed: options.onPerformed } : {}),
    perform: (row) => performEffect({ ...inEffects, telephony, urls, budget, recordings, files }, row),
  });
  const { onCallEnded } = options;
  let begins = true;
  const parts: TransitionParts = {
    db,
    clock,
    log,
    realtime,
    worker,
    beginsCalls: () => begins,
    ...(onCallEnded ? { onCallEnded } : {}),
  };
  /**
   * A phone that acknowledges its ring must not stand in line behind a hundred other rings: its own would be taken for
   * lost, and the lead would go on to the next phone, which makes the line longer still.
   */
  const inEffects: TransitionParts = { ...parts, db: inTurn(db, EFFECTS_AT_ONCE) };
  const setup = createProviderSetup({ ...options, urls });

  let stopped = false;
  let isSetUp = false;
  let timer: NodeJS.Timeout | null = null;
  /** Work that orders effects. */
  const inFlight = createInFlight();

  async function compare(): Promise<void> {
    try {
      isSetUp = (await setup.ensure()) || isSetUp;
      await reconcile({ ...parts, telephony, recordings });
    } catch (error) {
      log.warn({ err: error }, 'comparison with the provider failed');
    }
  }

  function compareRegularly(): void {
    void inFlight.track('comparison with the provider', compare()).finally(() => {
      if (!stopped) timer = setTimeout(compareRegularly, isSetUp ? compareEveryMs : SETUP_RETRY_MS);
    });
  }
  compareRegularly();

  const { fileLimit = FILE_LIMIT } = options;
  const imports = startLeadImports(parts, process, fileLimit);
  let dueTimer: NodeJS.Timeout | null = null;
  let making: Promise<number> = Promise.resolve(0);
  /** One look at a time: a slow one is not overtaken by the next. Answers how much was begun. */
  function makeDue(): Promise<number> {
    making = inFlight.track(
      'poll for due calls',
      making.then(async () => {
        try {
          const made = !stopped && begins ? await startDueCalls(parts) : 0;
          return made + (await imports.beginDue());
        } catch (error) {
          log.warn({ err: error }, 'promised calls not read');
          return 0;
        }
      }),
    );
    return making;
  }
  function makeDueRegularly(): void {
    void makeDue().finally(() => {
      if (!stopped && pollEveryMs !== Infinity) dueTimer = setTimeout(makeDueRegularly, pollEveryMs);
    });
  }
  if (settleMs === 0) makeDueRegularly();
  else dueTimer = setTimeout(makeDueRegularly, settleMs);

  const everyInFlight = () => [
    ...inFlight.names(),
    ...imports.inFlight(),
    ...worker.inFlight(),
    ...realtime.inFlight(),
  ];

  return {
    parts: {
      ...parts,
      urls,
      publicUrl,
      telephony,
      recordings,
      imports,
      applicationSid: setup.applicationSid,
      intake: createIntake(parts, inFlight),
    },
    isReady: () => isSetUp,
    reconcile: compare,
    async poll() {
      const begun = await makeDue();
      const tried = await worker.poll();
      realtime.sendDue();
      return begun + tried;
    },
    inFlight: everyInFlight,
    async settled() {
      do {
        await inFlight.settled();
        await Promise.all([imports.settled(), worker.settled()]);
        // Messages go out a moment after the commit that caused them.
        await breath();
        await realtime.settled();
      } while (everyInFlight().length > 0);
    },
    stopBeginning() {
      begins = false;
    },
    async stop(limitMs = STOP_LIMIT_MS) {
      const end = performance.now() + limitMs;
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      if (dueTimer !== null) clearTimeout(dueTimer);
      budget.stop();
      // They order effects: these are given back with the others.
      await Promise.race([
        Promise.all([inFlight.settled(), imports.stop()]),
        delay(limitMs / 2, undefined, { ref: false }),
      ]);
      const left = () => Math.max(0, end - performance.now());
      await worker.stop(left());
      realtime.stop();
      await Promise.race([realtime.settled(), delay(left(), undefined, { ref: false })]);
    },
  };
}
