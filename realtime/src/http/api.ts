import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type ApiAnswer, isRefusal, ok, refusal } from '../core/api-answer.ts';
import { type ApiRoute, routeOf } from '../core/api-route.ts';
import { type Parameter, parseTarget, signatureFault } from '../core/api-signature.ts';
import type { Credentials } from '../core/authorisation.ts';
import { LIMITS } from '../core/limits.ts';
import type { Hub } from '../hub.ts';
import { md5 } from '../signing.ts';
import { readBody } from './body.ts';
import { channelUsers, listChannels, oneChannel } from './channels.ts';
import { publish, publishBatch } from './publish.ts';

export interface Api extends Credentials {
  appId: string;
  hub: Hub;
  log: Logger;
}

/** The HTTP API of the application's server; every request is signed. Never rejects. */
export async function serveApi(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    send(response, await answer(api, request));
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
  const body = await readBody(request, LIMITS.bodyBytes);
  if (body === null) return refusal(413, `Body exceeds the allowed maximum (${LIMITS.bodyBytes} bytes)`);
  const bodyMd5 = body.length === 0 ? null : md5(body);
  const signed = { method, ...target, bodyMd5, nowSeconds: Date.now() / 1_000 };
  return signatureFault(signed, api) ?? perform(route, target.query, body.toString(), api.hub);
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
    // A body that was not read to its end would be taken for the next request.
    ...(result.status === 413 || result.status === 404 || result.status === 405
      ? { connection: 'close' }
      : {}),
  });
  response.end(text);
}
