/** Every route of the server over one database and a stand-in provider, for tests that ask all of them. */

import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { accountOfKey } from '../../accounts/sign-in/api-keys.ts';
import { createSessions, type Sessions } from '../../accounts/sign-in/sessions.ts';
import { createConsole } from '../../administration/console.ts';
import { createDoNotCallFiles } from '../../leads/do-not-call-files.ts';
import { users } from '../../platform/database/schema.ts';
import { buildApp } from '../../platform/http/app.ts';
import { sessionCookieName } from '../../platform/http/caller.ts';
import { createHealth } from '../../platform/http/health/health.ts';
import type { Api } from '../../platform/http/route.ts';
import { createRealtimeAuth, createRealtimeNewsReader } from '../../platform/realtime/realtime-auth.ts';
import { createOutwardHttp, type OutwardHttp } from '../../platform/telephony/outward-http.ts';
import { memberLeft } from '../../presence/presence.ts';
import { type EveryRouteParts, everyRoute } from '../../routes.ts';
import { PUBLIC_URL } from '../world/edge.ts';
import type { TestWorld } from '../world/world.ts';
import { PAGE_ELSEWHERE } from './app.ts';
import { deskPartsOf, userPartsOf } from './desk-parts.ts';
import { find } from './rows.ts';

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
  { db, clock, work, dataFolder }: TestWorld,
  before: readonly ((api: Api) => unknown)[] = [],
  { pages = null, demo = null }: Partial<Pick<EveryRouteParts, 'pages' | 'demo'>> = {},
): Promise<WholeApp> {
  const sessions = createSessions({ db, clock, secret: 'a secret for the tests of the server' });
  const keys = { appId: '7', key: 'app-key', secret: 'app-secret' };
  const desk = deskPartsOf({
    db,
    clock,
    recordingsFolder: dataFolder,
    realtimeAuth: createRealtimeAuth(keys),
    http: onThisMachine,
  });
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const told: number[] = [];
  const app = await buildApp({
    accountOfKey: (authorization) => accountOfKey(db, authorization),
    sessions,
    publicUrl: PUBLIC_URL,
    pageOrigins: [PAGE_ELSEWHERE],
    log,
    register: [
      ...before,
      ...everyRoute({
        user: userPartsOf({ db, clock, sessions, log, publicUrl: PUBLIC_URL }),
        desk,
        quality: { db, log, metrics: { callSounded: () => undefined } },
        console: createConsole({
          db,
          clock,
          outwardHttp: onThisMachine,
          realtime: { settingsUpdated: (accountId) => void told.push(accountId) },
          retention: { recordingsDays: 365, personalDays: 0 },
        }),
        work: work.parts,
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
      const [user] = await find(db, users, and(eq(users.email, email), eq(users.active, true)));
      const token = user ? await sessions.open(user.id) : sessions.visitor().token;
      return {
        cookie: `${sessionCookieName(PUBLIC_URL)}=${token}`,
        'x-csrf-token': sessions.csrfToken(token),
      };
    },
  };
}
