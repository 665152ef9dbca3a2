/** The HTTP layer of test worlds and its clients: phones, lead sources, the provider. */

import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import twilio from 'twilio';
import { expect } from 'vitest';
import { voiceIdentity } from '../../accounts/core/page-identity.ts';
import { findAccountByKey } from '../../accounts/sign-in/api-keys.ts';
import { hashToken, type Sessions } from '../../accounts/sign-in/sessions.ts';
import type { Database } from '../../platform/database/database.ts';
import { buildApp } from '../../platform/http/app.ts';
import { sessionCookieName } from '../../platform/http/caller.ts';
import { workRoutes } from '../../routes.ts';
import type { RouteDeps, Work } from '../../work.ts';
import { userOf } from '../app/rows.ts';
import { ACCOUNT } from '../servers/keys.ts';

export const AUTH_TOKEN = ACCOUNT.authToken;
/** Base of the webhook signatures. The server listens elsewhere, as behind a gateway. */
export const PUBLIC_URL = 'https://offhook.test';

export const SILENT = pino({ level: process.env['TEST_LOG'] ?? 'silent' }, pino.destination(2));

export interface TestResponse<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
}

export const errorResponse = (error: string, status = 422) => ({
  status,
  body: { success: false, error, code: expect.any(String) },
});

export interface Agent {
  readonly id: number;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
  get(path: string): Promise<TestResponse>;
  post(path: string, body?: object): Promise<TestResponse>;
  put(path: string, body?: object): Promise<TestResponse>;
  /** Voice identity of a page of this session; by default of the page whose presence `present` reports. */
  client(phoneId?: string): string;
  /** Reports presence; by default waiting, registered and ready. */
  present(changes?: Record<string, unknown>): Promise<TestResponse>;
}

export interface EdgeTarget {
  readonly work: () => Work;
  readonly sessions: Sessions;
}

export interface Edge {
  readonly base: string;
  release(): Promise<void>;
}

interface CachedEdge {
  readonly app: FastifyInstance;
  readonly base: string;
  readonly db: Database;
  target: EdgeTarget | null;
}

// The HTTP layer is slow to build and stateless, so the worlds on one database share it. A test's second world, or a
// world with its own log, builds its own.
let sharedEdge: CachedEdge | undefined;

export async function openEdge(db: Database, log: Logger, target: EdgeTarget): Promise<Edge> {
  if (log !== SILENT || sharedEdge?.target) {
    const own = await buildEdge(db, log, target);
    return { base: own.base, release: () => closeEdge(own) };
  }
  if (sharedEdge?.db !== db) {
    if (sharedEdge) await closeEdge(sharedEdge);
    sharedEdge = await buildEdge(db, log, target);
  }
  const shared = sharedEdge;
  shared.target = target;
  return {
    base: shared.base,
    async release() {
      shared.target = null;
    },
  };
}

async function buildEdge(db: Database, log: Logger, target: EdgeTarget): Promise<CachedEdge> {
  const edge: { target: EdgeTarget | null } = { target };
  const current = () => {
    if (edge.target === null) throw new Error('The test world of this request was closed.');
    return edge.target;
  };
  const deps = forwardTo<RouteDeps>(() => current().work().deps);
  const app = await buildApp({
    findAccountByKey: (authorization) => findAccountByKey(db, authorization),
    sessions: forwardTo(() => current().sessions),
    publicUrl: PUBLIC_URL,
    log,
    register: [(api) => workRoutes(api, deps)],
  });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  app.server.unref();
  return Object.assign(edge, { app, base, db });
}

async function closeEdge({ app }: CachedEdge): Promise<void> {
  app.server.closeAllConnections();
  await app.close();
}

/** Returns a proxy that forwards to the current object. */
function forwardTo<T extends object>(one: () => T): T {
  return new Proxy({} as T, {
    get(_target, name) {
      const value: unknown = Reflect.get(one(), name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const now = one();
        return (Reflect.get(now, name) as (...given: unknown[]) => unknown).apply(now, args);
      };
    },
    ownKeys: () => Reflect.ownKeys(one()),
    getOwnPropertyDescriptor: (_target, name) => ({
      ...Reflect.getOwnPropertyDescriptor(one(), name),
      configurable: true,
    }),
  });
}

export async function postWebhook(
  base: string,
  path: string,
  form: Record<string, string>,
  signature?: string,
): Promise<TestResponse<string>> {
  const signed = signature ?? twilio.getExpectedTwilioSignature(AUTH_TOKEN, PUBLIC_URL + path, form);
  const response = await fetch(base + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signed,
    },
    body: new URLSearchParams(form).toString(),
  });
  return { status: response.status, body: await response.text() };
}

export async function requestJson(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<TestResponse> {
  const response = await fetch(base + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export async function upload(
  { base }: { base(): string },
  body: string | Uint8Array<ArrayBuffer>,
  headers: object,
) {
  const response = await fetch(`${base()}/api/v1/leads/imports`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    body,
  });
  const answer = (await response.json()) as { success: boolean; import?: { id: number } };
  return { status: response.status, body: answer };
}

export async function signIn(
  db: Database,
  sessions: Sessions,
  base: () => string,
  email: string,
): Promise<Agent> {
  const user = await userOf(db, email);
  const token = await sessions.open(user.id);
  // Both cookie names, since worlds use either https or http.
  const names = [PUBLIC_URL, base()].map(sessionCookieName);
  const headers = {
    cookie: names.map((name) => `${name}=${token}`).join('; '),
    'x-csrf-token': sessions.csrfToken(token),
  };
  const post = (path: string, body?: object) => requestJson(base(), 'POST', path, headers, body);
  return {
    id: user.id,
    token,
    headers,
    get: (path) => requestJson(base(), 'GET', path, headers),
    post,
    put: (path, body) => requestJson(base(), 'PUT', path, headers, body),
    client: (phoneId = `phone-${user.id}`) =>
      `client:${voiceIdentity({ userId: user.id, sessionHash: hashToken(token), phoneId })}`,
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

/** Converts a URL given to the provider to a path for `webhook`. */
export function pathOf(url: string | undefined): string {
  return (url ?? '').replace(PUBLIC_URL, '').split('#')[0] ?? '';
}
