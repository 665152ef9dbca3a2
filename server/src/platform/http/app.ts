import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import { hasPermission, mayWatch } from '@offhook/contract/accounts/permissions';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { errorCode as databaseCodeOf, OUT_OF_SPACE } from '../database/database.ts';
import { isOutage } from '../database/outage.ts';
import { withLogFields } from '../process/log.ts';
import { createOutageLog } from '../process/outage-log.ts';
import { API_ERRORS, ApiError, type ApiErrorCode } from './api-error.ts';
import { type CallerSource, sessionCookieName } from './caller.ts';
import { addCors } from './cors.ts';
import { createForeignPageCheck, rejectForeignPages } from './foreign-pages.ts';
import { markKnownClient, sendKnownClientHeader } from './known-clients.ts';
import { allowedOrigins } from './origins.ts';
import { chooseResponseLanguage, translateFor } from './response-language.ts';
import type { Access, Api, Caller } from './route.ts';
import { failureResponse, isShownToVisitor } from './visitor-answers.ts';

/** Set by the proxy in front, to correlate logs. */
const REQUEST_ID = /^[\w.-]{8,64}$/;
const BODY_LIMIT = 100 * 1024;
const RETRY_AFTER_S = 5;
/** Time limit for a client's headers, and how often it's checked (Node's default is 30 s). */
const HEADERS_MS = 10_000;
const CHECK_MS = 2_000;
const LINGER_MS = 2_000;

export interface RequestMetrics {
  responded(route: string, method: string, status: number, seconds: number): void;
  rejected(code: string): void;
}

export interface AppDeps extends CallerSource {
  readonly publicUrl: string;
  readonly pageOrigins?: readonly string[];
  readonly demoOrigins?: readonly string[];
  readonly trustedProxies?: readonly string[];
  readonly log: FastifyBaseLogger;
  /** During shutdown, responses close their connections. */
  readonly isDraining?: () => boolean;
  readonly metrics?: RequestMetrics;
  readonly register: readonly ((api: Api) => unknown)[];
}

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: deps.log,
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    // Requests that still arrive during shutdown are answered normally.
    return503OnClosing: false,
    trustProxy: ['loopback', ...(deps.trustedProxies ?? [])],
    frameworkErrors: (_error, request, reply) => {
      sendError(request, reply as FastifyReply, new ApiError('notFound'));
    },
  });
  await server.register(cookie);
  // The framework's own parsers would accept plain text.
  server.removeAllContentTypeParsers();
  await server.register(formbody, { bodyLimit: BODY_LIMIT });
  await server.register(helmet, {
    // Pages set their own policy. In other responses nothing may run or be framed.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    strictTransportSecurity: deps.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'same-origin' },
  });
  readJson(server);
  sendKnownClientHeader(server);
  delayCloseUntilBodyRead(server);
  handleErrors(
    server,
    (code) => deps.metrics?.rejected(code),
    createOutageLog(deps.log, () => performance.now()),
  );
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    withLogFields({ request: request.id }, done);
  });
  // The body is read outside the async context, so the context is entered again here.
  server.addHook('preValidation', (request, _reply, done) => withLogFields({ request: request.id }, done));
  server.addHook('onResponse', async (request, reply) => {
    const { url: route } = request.routeOptions;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug({ method: request.method, route, status: reply.statusCode, ms }, 'request completed');
  });
  const { isDraining, demoOrigins } = deps;
  if (demoOrigins) rejectForeignPages(server, createForeignPageCheck(deps.publicUrl, demoOrigins));
  if (isDraining)
    server.addHook('onRequest', async (_request, reply) => {
      if (isDraining()) reply.header('connection', 'close');
    });
  if (deps.metrics) recordResponses(server, deps.metrics);
  const otherOrigins = deps.pageOrigins ?? [];
  const origins = allowedOrigins(deps.publicUrl, otherOrigins);
  addCors(server, new Set(otherOrigins));
  const api: Api = {
    server,
    authorize: (request, access, changes) => admit(deps, origins, request, access, changes),
  };
  for (const register of deps.register) register(api);
  return server;
}

