/** The call control of one process: its parts put together, its worker and its regular comparison running. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as breath, setTimeout as delay } from 'node:timers/promises';
import type { CallUser, Lead } from '@offhook/contract/entities';
import type { LeadIntake } from '@offhook/contract/requests';
import type { Logger } from 'pino';
import { type PhonePage, voiceIdentity } from './accounts/core/page-identity.ts';
import type { Actor } from './accounts/settings/change.ts';
import { type Account, accountOfUser, countCallOfKey } from './accounts/sign-in/api-keys.ts';
import type { SignedInUser } from './accounts/sign-in/sessions.ts';
import { type StepParts, transact } from './calls/call-steps.ts';
import { createInCall, type InCall } from './calls/in-call/in-call.ts';
import { type InboundCall, receiveCall, receiveWelcomed } from './calls/inbound/inbound.ts';
import { type AnsweredRing, answerRing, endCall, ignoreRing, readCallUser } from './calls/offers.ts';
import {
  type CallWish,
  connectDevice,
  type DeviceCall,
  type PlacedCall,
  placeCall,
} from './calls/outbound/outbound.ts';
import { answerOwnPhone, takeKey } from './calls/outbound/own-phone.ts';
import {
  type AnsweredByReport,
  type ConferenceReport,
  type LegReport,
  takeAnsweredBy,
  takeConferenceReport,
  takeLegReport,
} from './calls/provider-reports.ts';
import { reconcile } from './calls/reconcile.ts';
import { type Message, takeVoicemail } from './calls/voicemail/voicemail.ts';
import { checkForLead, type RetryWish, retryLead } from './intake/asked-calls.ts';
import { makeDueCalls } from './intake/due-calls.ts';
import { type ImportReport, readImport, startLeadImports } from './intake/imports/lead-imports.ts';
import { createIntakeQueue } from './intake/intake-queue.ts';
import { type LeadAnswer, takeLead } from './intake/leads.ts';
import { type ScheduledWish, scheduleCall } from './intake/scheduled-calls.ts';
import { type IncomingText, takeText } from './messages/incoming-texts.ts';
import { sendMessage, type TextReport, takeTextReport } from './messages/messages.ts';
import { performEffect } from './perform-effect.ts';
import { type Database, inTurn } from './platform/database/database.ts';
import { Refusal } from './platform/http/refusal.ts';
import { type Clock, elapsed } from './platform/process/clock.ts';
import { createInFlight } from './platform/process/in-flight.ts';
import type { RealtimePublisher } from './platform/realtime/realtime-publisher.ts';
import { creationBudget } from './platform/telephony/creation-budget.ts';
import { createProviderSetup } from './platform/telephony/provider-setup.ts';
import type { Telephony } from './platform/telephony/telephony.ts';
import { type WebhookUrls, webhookUrls } from './platform/telephony/webhook-urls.ts';
import { startEffectsWorker, type WorkerParts } from './platform/work-queue/effects-worker.ts';
import { isOpenPhone } from './presence/open-phones.ts';
import { type PresenceAnswer, type PresenceReport, reportPresence } from './presence/presence.ts';
import { createRecordingFiles, type RecordingFiles } from './recordings/recording-files.ts';
import { createRecordingFolder } from './recordings/recording-folder.ts';
import { createRecordingsIntake, type RecordingNews } from './recordings/recordings-intake.ts';

export interface CallControlParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly telephony: Telephony;
  readonly realtime: RealtimePublisher;
  /** What webhooks and signatures use; without a slash at the end. */
  readonly publicUrl: string;
  /** The data folder; recordings go into `recordings` of it, unless told otherwise. */
  readonly dataFolder: string;
  readonly files?: RecordingFiles;
  /** Recordings stay at the provider after they were stored. */
  readonly keepsAtProvider?: boolean;
  /** An application at the provider that somebody else looks after; empty: ours is found or made. */
  readonly applicationSid: string;
  /** Whether numbers that the provider does not have may be ordered there. */
  readonly ordersNumbers: boolean;
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

