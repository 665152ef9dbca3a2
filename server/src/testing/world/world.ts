/** The server with its call work, the demo world and a fake provider. Tests can drain its work. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterEach } from 'vitest';
import { createSessions, type Sessions } from '../../accounts/sign-in/sessions.ts';
import type { Database } from '../../platform/database/database.ts';
import { calls, callUsers, effects, legs } from '../../platform/database/schema.ts';
import { type Clock, createClock, systemClock } from '../../platform/process/clock.ts';
import { createInFlight } from '../../platform/process/in-flight.ts';
import { createRealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { createTelephony } from '../../platform/telephony/twilio-telephony.ts';
import { startWork, type Work, type WorkOptions } from '../../work.ts';
import type { OpenTestDatabase } from '../database/database.ts';
import { ACCOUNT } from '../servers/keys.ts';
import {
  type Agent,
  openEdge,
  PUBLIC_URL,
  pathOf,
  postWebhook,
  requestJson,
  SILENT,
  signIn,
  type TestResponse,
} from './edge.ts';
import { type FakeProvider, type RecordedRequest, startFakeProvider } from './fake-provider.ts';

/** 1 to 6: how much slower this machine is than an idle one. */
const TIMEOUT_FACTOR = Math.max(1, Number(process.env['OFFHOOK_PATIENCE'] ?? 1));
const LIMIT_MS = 30_000 * TIMEOUT_FACTOR;

interface Ring extends RecordedRequest {
  /** Path of the webhook with which an accepted ring claims the call. */
  readonly offerPath: string;
  readonly statusPath: string;
  /** The leg's call SID. */
  readonly sid: string;
}

/** Requests resolve when all work they caused is done, unless `settles` is false. */
export interface TestWorld {
  readonly db: Database;
  /** Stands still unless a test advances it, so that nothing times out on a busy machine. */
  readonly clock: Clock & {
    readonly advance: (ms: number) => void;
    readonly setBack: (ms: number) => void;
    readonly setForward: (ms: number) => void;
  };
  readonly provider: FakeProvider;
  readonly sessions: Sessions;
  readonly work: Work;
  readonly dataFolder: string;
  base(): string;
  agent(email: string): Promise<Agent>;
  waiting(email: string): Promise<Agent>;
  postLead(body: object, headers?: Record<string, string>): Promise<TestResponse>;
  webhook(path: string, form: Record<string, string>, signature?: string): Promise<TestResponse<string>>;
  /** Performs due work, and the work it causes, until none is left. @throws after 30 s, naming the work in flight */
  settle(): Promise<void>;
  advance(ms: number): Promise<void>;
  call(id: number): Promise<typeof calls.$inferSelect>;
  callUsersOf(callId: number): Promise<(typeof callUsers.$inferSelect)[]>;
  legsOf(callId: number): Promise<(typeof legs.$inferSelect)[]>;
  effectsOf(callId: number): Promise<(typeof effects.$inferSelect)[]>;
  leadLegOf(callId: number): Promise<{ readonly id: number; readonly sid: string }>;
  /** The user's nth ring, from 1. @throws unless there is one */
  waitForRing(userId: number, nth?: number): Promise<Ring>;
  /** Lets the agent accept the call. Also returns the TwiML. */
  acceptRing(agent: Pick<Agent, 'id'>): Promise<Ring & { readonly answer: string }>;
  restart(): Promise<void>;
  /** Another server on the same database. It polls on request only, and receives no requests. */
  secondServer(): Promise<Work>;
}

export interface TestWorldOptions
  extends Partial<
    Pick<
      WorkOptions,
      | 'applicationSid'
      | 'reconcileEveryMs'
      | 'maxLeadFileBytes'
      | 'files'
      | 'keepsAtProvider'
      | 'log'
      | 'buysNumbers'
      | 'pollEveryMs'
      | 'scheduledCallsDelayMs'
      | 'callsPerSecond'
      | 'mailer'
    >
  > {
  /** False: requests resolve with their response, for tests of concurrent requests. */
  readonly settles?: boolean;
}

