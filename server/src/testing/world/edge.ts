/** The HTTP edge of test worlds, and who asks there: agents' phones, the CRM, the provider. */

import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import twilio from 'twilio';
import { voiceIdentity } from '../../accounts/core/page-identity.ts';
import { accountOfKey } from '../../accounts/sign-in/api-keys.ts';
import { hashToken, type Sessions } from '../../accounts/sign-in/sessions.ts';
import type { Database } from '../../platform/database/database.ts';
import { buildApp } from '../../platform/http/app.ts';
import { sessionCookieName } from '../../platform/http/caller.ts';
import { workRoutes } from '../../routes.ts';
import type { ServedParts, Work } from '../../work.ts';
import { userOf } from '../app/rows.ts';
import { ACCOUNT } from '../servers/keys.ts';

export const AUTH_TOKEN = ACCOUNT.authToken;
/** What webhooks are signed for; the server listens elsewhere, as behind a gateway. */
export const PUBLIC_URL = 'https://offhook.test';

export const SILENT = pino({ level: process.env['TEST_LOG'] ?? 'silent' }, pino.destination(2));

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
}

/** What a request is answered that is refused with this sentence. */
export const refusedWith = (error: string, status = 422) => ({ status, body: { success: false, error } });

export interface Agent {
  readonly id: number;
  /** The session's cookie. */
  readonly token: string;
  /** Of the session, for requests that are not JSON. */
  readonly headers: Readonly<Record<string, string>>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
  put(path: string, body?: object): Promise<Answer>;
  /** The provider's address of this session's page; of the one that `present` reports unless told otherwise. */
  client(phoneId?: string): string;
  /** Reports presence: waiting, registered, ready, unless told otherwise. */
  present(changes?: Record<string, unknown>): Promise<Answer>;
}

/** What the HTTP edge calls. */
export interface Behind {
  readonly work: () => Work;
  readonly sessions: Sessions;
}

export interface Edge {
  readonly base: string;
  release(): Promise<void>;
}

interface KeptEdge {
  readonly app: FastifyInstance;
  readonly base: string;
  readonly db: Database;
  behind: Behind | null;
}

/**
 * The HTTP edge has no state and is slow to build, so one serves world after world of a database. A second world of a
 * test and a world with a log of its own get their own edge.
 */
let kept: KeptEdge | undefined;

export async function edgeOf(db: Database, log: Logger, behind: Behind): Promise<Edge> {
  if (log !== SILENT || kept?.behind) {
    const own = await buildEdge(db, log, behind);
    return { base: own.base, release: () => closeEdge(own) };
  }
  if (kept?.db !== db) {
    if (kept) await closeEdge(kept);
    kept = await buildEdge(db, log, behind);
  }
  const shared = kept;
  shared.behind = behind;
  return {
    base: shared.base,
    async release() {
      shared.behind = null;
    },
  };
}

async function buildEdge(db: Database, log: Logger, behind: Behind): Promise<KeptEdge> {
  const edge: { behind: Behind | null } = { behind };
  const current = () => {
    if (edge.behind === null) throw new Error('the world of this request has ended');
    return edge.behind;
  };
  const parts = standsFor<ServedParts>(() => current().work().parts);
  const app = await buildApp({
    accountOfKey: (authorization) => accountOfKey(db, authorization),
    sessions: standsFor(() => current().sessions),
    publicUrl: PUBLIC_URL,
    log,
    register: [(api) => workRoutes(api, parts)],
  });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  app.server.unref();
  return Object.assign(edge, { app, base, db });
}

async function closeEdge({ app }: KeptEdge): Promise<void> {
  app.server.closeAllConnections();
  await app.close();
}

/** An object that forwards each use to the current one. */
function standsFor<T extends object>(one: () => T): T {
  return new Proxy({} as T, {
    get(_target, name) {
      const value: unknown = Reflect.get(one(), name);
      if (typeof value !== 'function') return value;
      // Some routes keep the method itself.
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

/** Posts a webhook as the provider does, signed. */
export async function tell(
  base: string,
  path: string,
  form: Record<string, string>,
  signature?: string,
): Promise<Answer<string>> {
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

/** Sends a file of leads. */
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

/** A session of a user of the demo world. */
export async function signIn(
  db: Database,
  sessions: Sessions,
  base: () => string,
  email: string,
): Promise<Agent> {
  const user = await userOf(db, email);
  const token = await sessions.open(user.id);
  // By the names for https, as behind a gateway, and for http: worlds of either kind sign in.
  const names = [PUBLIC_URL, base()].map(sessionCookieName);
  const headers = {
    cookie: names.map((name) => `${name}=${token}`).join('; '),
    'x-csrf-token': sessions.csrfToken(token),
  };
  const post = (path: string, body?: object) => askJson(base(), 'POST', path, headers, body);
  return {
    id: user.id,
    token,
    headers,
    get: (path) => askJson(base(), 'GET', path, headers),
    post,
    put: (path, body) => askJson(base(), 'PUT', path, headers, body),
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

/** What `webhook` takes, of an address that the provider was given. */
export function pathOf(url: string | undefined): string {
  return (url ?? '').replace(PUBLIC_URL, '').split('#')[0] ?? '';
}
