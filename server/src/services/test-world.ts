/** The server with its call control on a socket, the demo world, a stand-in provider, and agents' phones by HTTP. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import twilio from 'twilio';
import { afterEach } from 'vitest';
import { createRealtimePublisher } from '../adapters/realtime-publisher.ts';
import { createTelephony } from '../adapters/telephony.ts';
import { buildApp } from '../app.ts';
import { type Clock, systemClock } from '../clock.ts';
import { callRoutes } from '../routes/call-routes.ts';
import type { Database } from '../store/database.ts';
import { calls, callUsers, effects, legs, users } from '../store/schema.ts';
import type { OpenTestDatabase } from '../store/test-database.ts';
import { type CallControl, type CallControlParts, startCallControl } from './call-control.ts';
import { createSessions, SESSION_COOKIE, type Sessions } from './sessions.ts';
import { type Asked, startTestProvider, type TestProvider } from './test-provider.ts';

const ACCOUNT_SID = `AC${'0'.repeat(32)}`;
const AUTH_TOKEN = 'test-auth-token';
/** What webhooks are signed for; the server listens elsewhere, as behind a gateway. */
export const PUBLIC_URL = 'https://offhook.test';

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
}

export interface Agent {
  readonly id: number;
  /** Of the session, for requests that are not JSON. */
  readonly headers: Readonly<Record<string, string>>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
  put(path: string): Promise<Answer>;
  /** Reports presence: waiting, registered, ready, unless told otherwise. */
  present(changes?: Record<string, unknown>): Promise<Answer>;
}

export interface TestWorld {
  readonly db: Database;
  readonly clock: Clock & { readonly advance: (ms: number) => void };
  readonly provider: TestProvider;
  readonly control: CallControl;
  readonly dataFolder: string;
  /** Where the server listens. */
  base(): string;
  agent(email: string): Promise<Agent>;
  postLead(body: object, headers?: Record<string, string>): Promise<Answer>;
  /** Posts what the provider would, signed. `path` with its query, without the origin. */
  webhook(path: string, form: Record<string, string>, signature?: string): Promise<Answer<string>>;
  call(id: number): Promise<typeof calls.$inferSelect>;
  callUsersOf(callId: number): Promise<(typeof callUsers.$inferSelect)[]>;
  legsOf(callId: number): Promise<(typeof legs.$inferSelect)[]>;
  effectsOf(callId: number): Promise<(typeof effects.$inferSelect)[]>;
  /** The request that rang an agent. */
  rung(
    userId: number,
    times?: number,
  ): Promise<
    Asked & {
      /** The addresses of the claim and of the leg's reports, and the provider's name of the leg. */
      readonly offer: string;
      readonly status: string;
      readonly sid: string;
    }
  >;
  /** Ends this process's call control and starts another over the same rows. */
  restart(): Promise<void>;
}

/** Waits for a thing, not for a time. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  limitMs = 30_000,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`it never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function testWorlds(
  open: OpenTestDatabase,
): (
  options?: Partial<Pick<CallControlParts, 'compareEveryMs' | 'fileLimit' | 'log' | 'settleMs'>>,
) => Promise<TestWorld> {
  const ending: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end();
  });
  return async (options = {}) => {
    const { db } = await open({ demo: true });
    const dataFolder = mkdtempSync(join(tmpdir(), 'offhook-calls-'));
    ending.push(async () => rmSync(dataFolder, { recursive: true, force: true }));
    const provider = await startTestProvider();
    ending.push(() => provider.stop());
    // It stands still unless a test moves it: nothing runs out because the machine is busy.
    let now = systemClock.now();
    const clock = {
      now: () => now,
      advance(ms: number) {
        now += ms;
      },
    };
    const log = options.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' }, pino.destination(2));
    const telephonyConfig = {
      accountSid: ACCOUNT_SID,
      authToken: AUTH_TOKEN,
      apiKey: `SK${'0'.repeat(32)}`,
      apiSecret: 'test-api-secret',
      apiBase: provider.url,
    };
    const telephony = createTelephony(telephonyConfig);
    const sessions = createSessions({ db, clock, secret: 'a test secret of 32 characters...' });
    const begin = () =>
      startCallControl({
        db,
        clock,
        log,
        telephony,
        realtime: createRealtimePublisher(
          {
            appId: 'app',
            key: 'key',
            secret: 'secret',
            cluster: '',
            host: '127.0.0.1',
            port: provider.port,
            secure: false,
          },
          clock,
          log,
        ),
        publicUrl: PUBLIC_URL,
        dataFolder,
        applicationSid: '',
        ordersNumbers: true,
        callsPerSecond: 1000,
        ...options,
      });
    let control: CallControl;
    let app: FastifyInstance;
    let base: string;
    const listen = async () => {
      control = begin();
      app = await buildApp({ db, sessions, publicUrl: PUBLIC_URL, log, register: [callRoutes(control)] });
      base = await app.listen({ host: '127.0.0.1', port: 0 });
      await until('the set-up at the provider', () => control.isReady());
    };
    const end = async () => {
      app.server.closeAllConnections();
      await app.close();
      await control.stop();
    };
    await listen();
    ending.push(() => end());

    const world: TestWorld = {
      db,
      clock,
      provider,
      get control() {
        return control;
      },
      dataFolder,
      base: () => base,
      agent: (email) => signIn(db, sessions, () => base, email),
      postLead: (body, headers = {}) =>
        askJson(base, 'POST', '/api/v1/leads', { authorization: 'Bearer demo-100', ...headers }, body),
      async webhook(path, form, signature) {
        const url = PUBLIC_URL + path;
        const signed = signature ?? twilio.getExpectedTwilioSignature(AUTH_TOKEN, url, form);
        const response = await fetch(base + path, {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'x-twilio-signature': signed,
          },
          body: new URLSearchParams(form).toString(),
        });
        return { status: response.status, body: await response.text() };
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
      async rung(userId, times = 1) {
        const asked = await until(`a ring of user ${userId}`, () => {
          const rings = provider
            .asked('create')
            .filter(({ about }) => about.startsWith(`client:user_${userId}?`));
          return rings[times - 1];
        });
        const made = await until('its call at the provider', () =>
          [...provider.calls.values()].filter(({ to }) => to === asked.about).at(-1),
        );
        return {
          ...asked,
          offer: pathOf(asked.fields['Url']),
          status: pathOf(asked.fields['StatusCallback']),
          sid: made.sid,
        };
      },
      async restart() {
        await end();
        await listen();
      },
    };
    return world;
  };
}

export async function askJson(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Answer> {
  const response = await fetch(base + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A session of a user of the demo world. */
export async function signIn(
  db: Database,
  sessions: Sessions,
  base: () => string,
  email: string,
): Promise<Agent> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new Error(`no ${email} in the demo world`);
  const token = await sessions.open(user.id);
  const headers = { cookie: `${SESSION_COOKIE}=${token}`, 'x-csrf-token': sessions.csrfToken(token) };
  const post = (path: string, body?: object) => askJson(base(), 'POST', path, headers, body);
  return {
    id: user.id,
    headers,
    get: (path) => askJson(base(), 'GET', path, headers),
    post,
    put: (path) => askJson(base(), 'PUT', path, headers),
    present: (changes = {}) =>
      post('/api/v1/presence', {
        phone_id: `phone-${user.id}`,
        state: 'waiting',
        device: 'registered',
        audio: 'ready',
        ...changes,
      }),
  };
}

/** What `webhook` takes, of an address that the provider was given. */
export function pathOf(url: string | undefined): string {
  return (url ?? '').replace(PUBLIC_URL, '').split('#')[0] ?? '';
}
