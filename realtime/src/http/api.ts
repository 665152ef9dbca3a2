import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { ConnectionRegistry } from '../connection-registry.ts';
import type { Credentials } from '../core/authorization.ts';
import type { Observe } from '../core/observation.ts';
import { md5 } from '../signing.ts';
import type { SocketLimit } from '../sockets/socket-limit.ts';
import { type BodyReader, hasBody } from './body.ts';
import { channelUsers, getChannel, listChannels } from './channels.ts';
import { type ApiError, type ApiResponse, apiError, isApiError, ok } from './core/api-response.ts';
import { type ApiRoute, matchRoute } from './core/api-route.ts';
import { bodyError, type Parameter, parseTarget, signatureError } from './core/api-signature.ts';
import { publish, publishBatch } from './publish.ts';

export interface Api extends Credentials {
  appId: string;
  registry: ConnectionRegistry;
  bodies: BodyReader;
  limit: SocketLimit;
  log: Logger;
  observe?: Observe;
}

const DISCARD_MS = 1_000;
const MAX_PATH_CHARS = 300;

/** The HTTP API for the application's server; every request is signed. Never rejects. */
export async function serveApi(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const result = await respond(api, request);
    if (!request.complete) discard(request);
    send(response, result);
    if (isApiError(result)) observeRejection(api, request, result);
  } catch (error) {
    if (request.destroyed) return;
    api.log.error({ err: error }, 'request failed');
    if (!response.headersSent) response.writeHead(500).end('Internal error\n');
  }
}

function observeRejection({ observe }: Api, request: IncomingMessage, { status, reason }: ApiError): void {
  // Without the query, which holds the signature.
  const path = (request.url ?? '').split('?')[0]?.slice(0, MAX_PATH_CHARS) ?? '';
  observe?.({ kind: 'requestRejected', method: request.method ?? '', path, status, reason });
}

async function respond(api: Api, request: IncomingMessage): Promise<ApiResponse> {
  const target = parseTarget(request.url ?? '');
  if (target === null) return apiError(400, 'Malformed URL');
  const method = request.method ?? '';
  // Public, because monitoring has no keys. The response reveals nothing else.
  if (method === 'GET' && target.path === '/healthz') return ok({ success: true });
  const route = matchRoute(method, target.path, api.appId);
  if (isApiError(route)) return route;
  const signed = { method, ...target, hasBody: hasBody(request), nowSeconds: Date.now() / 1_000 };
  const invalidSignature = signatureError(signed, api);
  if (invalidSignature !== null) return invalidSignature;
  api.limit.markIdentified(request.socket);
  const body = await api.bodies.read(request);
  if (!Buffer.isBuffer(body)) return body;
  const forgedBody = bodyError(target.query, body.length === 0 ? null : md5(body));
  return forgedBody ?? runRoute(route, target.query, body.toString(), api.registry);
}

function runRoute(
  route: ApiRoute,
  query: readonly Parameter[],
  body: string,
  registry: ConnectionRegistry,
): ApiResponse {
  switch (route.kind) {
    case 'publish':
      return publish(body, registry);
    case 'publishBatch':
      return publishBatch(body, registry);
    case 'listChannels':
      return listChannels(query, registry);
    case 'channel':
      return getChannel(route.channel, query, registry);
    case 'channelUsers':
      return channelUsers(route.channel, registry);
    case 'terminate':
      registry.terminate(route.userId);
      return ok({});
    default:
      return route satisfies never;
  }
}

function send(response: ServerResponse, result: ApiResponse): void {
  const isError = isApiError(result);
  const text = isError ? `${result.reason}\n` : JSON.stringify(result.body);
  response.writeHead(result.status, {
    'content-type': isError ? 'text/plain; charset=utf-8' : 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

/**
 * Discards the rest of the body. Closing the socket immediately would lose the response for a client that is still
 * sending; a client that never finishes is disconnected.
 */
function discard(request: IncomingMessage): void {
  request.resume();
  setTimeout(() => request.complete || request.socket.destroy(), DISCARD_MS).unref();
}
