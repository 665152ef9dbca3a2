/** The server with its call work on a socket, the demo world and a stand-in provider, whose work a test can drain. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterEach } from 'vitest';
import { createSessions, type Sessions } from '../../accounts/sign-in/sessions.ts';
import type { Database } from '../../platform/database/database.ts';
import { calls, callUsers, effects, legs } from '../../platform/database/schema.ts';
import { type Clock, createClock, systemClock } from '../../platform/process/clock.ts';
import { createInFlight } from '../../platform/process/in-flight.ts';
import { createRealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { createTelephony } from '../../platform/telephony/telephony.ts';
import { startWork, type Work, type WorkOptions } from '../../work.ts';
import type { OpenTestDatabase } from '../database/database.ts';
import { ACCOUNT } from '../servers/keys.ts';
import {
  type Agent,
  type Answer,
  askJson,
  edgeOf,
  PUBLIC_URL,
  pathOf,
  SILENT,
  signIn,
  tell,
} from './edge.ts';
import { type Asked, startTestProvider, type TestProvider } from './provider.ts';

/** How much slower than a quiet machine this one is: 1 to 6. */
const PATIENCE = Math.max(1, Number(process.env['OFFHOOK_PATIENCE'] ?? 1));
const LIMIT_MS = 30_000 * PATIENCE;

interface Ring extends Asked {
  /** The addresses of the claim and of the leg's reports, and the provider's name of the leg. */
  readonly offer: string;
  readonly status: string;
  readonly sid: string;
}

/** Requests resolve when all the work that they caused is done, unless `settles` is false. */
export interface TestWorld {
  readonly db: Database;
  /** Stands still unless a test moves it, so that nothing times out on a busy machine. */
  readonly clock: Clock & {
    readonly advance: (ms: number) => void;
    readonly setBack: (ms: number) => void;
    readonly setForward: (ms: number) => void;
  };
  readonly provider: TestProvider;
  readonly sessions: Sessions;
  readonly work: Work;
  readonly dataFolder: string;
  /** Where the server listens. */
  base(): string;
  agent(email: string): Promise<Agent>;
  /** The same, with a phone that waits for calls. */
  waiting(email: string): Promise<Agent>;
  postLead(body: object, headers?: Record<string, string>): Promise<Answer>;
  /** Posts what the provider would, signed. `path` with its query, without the origin. */
  webhook(path: string, form: Record<string, string>, signature?: string): Promise<Answer<string>>;
  /** Performs due work, and the work that it causes, until none is left. @throws after 30 s, with the names of what is in flight */
  settle(): Promise<void>;
  /** Moves the clock and settles. */
  advance(ms: number): Promise<void>;
  call(id: number): Promise<typeof calls.$inferSelect>;
  callUsersOf(callId: number): Promise<(typeof callUsers.$inferSelect)[]>;
  legsOf(callId: number): Promise<(typeof legs.$inferSelect)[]>;
  effectsOf(callId: number): Promise<(typeof effects.$inferSelect)[]>;
  /** The leg that the provider made to the lead. */
  leadLegOf(callId: number): Promise<{ readonly id: number; readonly sid: string }>;
  /** The request that rang an agent. */
  rung(userId: number, times?: number): Promise<Ring>;
  /** The same, once the agent has taken the call, and what the provider was answered. */
  takes(agent: Pick<Agent, 'id'>): Promise<Ring & { readonly answer: string }>;
  /** Ends this process's call work and starts another over the same rows. */
  restart(): Promise<void>;
}

export interface TestWorldOptions
  extends Partial<
    Pick<
      WorkOptions,
      | 'applicationSid'
      | 'compareEveryMs'
      | 'fileLimit'
      | 'files'
      | 'keepsAtProvider'
      | 'log'
      | 'ordersNumbers'
      | 'pollEveryMs'
      | 'settleMs'
    >
  > {
  /** False: requests resolve when they are answered, for tests of concurrent requests. */
  readonly settles?: boolean;
}

/** Waits for something outside of this process. Work inside is done when a world has settled. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  limitMs = 30_000,
): Promise<T> {
  const end = performance.now() + limitMs * PATIENCE;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`it never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Nothing polls by itself unless a test is about polling, so that no result depends on how long a test takes. */
const NEVER = { pollEveryMs: Infinity, compareEveryMs: 2 ** 31 - 1 };
/** The set-up at the provider is skipped unless a test is about it: it takes a request for each number. */
const SET_UP = { applicationSid: `AP${'0'.repeat(32)}`, ordersNumbers: false };

