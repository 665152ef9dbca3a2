/** Every route of the server over one database and a stand-in provider, for tests that ask all of them. */
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { createOutwardHttp, type OutwardHttp } from '../adapters/outward-http.ts';
import { createRealtimeAuth, createRealtimeNewsReader } from '../adapters/realtime-auth.ts';
import { buildApp } from '../app.ts';
import { createConsole } from '../services/administration/console.ts';
import { createDesk } from '../services/desk.ts';
import { createDoNotCallFiles } from '../services/do-not-call-files.ts';
import { createGoogleLogin } from '../services/google-login.ts';
import { createHealth } from '../services/health.ts';
import { createLogin } from '../services/login.ts';
import { createOwnPassword } from '../services/own-password.ts';
import { memberLeft } from '../services/presence.ts';
import { createSessions, type Sessions, sessionCookieName } from '../services/sessions.ts';
import { PUBLIC_URL } from '../services/test-edge.ts';
import type { TestWorld } from '../services/test-world.ts';
import { users } from '../store/schema.ts';
import { type EveryRouteParts, everyRoute } from './every-route.ts';
import type { Api } from './route.ts';
import { PAGE_ELSEWHERE } from './test-app.ts';

/** Tests tell nobody else of what they do. */
const http = createOutwardHttp(true);
const onThisMachine: OutwardHttp = {
  send: async (request) =>
    new URL(request.url).hostname === '127.0.0.1'
      ? http.send(request)
      : { ok: false, error: 'Only this machine is reached.' },
};

export interface WholeApp {
  readonly app: FastifyInstance;
  readonly sessions: Sessions;
  /** The headers of a browser in which a user has logged in; a visitor's for an unknown user. No password is checked. */
  signedIn(email: string): Promise<Record<string, string>>;
  /** The accounts whose pages were told that an administrator changed something. */
  readonly told: readonly number[];
}

export async function openWholeApp(
  { db, clock, control, dataFolder }: TestWorld,
  before: readonly ((api: Api) => unknown)[] = [],
  { pages = null, demo = null }: Partial<Pick<EveryRouteParts, 'pages' | 'demo'>> = {},
): Promise<WholeApp> {
  const sessions = createSessions({ db, clock, secret: 'a secret for the tests of the server' });
  const keys = { appId: '7', key: 'app-key', secret: 'app-secret' };
  const desk = createDesk({
    db,
    clock,
    recordingsFolder: dataFolder,
    realtimeAuth: createRealtimeAuth(keys),
    http: onThisMachine,
  });
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const told: number[] = [];
  const app = await buildApp({
    db,
    sessions,
    publicUrl: PUBLIC_URL,
    pageOrigins: [PAGE_ELSEWHERE],
    log,
    register: [
      ...before,
      ...everyRoute({
        user: {
          sessions,
          login: createLogin({ db, clock, sessions }),
          google: createGoogleLogin({
            db,
            clock,
            sessions,
            log,
            secret: 'a secret',
            pageOrigins: [],
            openId: null,
          }),
          ownPassword: createOwnPassword({ db, clock }),
          publicUrl: PUBLIC_URL,
        },
        desk,
        quality: { db, log, metrics: { callSounded: () => undefined } },
        console: createConsole({
          db,
          clock,
          outwardHttp: onThisMachine,
          realtime: { settingsUpdated: (accountId) => void told.push(accountId) },
          retention: { recordingsDays: 365, personalDays: 0 },
        }),
        control,
        doNotCall: createDoNotCallFiles({
          db,
          clock,
          settingsUpdated: (accountId) => void told.push(accountId),
        }),
        realtime: {
          read: createRealtimeNewsReader(keys),
          memberLeft: (userId) => memberLeft({ db, clock }, userId),
        },
        health: createHealth(),
        readiness: async () => ({ isReady: true, isDraining: false, parts: {}, unknownMigrations: [] }),
        metrics: { token: 'of the metrics', read: async () => ({ type: 'text/plain', body: 'none 1\n' }) },
        pages,
        demo,
      }),
    ],
  });
  onTestFinished(() => app.close());
  await app.ready();
  return {
    app,
    sessions,
    told,
    async signedIn(email) {
      const [user] = await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.email, email), eq(users.active, true)));
      const token = user ? await sessions.open(user.id) : sessions.visitor().token;
      return {
        cookie: `${sessionCookieName(PUBLIC_URL)}=${token}`,
        'x-csrf-token': sessions.csrfToken(token),
      };
    },
  };
}
