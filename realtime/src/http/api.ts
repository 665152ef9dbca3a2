import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Credentials } from '../core/authorisation.ts';
import type { Hub } from '../hub.ts';
import { md5 } from '../signing.ts';
import type { SocketLimit } from '../sockets/socket-limit.ts';
import { type BodyReader, hasBody } from './body.ts';
import { channelUsers, listChannels, oneChannel } from './channels.ts';
import { type ApiAnswer, isRefusal, ok, refusal } from './core/api-answer.ts';
import { type ApiRoute, routeOf } from './core/api-route.ts';
import { bodyFault, type Parameter, parseTarget, signatureFault } from './core/api-signature.ts';
import { publish, publishBatch } from './publish.ts';

export interface Api extends Credentials {
  appId: string;
  hub: Hub;
  bodies: BodyReader;
  limit: SocketLimit;
  log: Logger;
}

/** For so long the rest of a refused body is thrown away. */
const DISCARD_MS = 1_000;

/** The HTTP API of the application's server; every request is signed. Never rejects. */
export async function serveApi(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const result = await answer(api, request);
    if (!request.complete) discard(request);
    send(response, result);
  } catch (error) {
    if (request.destroyed) return;
    api.log.error({ err: error }, 'request failed');
    if (!response.headersSent) response.writeHead(500).end('Internal error\n');
  }
}

async function answer(api: Api, request: IncomingMessage): Promise<ApiAnswer> {
  const target = parseTarget(request.url ?? '');
  if (target === null) return refusal(400, 'Malformed URL');
  const method = request.method ?? '';
  // Whoever watches it has no keys, and learns no more than that it answers.
  if (method === 'GET' && target.path === '/healthz') return ok({ success: true });
  const route = routeOf(method, target.path, api.appId);
  if (isRefusal(route)) return route;
  const signed = { method, ...target, hasBody: hasBody(request), nowSeconds: Date.now() / 1_000 };
  const unsigned = signatureFault(signed, api);
  if (unsigned !== null) return unsigned;
  api.limit.keep(request.socket);
  const body = await api.bodies.read(request);
  if (!Buffer.isBuffer(body)) return body;
  const forged = bodyFault(target.query, body.length === 0 ? null : md5(body));
  return forged ?? perform(route, target.query, body.toString(), api.hub);
}

function perform(route: ApiRoute, query: readonly Parameter[], body: string, hub: Hub): ApiAnswer {
  switch (route.kind) {
    case 'publish':
      return publish(body, hub);
    case 'publishBatch':
      return publishBatch(body, hub);
    case 'listChannels':
      return listChannels(query, hub);
    case 'channel':
      return oneChannel(route.channel, query, hub);
    case 'channelUsers':
      return channelUsers(route.channel, hub);
    case 'terminate':
      hub.terminate(route.userId);
      return ok({});
    default:
      return route satisfies never;
  }
}

function send(response: ServerResponse, result: ApiAnswer): void {
  const refused = isRefusal(result);
  const text = refused ? `${result.reason}\n` : JSON.stringify(result.body);
  response.writeHead(result.status, {
    'content-type': refused ? 'text/plain; charset=utf-8' : 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

/**
 * Throws the rest of the body away. A client that is still sending would lose the answer if its socket were closed at
 * once; one that never finishes loses its socket.
 */
function discard(request: IncomingMessage): void {
  request.resume();
  setTimeout(() => request.complete || request.socket.destroy(), DISCARD_MS).unref();
}
