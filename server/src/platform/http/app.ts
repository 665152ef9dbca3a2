/** The HTTP edge: reading of bodies, who may ask, how a refusal looks. Routes and webhooks are added to it. */

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import { ERRORS } from '@offhook/contract/errors';
import { may, mayWatch } from '@offhook/contract/permissions';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { codeOf as databaseCodeOf, OUT_OF_SPACE } from '../database/database.ts';
import { isOutage } from '../database/outage.ts';
import { withLogFields } from '../process/log.ts';
import { createOutageLog } from '../process/outage-log.ts';
import { type CallerSource, sessionCookieName } from './caller.ts';
import { answerPagesElsewhere } from './cors.ts';
import { foreignPages, refuseForeignPages } from './foreign-pages.ts';
import { noteKnownClient, tellKnownClients } from './known-clients.ts';
import { allowedOrigins } from './origins.ts';
import { REFUSALS, Refusal, type RefusalCode } from './refusal.ts';
import type { Access, Api, Caller } from './route.ts';

/** Of whoever stands in front, so that its log and this one meet. */
const REQUEST_ID = /^[\w.-]{8,64}$/;
const BODY_LIMIT = 100 * 1024;
/** What a 503 asks for: a database that starts again takes seconds. */
const RETRY_AFTER_S = 5;
/** How long a client may take to send its headers, and how often that is checked: Node's own is half a minute. */
const HEADERS_MS = 10_000;
const CHECK_MS = 2_000;
/** A client that is refused while it sends has so long to read why. */
const LINGER_MS = 2_000;

export interface AnswerCounts {
  answered(route: string, method: string, status: number, seconds: number): void;
  refused(code: string): void;
}

export interface AppParts extends CallerSource {
  /** What webhooks, signatures and links use; its origin may change things. */
  readonly publicUrl: string;
  /** Origins of pages elsewhere that may do the same. */
  readonly pageOrigins?: readonly string[];
  /** The demo, whose keys are known to all: the hosts of these origins may be asked for. Absent: this is none. */
  readonly demoOrigins?: readonly string[];
  /** Addresses and networks of proxies elsewhere. */
  readonly trustedProxies?: readonly string[];
  readonly log: FastifyBaseLogger;
  /** The server was told to end: connections are not kept for a next request. */
  readonly isDraining?: () => boolean;
  /** Told of each answer and each refusal. */
  readonly metrics?: AnswerCounts;
  /** Adds routes and webhooks. */
  readonly register: readonly ((api: Api) => unknown)[];
}

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: parts.log,
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    // Who still comes while the server ends is answered like anybody else.
    return503OnClosing: false,
    // The gateway is on this machine; nobody else may say who the client is, but those who are named.
    trustProxy: ['loopback', ...(parts.trustedProxies ?? [])],
    // A path that cannot be decoded is nobody's.
    frameworkErrors: (_error, _request, reply) => {
      refuse(reply as FastifyReply, 'notFound');
    },
  });
  await server.register(cookie);
  // Those of the framework would take plain text.
  server.removeAllContentTypeParsers();
  await server.register(formbody, { bodyLimit: BODY_LIMIT });
  await server.register(helmet, {
    // Of answers that are no page: nothing of them may run or be framed. The page has its own policy.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    strictTransportSecurity: parts.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'same-origin' },
  });
  readJson(server);
  tellKnownClients(server);
  answerWhileSending(server);
  answerRefusals(
    server,
    (code) => parts.metrics?.refused(code),
    createOutageLog(parts.log, () => performance.now()),
  );
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    withLogFields({ request: request.id }, done);
  });
  // A body comes in the connection's own time: what follows it belongs to the request again.
  server.addHook('preValidation', (request, _reply, done) => withLogFields({ request: request.id }, done));
  server.addHook('onResponse', async (request, reply) => {
    const { url: route } = request.routeOptions;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug({ method: request.method, route, status: reply.statusCode, ms }, 'request answered');
  });
  const { isDraining, demoOrigins } = parts;
  if (demoOrigins) refuseForeignPages(server, foreignPages(parts.publicUrl, demoOrigins));
  if (isDraining)
    server.addHook('onRequest', async (_request, reply) => {
      if (isDraining()) reply.header('connection', 'close');
    });
  if (parts.metrics) countAnswers(server, parts.metrics);
  const elsewhere = parts.pageOrigins ?? [];
  const origins = allowedOrigins(parts.publicUrl, elsewhere);
  answerPagesElsewhere(server, new Set(elsewhere));
  const api: Api = {
    server,
    admit: (request, access, changes) => admit(parts, origins, request, access, changes),
  };
  for (const register of parts.register) register(api);
  return server;
}