/** Polls for something outside this process. For work inside it, use `settle`. */
export async function until<T>(
  description: string,
  poll: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  limitMs = 30_000,
): Promise<T> {
  const end = performance.now() + limitMs * TIMEOUT_FACTOR;
  for (;;) {
    const found = await poll();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`timed out waiting for ${description}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** No background polling by default, so that results don't depend on a test's duration. */
const NEVER = { pollEveryMs: Infinity, reconcileEveryMs: 2 ** 31 - 1 };
/** Skips the provider setup by default, because it takes a request per number. */
const SET_UP = { applicationSid: `AP${'0'.repeat(32)}`, buysNumbers: false };

/** Adds variants of `start` that sign in demo users. */
export function withUsers<
  Options,
  World extends { agent(email: string): Promise<{ present(): Promise<unknown> }> },
>(start: (options?: Options) => Promise<World>) {
  type User = Awaited<ReturnType<World['agent']>>;
  type Started<Emails extends string[]> = [World, ...{ [Nth in keyof Emails]: User }];
  const as = async <Emails extends string[]>(...emails: Emails) => {
    const world = await start();
    const users: User[] = [];
    for (const email of emails) users.push((await world.agent(email)) as User);
    return [world, ...users] as Started<Emails>;
  };
  const waiting = async <Emails extends string[]>(...emails: Emails) => {
    const [world, ...users] = await as(...emails);
    for (const user of users) await user.present();
    return [world, ...users] as Started<Emails>;
  };
  return Object.assign(start, { as, waiting });
}

export function testWorlds(open: OpenTestDatabase) {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of cleanups.splice(0).reverse()) await end();
  });
  return withUsers(async (options: TestWorldOptions = {}): Promise<TestWorld> => {
    const { settles = true, log = SILENT } = options;
    const { db } = await open({ demo: true });
    const dataFolder = newFolder();
    let now = systemClock.now();
    let setBack = 0;
    const clock = {
      ...createClock(
        () => now - setBack,
        () => now,
      ),
      advance(ms: number) {
        now += ms;
      },
      setBack(ms: number) {
        setBack += ms;
      },
      setForward(ms: number) {
        setBack -= ms;
      },
    };
    const provider = await startFakeProvider({ now: clock.now });
    cleanups.push(() => provider.stop());
    const telephony = createTelephony({ ...ACCOUNT, apiBase: provider.url });
    const realtime = {
      appId: 'app',
      key: 'key',
      secret: 'secret',
      cluster: '',
      host: '127.0.0.1',
      port: provider.port,
      secure: false,
    };
    const sessions = createSessions({
      db,
      clock,
      secret: 'a test secret of 32 characters...',
      onEffectsScheduled: () => void work.poll(),
    });
    const startServerWork = () =>
      startWork({
        db,
        clock,
        log,
        telephony,
        realtime: createRealtimePublisher(realtime, clock, log),
        publicUrl: PUBLIC_URL,
        dataFolder,
        callsPerSecond: 1000,
        ...NEVER,
        ...SET_UP,
        ...options,
      });
    let work = startServerWork();
    const requests = createInFlight();

    /** Waits for work in flight. Resolves to whether there was any. */
    async function untilIdle(end = performance.now() + LIMIT_MS): Promise<boolean> {
      const inFlight = () => [...requests.names(), ...work.inFlight(), ...provider.inFlight()];
      for (let waited = false; ; waited = true) {
        await yieldToEventLoop();
        if (inFlight().length === 0) return waited;
        const settled = Promise.all([requests.settled(), work.settled(), provider.settled()]);
        if (!(await endsInTime(end, settled))) throw new Error(`not settled: ${inFlight().join(', ')}`);
      }
    }
    async function settle(): Promise<void> {
      const end = performance.now() + LIMIT_MS;
      for (;;) {
        let due = 0;
        const poll = work.poll().then((found) => {
          due = found;
        });
        if (!(await endsInTime(end, poll))) throw new Error(`not settled: ${work.inFlight().join(', ')}`);
        const waited = await untilIdle(end);
        if (due === 0 && !waited) return;
        if (performance.now() > end) throw new Error(`not settled: new work keeps becoming due (${due})`);
      }
    }
    const settled = async <T>(name: string, request: Promise<T>): Promise<T> => {
      const answer = await requests.track(name, request);
      if (settles) await untilIdle();
      return answer;
    };
    const untilReady = async () => {
      await untilIdle();
      if (!work.isReady()) throw new Error('the provider setup failed');
    };

    const edge = await openEdge(db, log, { work: () => work, sessions });
    cleanups.push(async () => {
      try {
        await untilIdle();
      } finally {
        await work.stop();
        await edge.release();
      }
    });
    await untilReady();

    async function agent(email: string): Promise<Agent> {
      const own = await signIn(db, sessions, () => edge.base, email);
      return {
        ...own,
        post: (path, body) => settled(`POST ${path}`, own.post(path, body)),
        put: (path, body) => settled(`PUT ${path}`, own.put(path, body)),
        present: (changes) => settled('presence', own.present(changes)),
      };
    }
    const webhook: TestWorld['webhook'] = (path, form, signature) =>
      settled(`webhook ${path}`, postWebhook(edge.base, path, form, signature));
    async function waitForRing(userId: number, nth = 1): Promise<Ring> {
      await untilIdle();
      const rings = provider
        .requests('create')
        .filter(({ target }) => target.startsWith(`client:user_${userId}_`));
      const ringRequest = rings[nth - 1];
      const dialed = [...provider.calls.values()].filter(({ to }) => to === ringRequest?.target).at(-1);
      if (!ringRequest || !dialed)
        throw new Error(`user ${userId} was rung ${rings.length} times, not ${nth}`);
      return {
        ...ringRequest,
        offerPath: pathOf(ringRequest.fields['Url']),
        statusPath: pathOf(ringRequest.fields['StatusCallback']),
        sid: dialed.sid,
      };
    }

    return {
      db,
      clock,
      provider,
      sessions,
      get work() {
        return work;
      },
      dataFolder,
      base: () => edge.base,
      agent,
      async waiting(email) {
        const one = await agent(email);
        await one.present();
        return one;
      },
      postLead: (body, headers = {}) =>
        settled(
          'lead',
          requestJson(
            edge.base,
            'POST',
            '/api/v1/leads',
            { authorization: 'Bearer demo-100', ...headers },
            body,
          ),
        ),
      webhook,
      settle,
      async advance(ms) {
        clock.advance(ms);
        await settle();
      },
      async call(id) {
        const [row] = await db.select().from(calls).where(eq(calls.id, id));
        if (!row) throw new Error(`no call ${id}`);
        return row;
      },
      callUsersOf: (callId) =>
        db.select().from(callUsers).where(eq(callUsers.call_id, callId)).orderBy(callUsers.id),
      legsOf: (callId) => db.select().from(legs).where(eq(legs.call_id, callId)).orderBy(legs.id),
      effectsOf: (callId) => db.select().from(effects).where(eq(effects.call_id, callId)).orderBy(effects.id),
      async leadLegOf(callId) {
        const [leg, ...others] = await db
          .select({ id: legs.id, sid: legs.provider_sid })
          .from(legs)
          .where(and(eq(legs.call_id, callId), eq(legs.kind, 'lead'), isNotNull(legs.provider_sid)));
        if (!leg || others.length > 0) throw new Error(`call ${callId} needs exactly one leg to its lead`);
        return { id: leg.id, sid: leg.sid ?? '' };
      },
      waitForRing,
      async acceptRing({ id }) {
        const ring = await waitForRing(id);
        const { body } = await webhook(ring.offerPath, { CallSid: ring.sid });
        return { ...ring, answer: body };
      },
      async restart() {
        await work.stop();
        work = startServerWork();
        await untilReady();
      },
      async secondServer() {
        const second = startServerWork();
        cleanups.push(() => second.stop());
        await second.settled();
        return second;
      },
    };
  });
}

async function endsInTime(end: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, end - performance.now()));
  });
  const first = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return first;
}

let folders: string | undefined;
let count = 0;
/** Removed when the process exits, because removing each one takes longer than creating it. */
function newFolder(): string {
  if (folders === undefined) {
    const all = mkdtempSync(join(tmpdir(), 'offhook-worlds-'));
    process.once('exit', () => rmSync(all, { recursive: true, force: true }));
    folders = all;
  }
  count += 1;
  const folder = join(folders, String(count));
  mkdirSync(folder);
  return folder;
}