/** Adds to what starts worlds how it starts them with users of the demo world. */
export function withUsers<
  Options,
  World extends { agent(email: string): Promise<{ present(): Promise<unknown> }> },
>(start: (options?: Options) => Promise<World>) {
  type User = Awaited<ReturnType<World['agent']>>;
  type Started<Emails extends string[]> = [World, ...{ [Nth in keyof Emails]: User }];
  /** With these users signed in. */
  const as = async <Emails extends string[]>(...emails: Emails) => {
    const world = await start();
    const users: User[] = [];
    for (const email of emails) users.push((await world.agent(email)) as User);
    return [world, ...users] as Started<Emails>;
  };
  /** With these users signed in, whose phones wait for calls. */
  const waiting = async <Emails extends string[]>(...emails: Emails) => {
    const [world, ...users] = await as(...emails);
    for (const user of users) await user.present();
    return [world, ...users] as Started<Emails>;
  };
  return Object.assign(start, { as, waiting });
}

export function testWorlds(open: OpenTestDatabase) {
  const ending: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end();
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
    const provider = await startTestProvider({ now: clock.now });
    ending.push(() => provider.stop());
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
      effectsOrdered: () => void work.poll(),
    });
    const begin = () =>
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
    let work = begin();
    const requests = createInFlight();

    /** Waits for the work in flight. Resolves with whether there was any. */
    async function calm(end = performance.now() + LIMIT_MS): Promise<boolean> {
      const inFlight = () => [...requests.names(), ...work.inFlight(), ...provider.inFlight()];
      for (let waited = false; ; waited = true) {
        // Requests and messages begin a moment after their cause.
        await breath();
        if (inFlight().length === 0) return waited;
        const settled = Promise.all([requests.settled(), work.settled(), provider.settled()]);
        if (!(await endsBefore(end, settled))) throw new Error(`not settled: ${inFlight().join(', ')}`);
      }
    }
    async function settle(): Promise<void> {
      const end = performance.now() + LIMIT_MS;
      for (;;) {
        let due = 0;
        const poll = work.poll().then((found) => {
          due = found;
        });
        if (!(await endsBefore(end, poll))) throw new Error(`not settled: ${work.inFlight().join(', ')}`);
        const waited = await calm(end);
        if (due === 0 && !waited) return;
        if (performance.now() > end) throw new Error(`not settled: work is due again and again (${due})`);
      }
    }
    const settled = async <T>(name: string, request: Promise<T>): Promise<T> => {
      const answer = await requests.track(name, request);
      if (settles) await calm();
      return answer;
    };
    const begun = async () => {
      await calm();
      if (!work.isReady()) throw new Error('the set-up at the provider failed');
    };

    const edge = await edgeOf(db, log, { work: () => work, sessions });
    ending.push(async () => {
      // Work of one test must not reach the next one.
      try {
        await calm();
      } finally {
        await work.stop();
        await edge.release();
      }
    });
    await begun();

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
      settled(`webhook ${path}`, tell(edge.base, path, form, signature));
    async function rung(userId: number, times = 1): Promise<Ring> {
      await calm();
      const rings = provider
        .asked('create')
        .filter(({ about }) => about.startsWith(`client:user_${userId}_`));
      const asked = rings[times - 1];
      const made = [...provider.calls.values()].filter(({ to }) => to === asked?.about).at(-1);
      if (!asked || !made) throw new Error(`user ${userId} was rung ${rings.length} times, not ${times}`);
      return {
        ...asked,
        offer: pathOf(asked.fields['Url']),
        status: pathOf(asked.fields['StatusCallback']),
        sid: made.sid,
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
          askJson(edge.base, 'POST', '/api/v1/leads', { authorization: 'Bearer demo-100', ...headers }, body),
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
        if (!leg || others.length > 0) throw new Error(`call ${callId} has not one leg to its lead`);
        return { id: leg.id, sid: leg.sid ?? '' };
      },
      rung,
      async takes({ id }) {
        const ring = await rung(id);
        const { body } = await webhook(ring.offer, { CallSid: ring.sid });
        return { ...ring, answer: body };
      },
      async restart() {
        await work.stop();
        work = begin();
        await begun();
      },
    };
  });
}

async function endsBefore(end: number, work: Promise<unknown>): Promise<boolean> {
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
/** Removed with the process: removing each takes longer than making it. */
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
