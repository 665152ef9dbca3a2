/** An HTTP API whose responses are set by tests, including incorrect, late and missing ones. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Responder = (response: ServerResponse) => void;

export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>;

export function json(status: number, body: unknown): Responder {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

export const apiError = (status: number, error: string): Responder => json(status, { success: false, error });

export function html(status: number): Responder {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body>Bad gateway</body></html>');
  };
}

export function empty(status: number): Responder {
  return (response) => {
    response.writeHead(status).end();
  };
}

export const noResponse: Responder = () => {};

export const interrupted: Responder = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"success":');
  response.destroy();
};

export const neverEnding: Responder = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(100_000)));
  };
  response.on('drain', more);
  more();
};

/** @param file responds to GET requests for which no response was set; null: 404 */
export async function startFakeServer(file: (path: string) => Responder | null = () => null) {
  const answers = new Map<string, Responder>();
  const received: ReceivedRequest[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? '';
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ method, path: url.pathname, query: url.searchParams, headers: request.headers, body });
      const answer =
        answers.get(`${method} ${url.pathname}`) ??
        (method === 'GET' ? file(url.pathname) : null) ??
        apiError(404, 'Not found. It may have been removed.');
      answer(response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    received,
    /** @param request such as 'GET /api/v1/user' */
    answer: (request: string, answer: Responder) => {
      answers.set(request, answer);
    },
    reset: () => {
      answers.clear();
      received.length = 0;
      server.closeAllConnections();
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
