/** All routes of the server over one database and a fake provider. */

import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { findAccountByKey } from '../../accounts/sign-in/api-keys.ts';
import { createSessions, type Sessions } from '../../accounts/sign-in/sessions.ts';
import { createIssuers } from '../../accounts/single-sign-on/issuers.ts';
import { createConsole } from '../../administration/console.ts';
import { createDoNotCallFiles } from '../../leads/do-not-call/do-not-call-files.ts';
import { users } from '../../platform/database/schema.ts';
import { buildApp } from '../../platform/http/app.ts';
import { sessionCookieName } from '../../platform/http/caller.ts';
import { createHealth } from '../../platform/http/health/health.ts';
import type { Api } from '../../platform/http/route.ts';
import { createRealtimeAuth, createRealtimeWebhookReader } from '../../platform/realtime/realtime-auth.ts';
import { createSafeHttp, type SafeHttp } from '../../platform/telephony/safe-http.ts';
import { shortenLease } from '../../presence/presence.ts';
import { type AllRoutesDeps, allRoutes } from '../../routes.ts';
import { PUBLIC_URL } from '../world/edge.ts';
import type { TestWorld } from '../world/world.ts';
import { ALLOWED_PAGE_ORIGIN } from './app.ts';
import { createAgentConsoleDeps, createUserDeps } from './route-deps.ts';
import { find } from './rows.ts';
import { TEST_SECRETS } from './secrets.ts';

/** Tests must not reach other machines. */
const http = createSafeHttp(true);
const onThisMachine: SafeHttp = {
  send: async (request) =>
    new URL(request.url).hostname === '127.0.0.1'
      ? http.send(request)
      : { ok: false, error: 'Tests may reach only this machine.' },
};

export interface WholeApp {
  readonly app: FastifyInstance;
  readonly sessions: Sessions;
  /** @returns the headers of a new session; of a visitor's if no active user has this email */
  signIn(email: string): Promise<Record<string, string>>;
  readonly notifiedAccounts: readonly number[];
  readonly notifiedPhones: readonly { readonly callId: number; readonly userIds: readonly number[] }[];
}

export async function openWholeApp(
  { db, clock, work, dataFolder }: TestWorld,
  before: readonly ((api: Api) => unknown)[] = [],
  {
    pages = null,
    demo = null,
    sendsMail = false,
  }: Partial<Pick<AllRoutesDeps, 'pages' | 'demo'>> & { readonly sendsMail?: boolean } = {},
): Promise<WholeApp> {
  const sessions = createSessions({ db, clock, secret: 'a secret for the tests of the server' });
  const keys = { appId: '7', key: 'app-key', secret: 'app-secret' };
  const agentConsole = {
    ...createAgentConsoleDeps({
      db,
      clock,
      recordingsFolder: dataFolder,
      realtimeAuth: createRealtimeAuth(keys),
      http: onThisMachine,
    }),
    // Calls ask for the files that the page uploads.
    greetings: work.deps.greetings,
  };
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const notifiedAccounts: number[] = [];
  const notifiedPhones: { callId: number; userIds: readonly number[] }[] = [];
  const app = await buildApp({
    findAccountByKey: (authorization) => findAccountByKey(db, authorization),
    sessions,
    publicUrl: PUBLIC_URL,
    pageOrigins: [ALLOWED_PAGE_ORIGIN],
    log,
    register: [
      ...before,
      ...allRoutes({
        user: createUserDeps({
          db,
          clock,
          sessions,
          log,
          publicUrl: PUBLIC_URL,
          sendsMail,
          http: onThisMachine,
        }),
        agentConsole,
        quality: { db, log, metrics: { recordCallQuality: () => undefined } },
        console: createConsole({
          imports: work.deps.consoleImports,
          greetings: work.deps.greetings,
          intake: work.deps.intake,
          db,
          clock,
          safeHttp: onThisMachine,
          issuers: createIssuers({
            http: onThisMachine,
            publicUrl: PUBLIC_URL,
            clock,
            secrets: TEST_SECRETS,
          }),
          secrets: TEST_SECRETS,
          realtime: {
            settingsUpdated: (accountId) => void notifiedAccounts.push(accountId),
            agentUpdated: () => undefined,
            statusUpdated: () => undefined,
            callUpdated: () => undefined,
            ownCallUpdated: (callId, userIds) => void notifiedPhones.push({ callId, userIds }),
          },
          retention: { recordingsDays: 365, personalDays: 0 },
          publicUrl: PUBLIC_URL,
          sendsMail,
          boardEveryMs: 0,
        }),
        work: work.deps,
        doNotCall: createDoNotCallFiles({
          db,
          clock,
          settingsUpdated: (accountId) => void notifiedAccounts.push(accountId),
        }),
        realtime: {
          read: createRealtimeWebhookReader(keys),
          onMemberLeft: (userId) => shortenLease({ db, clock }, userId),
        },
        health: createHealth(),
        readiness: async () => ({ isReady: true, isDraining: false, components: {}, unknownMigrations: [] }),
        metrics: { token: 'metrics-token', read: async () => ({ type: 'text/plain', body: 'none 1\n' }) },
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
    notifiedAccounts,
    notifiedPhones,
    async signIn(email) {
      const [user] = await find(db, users, and(eq(users.email, email), eq(users.active, true)));
      const token = user ? await sessions.open(user.id) : sessions.createVisitor().token;
      return {
        cookie: `${sessionCookieName(PUBLIC_URL)}=${token}`,
        'x-csrf-token': sessions.csrfToken(token),
      };
    },
  };
}