export interface CallControl {
  readonly urls: WebhookUrls;
  readonly inCall: InCall;
  now(): number;
  /** Whether the provider signed a form for a path with its query. In constant time. */
  isSigned(signature: string, path: string, form: Record<string, string | string[]>): Promise<boolean>;
  /** Application and numbers stand at the provider. */
  isReady(): boolean;
  /** For a page of a session. @throws Refusal unavailable */
  accessToken(page: PhonePage): Promise<string>;
  /** Whether a voice identity is of a page that is its agent's phone now. */
  isOpenPhone(identity: string): Promise<boolean>;
  takeLead(account: Account, intake: LeadIntake, idempotencyKey: string | null): Promise<LeadAnswer>;
  /** A call at a time that the sender chose. */
  scheduleCall(account: Account, wish: ScheduledWish, idempotencyKey: string | null): Promise<LeadAnswer>;
  accountOf(user: SignedInUser): Promise<Account>;
  /** Of a file of leads, in bytes. */
  readonly fileLimit: number;
  /** Answers the import's id as soon as the file is kept; its leads are taken in afterwards. */
  importLeads(account: Account, file: AsyncIterable<Buffer>, by: Actor | null): Promise<number>;
  readImport(account: Account, importId: number, after: number): Promise<ImportReport>;
  placeCall(user: SignedInUser, wish: CallWish): Promise<PlacedCall>;
  /** 'Retry': the agent's phone rings once it waits again. */
  retryLead(user: SignedInUser, wish: RetryWish): Promise<Lead>;
  /** The agent's next due lead, rung now; null: there is none. */
  checkForLead(user: SignedInUser): Promise<Lead | null>;
  sendMessage(user: SignedInUser, callId: number, body: string, requestKey: string | null): Promise<void>;
  readCallUser(user: SignedInUser, callUserId: number): Promise<CallUser>;
  ignoreRing(user: SignedInUser, callId: number): Promise<void>;
  endCall(user: SignedInUser, callId: number): Promise<void>;
  reportPresence(report: PresenceReport): Promise<PresenceAnswer>;
  connectDevice(device: DeviceCall): Promise<string>;
  answerRing(ring: AnsweredRing): Promise<string>;
  /** An agent's own telephone was answered; a key was pressed on it, or none (empty). */
  answerOwnPhone(ring: AnsweredRing): Promise<string>;
  takeKey(ring: AnsweredRing, digits: string): Promise<string>;
  receiveCall(inbound: InboundCall): Promise<string>;
  /** TwiML for a caller who has heard the welcome. */
  receiveWelcomed(caller: { readonly callId: number; readonly sid: string }): Promise<string>;
  /** A caller whom nobody took left a message. */
  voicemailLeft(message: Message): Promise<void>;
  takeText(text: IncomingText): Promise<void>;
  textReported(report: TextReport): Promise<void>;
  legReported(report: LegReport): Promise<void>;
  legIdentified(report: AnsweredByReport): Promise<void>;
  conferenceReported(report: ConferenceReport): Promise<void>;
  recordingReported(news: RecordingNews): Promise<void>;
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

export function startCallControl(options: CallControlParts): CallControl {
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
  const parts: StepParts = {
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
  const inEffects: StepParts = { ...parts, db: inTurn(db, EFFECTS_AT_ONCE) };
  const setup = createProviderSetup({
    db,
    log,
    telephony,
    urls,
    applicationSid: options.applicationSid,
    ordersNumbers: options.ordersNumbers,
  });

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

  const intakes = createIntakeQueue();
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
          const made = !stopped && begins ? await makeDueCalls(parts) : 0;
          return made + (await imports.poll());
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
    urls,
    inCall: createInCall(parts),
    now: () => clock.now(),
    isSigned: (signature, path, form) => telephony.isSigned(signature, publicUrl + path, form),
    isReady: () => isSetUp,
    async accessToken(page) {
      const applicationSid = setup.applicationSid();
      if (applicationSid === null) throw new Refusal('unavailable');
      return telephony.accessToken(voiceIdentity(page), applicationSid);
    },
    isOpenPhone: (identity) => isOpenPhone(parts, identity),
    takeLead: (account, intake, key) =>
      inFlight.track(
        'lead',
        intakes(async () => {
          await countCallOfKey(db, account, clock.now());
          return takeLead(parts, account, intake, key);
        }),
      ),
    scheduleCall: (account, wish, key) =>
      inFlight.track(
        'lead',
        intakes(async () => {
          await countCallOfKey(db, account, clock.now());
          return scheduleCall(parts, account, wish, key);
        }),
      ),
    accountOf: (user) => accountOfUser(db, user),
    fileLimit,
    importLeads: (account, file, by) => imports.accept(account, file, by),
    readImport: (account, importId, after) => readImport(parts, account, importId, after),
    placeCall: (user, wish) => placeCall(parts, user, wish),
    retryLead: (user, wish) => retryLead(parts, user, wish),
    checkForLead: (user) => checkForLead(parts, user),
    sendMessage: (user, callId, body, requestKey) => sendMessage(parts, user, callId, body, requestKey),
    readCallUser: (user, callUserId) => readCallUser(parts, user, callUserId),
    ignoreRing: (user, callId) => ignoreRing(parts, user, callId),
    endCall: (user, callId) => endCall(parts, user, callId),
    reportPresence: (report) => reportPresence(parts, report),
    connectDevice: (device) => connectDevice(parts, urls, device),
    answerRing: (ring) => answerRing(parts, urls, ring),
    answerOwnPhone: (ring) => answerOwnPhone(parts, urls, ring),
    takeKey: (ring, digits) => takeKey(parts, urls, ring, digits),
    receiveCall: (inbound) => receiveCall(parts, urls, inbound),
    receiveWelcomed: (caller) => receiveWelcomed(parts, urls, caller),
    voicemailLeft: (message) => takeVoicemail({ ...parts, recordings }, message),
    takeText: (text) => takeText(parts, text),
    textReported: (report) => takeTextReport(parts, report),
    legReported: (report) => takeLegReport(parts, report),
    legIdentified: (report) => takeAnsweredBy(parts, report),
    conferenceReported: (report) => takeConferenceReport(parts, report),
    recordingReported: (news) => transact(parts, (tx, outbox) => recordings.note(tx, outbox, news)),
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