async function admit(
  deps: AppDeps,
  origins: ReadonlySet<string>,
  request: FastifyRequest,
  access: Access,
  changes: boolean,
): Promise<Caller> {
  if (access === 'api-key') {
    const account = await deps.findAccountByKey(request.headers.authorization);
    if (!account) throw new ApiError('unauthenticated');
    markKnownClient(request);
    return { session: null, account };
  }
  const { origin } = request.headers;
  if (changes && origin !== undefined && !origins.has(origin)) throw new ApiError('foreignOrigin');
  const cookie = request.cookies[sessionCookieName(deps.publicUrl)] ?? '';
  const session = await deps.sessions.read(cookie);
  if (session?.user) markKnownClient(request);
  if (access !== 'anyone') {
    if (!session?.user) throw new ApiError('unauthenticated');
    if (access === 'supervisor' && !mayWatch(session.user)) throw new ApiError('forbidden');
    if (access === 'admin' && !hasPermission(session.user, 'admin')) throw new ApiError('forbidden');
  }
  // Also valid for a cookie whose session has ended: after logout, an open page can log in again.
  if (changes && !deps.sessions.isCsrfToken(cookie, request.headers['x-csrf-token'])) {
    throw new ApiError('csrf');
  }
  return { session, account: null };
}

function readJson(server: FastifyInstance): void {
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text.toString()));
    } catch {
      done(new ApiError('badJson'));
    }
  });
}

/** The only place that turns errors into responses. */
function handleErrors(
  server: FastifyInstance,
  onError: (code: ApiErrorCode) => void,
  logOutage: (error: unknown) => void,
): void {
  server.setErrorHandler((error: unknown, request, reply) => {
    const code = toErrorCode(error);
    if (code === 'databaseAway') logOutage(error);
    const own = clientErrorStatus(error);
    if (code === 'internal' && own !== null) {
      return sendError(request, reply, new ApiError('badInput'), own);
    }
    if (code === 'internal')
      request.log.error({ err: error, url: request.routeOptions.url }, 'request failed');
    onError(code);
    return sendError(request, reply, error instanceof ApiError ? error : new ApiError(code));
  });
  server.setNotFoundHandler((request, reply) => {
    onError('notFound');
    return sendError(request, reply, new ApiError('notFound'));
  });
}

/**
 * Closing a connection that still receives bytes resets it, and the reset may overtake the response. So the whole
 * response is sent, and its end is delayed until the request's body has ended or a timeout passes.
 */
function delayCloseUntilBodyRead(server: FastifyInstance): void {
  server.addHook('onSend', async ({ raw }, reply, payload) => {
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || raw.headers['content-length'] !== undefined;
    if (!hasBody || raw.complete || raw.readableEnded || typeof payload !== 'string') return payload;
    reply.header('content-length', Buffer.byteLength(payload));
    const stream = new Readable({ read: () => undefined });
    stream.push(payload);
    const end = () => {
      clearTimeout(tooLong);
      if (!stream.readableEnded) stream.push(null);
    };
    const tooLong = setTimeout(end, LINGER_MS);
    raw.once('end', end).once('close', end).resume();
    return stream;
  });
}

function recordResponses(server: FastifyInstance, metrics: Pick<RequestMetrics, 'responded'>): void {
  server.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the URL: each ID would create its own time series.
    const route = request.routeOptions.url ?? 'none';
    metrics.responded(route, request.method, reply.statusCode, reply.elapsedTime / 1_000);
  });
}

function sendError(
  request: Pick<FastifyRequest, 'headers' | 'method' | 'url'>,
  reply: FastifyReply,
  apiError: ApiError,
  ownStatus?: number,
): FastifyReply {
  const { code, sentence } = apiError;
  const { category, status } = API_ERRORS[code];
  if (category === 'unavailable') reply.header('retry-after', RETRY_AFTER_S);
  reply.code(ownStatus ?? status);
  if (isShownToVisitor(request)) {
    const page = failureResponse(request, apiError, chooseResponseLanguage(request, reply));
    return reply.headers(page.headers).send(page.body);
  }
  const error = translateFor(request, reply, sentence);
  return reply.send({ success: false, error, code });
}

/** A status chosen by a plugin, such as 416 for an unsatisfiable range. */
function clientErrorStatus(error: unknown): number | null {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 0;
  return status >= 400 && status < 500 ? status : null;
}

function toErrorCode(error: unknown): ApiErrorCode {
  if (error instanceof ApiError) return error.code;
  if (databaseCodeOf(error) === OUT_OF_SPACE) return 'diskFull';
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'tooLarge';
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP_')) return 'badJson';
  return isOutage(error) ? 'databaseAway' : 'internal';
}
