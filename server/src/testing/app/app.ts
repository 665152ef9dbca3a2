/** Opens the HTTP layer with everything but telephony, for requests like a browser's. */

import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { findAccountByKey } from '../../accounts/sign-in/api-keys.ts';
import type { OpenId } from '../../accounts/sign-in/providers/openid.ts';
import { createSessions } from '../../accounts/sign-in/sessions.ts';
import { userRoutes } from '../../accounts/sign-in/user.ts';
import { buildApp } from '../../platform/http/app.ts';
import { sessionCookieName } from '../../platform/http/caller.ts';
import { createRealtimeAuth } from '../../platform/realtime/realtime-auth.ts';
import { createSafeHttp } from '../../platform/telephony/safe-http.ts';
import { agentConsoleRoutes } from '../../routes.ts';
import type { OpenTestDatabase, TestDatabase } from '../database/database.ts';
import { createAgentConsoleDeps, createUserDeps } from './route-deps.ts';
import { userOf } from './rows.ts';

export const PUBLIC_URL = 'http://localhost:8080';
export const ALLOWED_PAGE_ORIGIN = 'https://phone.elsewhere.example';
export const REALTIME_KEYS = { appId: '7', key: 'app-key', secret: 'app-secret' };

export interface Body {
  readonly reason?: string | null;
  readonly success?: boolean;
  readonly error?: string;
  readonly csrf_token?: string;
  readonly user?: { readonly integrations: unknown };
  readonly data?: readonly (Readonly<Record<string, unknown>> & { readonly id: number })[];
  readonly note?: { readonly id: number };
}

export interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
  readonly headers: Record<string, unknown>;
}

export interface Browser {
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  post(url: string, body?: object | string, headers?: Record<string, string>): Promise<Answer>;
  put(url: string, body: object): Promise<Answer>;
  /** Logs in after getUser, which provides the visitor's CSRF token. */
  login(email: string, password?: string, headers?: Record<string, string>): Promise<Answer>;
  cookie(): string;
  csrfToken(): string;
}

export interface TestApp extends TestDatabase {
  readonly app: FastifyInstance;
  readonly clock: { now(): number; advance(ms: number): void };
  /** Realtime messages about a user: the name and the user's ID. */
  readonly published: readonly string[];
  browser(): Browser;
  as(email: string): Promise<Browser>;
}

export async function openTestApp(
  open: OpenTestDatabase,
  publicUrl = PUBLIC_URL,
  openId: OpenId | null = null,
  log = pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
): Promise<TestApp> {
  const database = await open({ demo: true });
  const { db, recordingsFolder } = database;
  let ahead = 0;
  const clock = {
    now: () => Date.now() + ahead,
    advance(ms: number) {
      ahead += ms;
    },
  };
  const sessions = createSessions({ db, clock, secret: 'a secret for the tests of the server' });
  const agentConsole = createAgentConsoleDeps({
    db,
    clock,
    recordingsFolder,
    realtimeAuth: createRealtimeAuth(REALTIME_KEYS),
  });
  const published: string[] = [];
  const user = createUserDeps({
    db,
    clock,
    sessions,
    log,
    publicUrl,
    pageOrigins: [ALLOWED_PAGE_ORIGIN],
    openId,
    http: createSafeHttp(true),
    realtime: {
      statusUpdated: (userId) => void published.push(`status.updated ${userId}`),
      agentUpdated: (_, userId) => void published.push(`agent.updated ${userId}`),
      settingsUpdated: (accountId) => void published.push(`settings.updated ${accountId}`),
    },
  });
  const app = await buildApp({
    findAccountByKey: (authorization) => findAccountByKey(db, authorization),
    sessions,
    publicUrl,
    pageOrigins: [ALLOWED_PAGE_ORIGIN],
    log,
    register: [(api) => userRoutes(api, user), (api) => agentConsoleRoutes(api, agentConsole)],
  });
  onTestFinished(() => app.close());
  await app.ready();
  return {
    ...database,
    app,
    clock,
    published,
    browser: () => openBrowser(app),
    as: async (email) => {
      const user = await userOf(db, email);
      const token = await sessions.open(user.id);
      return openBrowser(app, `${sessionCookieName(publicUrl)}=${token}`, sessions.csrfToken(token));
    },
  };
}

export async function openTestAppAs(
  open: OpenTestDatabase,
  email: string,
): Promise<readonly [Browser, TestApp]> {
  const opened = await openTestApp(open);
  return [await opened.as(email), opened];
}

function openBrowser(app: FastifyInstance, firstCookie = '', firstToken = ''): Browser {
  let cookie = firstCookie;
  let csrf = firstToken;
  let step = '';
  const send = async (request: InjectOptions): Promise<Answer> => {
    const cookies = [cookie, step].filter((one) => one !== '').join('; ');
    const headers = {
      ...(cookies && { cookie: cookies }),
      ...(csrf && { 'x-csrf-token': csrf }),
      ...request.headers,
    };
    const response = await app.inject({ ...request, headers });
    const set = response.cookies.find((entry) => entry.name.endsWith('offhook_session'));
    if (set) cookie = `${set.name}=${set.value}`;
    const nextStep = response.cookies.find((entry) => entry.name.endsWith('offhook_step'));
    if (nextStep) step = nextStep.value === '' ? '' : `${nextStep.name}=${nextStep.value}`;
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const body: Body = isJson ? response.json() : {};
    csrf = body.csrf_token ?? csrf;
    return { status: response.statusCode, body, text: response.body, headers: response.headers };
  };
  const browser: Browser = {
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: (url, body, headers = {}) =>
      send({
        method: 'POST',
        url,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { payload: body }),
      }),
    put: (url, payload) =>
      send({ method: 'PUT', url, headers: { 'content-type': 'application/json' }, payload }),
    async login(email, password = 'offhook-demo', headers = {}) {
      await browser.get('/api/v1/user?time=1');
      return browser.post('/api/v1/user/login', { email, password }, headers);
    },
    cookie: () => cookie,
    csrfToken: () => csrf,
  };
  return browser;
}