async function admit(
  parts: AppParts,
  origins: ReadonlySet<string>,
  request: FastifyRequest,
  access: Access,
  changes: boolean,
): Promise<Caller> {
  if (access === 'api-key') {
    const account = await parts.accountOfKey(request.headers.authorization);
    if (!account) throw new Refusal('unauthenticated');
    noteKnownClient(request);
    return { session: null, account };
  }
  const { origin } = request.headers;
  if (changes && origin !== undefined && !origins.has(origin)) throw new Refusal('foreignOrigin');
  const cookie = request.cookies[sessionCookieName(parts.publicUrl)] ?? '';
  const session = await parts.sessions.read(cookie);
  if (session?.user) noteKnownClient(request);
  if (access !== 'anyone') {
    if (!session?.user) throw new Refusal('unauthenticated');
    if (access === 'supervisor' && !mayWatch(session.user)) throw new Refusal('forbidden');
    if (access === 'admin' && !may(session.user, 'admin')) throw new Refusal('forbidden');
  }
  // Also by the cookie of a session that is over: after logout the open page can log in again.
  if (changes && !parts.sessions.isCsrfToken(cookie, request.headers['x-csrf-token'])) {
    throw new Refusal('csrf');
  }
  return { session, account: null };
}

/** An empty body is no body: a client may name the type and send nothing. */
function readJson(server: FastifyInstance): void {
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text.toString()));
    } catch {
      done(new Refusal('badJson'));
    }
  });
}

/** The one place where a code becomes a status and a sentence. */
function answerRefusals(
  server: FastifyInstance,
  told: (code: RefusalCode) => void,
  noteOutage: (error: unknown) => void,
): void {
  server.setErrorHandler((error: unknown, request, reply) => {
    const code = codeOf(error);
    if (code === 'databaseAway') noteOutage(error);
    const own = ownStatus(error);
    if (code === 'internal' && own !== null) {
      return reply.code(own).send({ success: false, error: ERRORS.badInput.text });
    }
    if (code === 'internal')
      request.log.error({ err: error, url: request.routeOptions.url }, 'request failed');
    told(code);
    return refuse(reply, code, error instanceof Refusal ? error.text : undefined);
  });
  server.setNotFoundHandler((_request, reply) => {
    told('notFound');
    return refuse(reply, 'notFound');
  });
}

/**
 * An answer to a request that is still being sent ends its connection, and to close one on which bytes still come resets
 * it: the reset may overtake the answer. So the whole answer is sent, and its end waits for a while for the request's.
 */
function answerWhileSending(server: FastifyInstance): void {
  server.addHook('onSend', async ({ raw }, reply, payload) => {
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || raw.headers['content-length'] !== undefined;
    if (!hasBody || raw.complete || raw.readableEnded || typeof payload !== 'string') return payload;
    reply.header('content-length', Buffer.byteLength(payload));
    const answer = new Readable({ read: () => undefined });
    answer.push(payload);
    const end = () => {
      clearTimeout(tooLong);
      if (!answer.readableEnded) answer.push(null);
    };
    const tooLong = setTimeout(end, LINGER_MS);
    raw.once('end', end).once('close', end).resume();
    return answer;
  });
}

function countAnswers(server: FastifyInstance, metrics: Pick<AnswerCounts, 'answered'>): void {
  server.addHook('onResponse', async (request, reply) => {
    // By the route's pattern: an id in a label would make a series of its own.
    const route = request.routeOptions.url ?? 'none';
    metrics.answered(route, request.method, reply.statusCode, reply.elapsedTime / 1_000);
  });
}

function refuse(reply: FastifyReply, code: RefusalCode, sentence?: string): FastifyReply {
  const { category, status, text } = REFUSALS[code];
  if (category === 'unavailable') reply.header('retry-after', RETRY_AFTER_S);
  return reply.code(status).send({ success: false, error: sentence ?? text });
}

/** The 4xx that a plugin chose, such as 416 for a range beyond the file. */
function ownStatus(error: unknown): number | null {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 0;
  return status >= 400 && status < 500 ? status : null;
}

function codeOf(error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.code;
  if (databaseCodeOf(error) === OUT_OF_SPACE) return 'diskFull';
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'tooLarge';
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP_')) return 'badJson';
  return isOutage(error) ? 'databaseAway' : 'internal';
}
