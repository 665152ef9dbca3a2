import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '../servers/local.ts';

export interface TestCrmRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly json: unknown;
  readonly form: URLSearchParams;
  readonly match: readonly string[];
}

export interface Reply {
  readonly status: number;
  readonly json?: unknown;
}

export type Route = readonly [
  method: string,
  path: RegExp,
  answer: (request: TestCrmRequest) => Reply,
  contentType?: 'application/x-www-form-urlencoded',
];

export const route = (method: string, path: RegExp, answer: (request: TestCrmRequest) => Reply): Route => [
  method,
  path,
  answer,
];

export const ok = (json: unknown): Reply => ({ status: 200, json });
export const created = (json: unknown): Reply => ({ status: 201, json });

export function counter(last = 0): () => number {
  let count = last;
  return () => {
    count += 1;
    return count;
  };
}

/** What happens instead of the response. `cutAfterProcessing`: the request is processed, then the connection breaks. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly kind: 'hang' | 'cut' | 'slow' | 'endless' }
  | { readonly kind: 'cutAfterProcessing' };

export interface TestCrm {
  readonly url: string;
  readonly requestLog: string[];
  /** Requests that violated the API; should stay empty. */
  readonly violations: string[];
  /** Called before each request; null to respond normally. */
  fault: (request: string) => Fault | null;
  readonly isLocked: boolean;
  setLocked(locked: boolean): void;
}

export async function openTestCrm(
  authorize: (request: TestCrmRequest) => Reply | null,
  routes: readonly Route[],
): Promise<TestCrm> {
  const crm: TestCrm & { url: string; isLocked: boolean } = {
    url: '',
    requestLog: [],
    violations: [],
    fault: () => null,
    isLocked: false,
    setLocked(locked: boolean) {
      crm.isLocked = locked;
    },
  };
  function replyTo(request: IncomingMessage, path: string, query: URLSearchParams, body: string): Reply {
    const { method = '', headers } = request;
    const reject = (status: number, message: string): Reply => {
      crm.violations.push(`${method} ${path}: ${message}`);
      return { status, json: { message } };
    };
    for (const [routeMethod, pattern, handle, type = 'application/json'] of routes) {
      const found = method === routeMethod ? pattern.exec(path) : null;
      if (found === null) continue;
      if (method === 'GET' ? body !== '' : headers['content-type'] !== type)
        return reject(415, `content type ${headers['content-type']}`);
      const isJson = method !== 'GET' && type === 'application/json';
      const json: unknown = isJson ? JSON.parse(body) : null;
      const form = new URLSearchParams(isJson ? '' : body);
      const crmRequest: TestCrmRequest = { path, query, headers, json, form, match: found.slice(1) };
      const denied = authorize(crmRequest);
      if (denied !== null) return denied;
      try {
        return handle(crmRequest);
      } catch (error) {
        return reject(400, error instanceof Error ? error.message : String(error));
      }
    }
    return reject(404, 'no such URL');
  }
  crm.url = await serve(async (request, response) => {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://crm.test');
    const name = `${request.method} ${pathname}`;
    crm.requestLog.push(name);
    const fault = crm.fault(name);
    if (fault !== null && fault.kind !== 'cutAfterProcessing') return applyFault(fault, response);
    const reply = replyTo(request, pathname, searchParams, body);
    if (fault !== null) return void response.socket?.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(reply.json === undefined ? '' : JSON.stringify(reply.json));
  });
  return crm;
}

function applyFault(fault: Exclude<Fault, { kind: 'cutAfterProcessing' }>, response: ServerResponse): void {
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'text/html', ...fault.headers }).end('<h1>no</h1>');
      return;
    case 'hang':
      return;
    case 'cut':
      response.socket?.destroy();
      return;
    case 'slow':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"results":[');
      return;
    case 'endless': {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write('[0,'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
      return;
    }
    default:
      fault satisfies never;
  }
}

export interface StoredContact {
  readonly id: string;
  readonly number: string;
  readonly email: string | null;
  readonly fname: string;
  readonly lname: string;
  readonly tags: readonly string[];
}

export interface StoredCall {
  readonly contactId: string;
  readonly text: string;
  readonly seconds: number | null;
}

export interface CrmUnderTest extends TestCrm {
  readonly token: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly contacts: () => readonly StoredContact[];
  readonly calls: () => readonly StoredCall[];
  readonly add: (contact: { readonly phone: string; readonly email?: string }) => string;
  readonly remove: (contactId: string) => void;
}
