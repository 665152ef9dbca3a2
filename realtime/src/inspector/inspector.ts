import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { ConnectionRegistry } from '../connection-registry.ts';
import type { Observation } from '../core/observation.ts';
import type { BodyReader } from '../http/body.ts';
import { type ApiResponse, isApiError } from '../http/core/api-response.ts';
import type { SocketLimit } from '../sockets/socket-limit.ts';
import { COMMANDS, runCommand } from './commands.ts';
import { type AccessRules, accessFailure } from './core/access.ts';
import type { AppView } from './core/entry.ts';
import { addToLog, clearLog, newEventLog } from './core/event-log.ts';
import { Feed } from './feed.ts';
import { readPageFile } from './page-files.ts';
import { viewState } from './state-view.ts';

export interface InspectorDeps {
  readonly access: AccessRules;
  readonly app: () => AppView;
  readonly registry: ConnectionRegistry;
  readonly bodies: BodyReader;
  readonly limit: SocketLimit;
  readonly log: Logger;
  /** Of the built page, if it isn't beside the bundle. */
  readonly pageFolder?: string | undefined;
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The page at `/`: shows connections, channels, events, webhooks and failures as they happen. */
export class Inspector {
  readonly #deps: InspectorDeps;
  readonly #log = newEventLog();
  readonly #feed: Feed;

  constructor(deps: InspectorDeps) {
    this.#deps = deps;
    this.#feed = new Feed({
      app: deps.app,
      state: () => viewState(deps.registry),
      lines: () => this.#log.lines,
    });
  }

  readonly observe = (observation: Observation): void => {
    this.#feed.add(addToLog(this.#log, observation, Date.now()));
  };

  clear(): void {
    clearLog(this.#log);
    this.#feed.clear();
  }

  close(): void {
    this.#feed.close();
  }

  /** @returns whether the request is for the page */
  static handles({ url = '' }: IncomingMessage): boolean {
    return /^\/(\?|$|inspector\/)/.test(url);
  }

  /** Never rejects. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      await this.#respond(request, response);
    } catch (error) {
      if (request.destroyed) return;
      this.#deps.log.error({ err: error }, 'request of the page failed');
      if (!response.headersSent) response.writeHead(500).end('Internal error\n');
    }
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const { host, origin, authorization } = headers;
    const failure = accessFailure({ method, host, origin, authorization }, this.#deps.access);
    if (failure !== null) {
      if (failure.status === 401)
        response.setHeader('www-authenticate', 'Basic realm="offhook-realtime", charset="UTF-8"');
      return sendText(request, response, failure.status, failure.reason);
    }
    this.#deps.limit.markIdentified(request.socket);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const name = path === '/' ? 'index.html' : path.slice('/inspector/'.length);
    if (method === 'POST') return this.#change(name, request, response);
    if (method !== 'GET') return sendText(request, response, 405, 'Method not allowed');
    if (name === 'feed') {
      if (!this.#feed.open(response)) sendText(request, response, 503, 'Too many pages are open');
      return;
    }
    const file = await readPageFile(name, this.#deps.pageFolder);
    if (file === null) return sendText(request, response, 404, 'Not found');
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': file.bytes.length,
      // Names of assets contain a hash of their content.
      'cache-control': name.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-cache',
    });
    response.end(file.bytes);
  }

  async #change(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { registry, bodies } = this.#deps;
    const command = COMMANDS.get(name);
    if (!command && name !== 'clear') return sendText(request, response, 404, 'Not found');
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      return sendText(request, response, 400, 'Expected JSON');
    const body = await bodies.read(request);
    if (!Buffer.isBuffer(body)) return send(request, response, body);
    if (!command) {
      this.clear();
      return send(request, response, { status: 200, body: {} });
    }
    send(request, response, runCommand(command, body.toString(), registry));
  }
}

function send(request: IncomingMessage, response: ServerResponse, result: ApiResponse): void {
  if (isApiError(result)) {
    sendText(request, response, result.status, result.reason);
    return;
  }
  response
    .writeHead(result.status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(result.body));
}

function sendText(request: IncomingMessage, response: ServerResponse, status: number, reason: string): void {
  // An unread body must not keep the socket busy.
  if (!request.complete) response.setHeader('connection', 'close');
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(`${reason}\n`);
}
