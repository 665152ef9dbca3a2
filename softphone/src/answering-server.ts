/** An HTTP API for tests that answers as told: wrongly, late, or never. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface HeardRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse) => void;

export type AnsweringServer = Awaited<ReturnType<typeof startAnsweringServer>>;

export function json(status: number, body: unknown): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

export const refusal = (status: number, error: string): Answer => json(status, { success: false, error });

export function html(status: number): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body>Bad gateway</body></html>');
  };
}

export function empty(status: number): Answer {
  return (response) => {
    response.writeHead(status).end();
  };
}

export const silence: Answer = () => {};

export const broken: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"success":');
  response.destroy();
};

export const endless: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(100_000)));
  };
  response.on('drain', more);
  more();
};

/** @param file answers a GET without a set answer; null: 404 */
export async function startAnsweringServer(file: (path: string) => Answer | null = () => null) {
  const answers = new Map<string, Answer>();
  const heard: HeardRequest[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? '';
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      heard.push({ method, path: url.pathname, query: url.searchParams, headers: request.headers, body });
      const answer =
        answers.get(`${method} ${url.pathname}`) ??
        (method === 'GET' ? file(url.pathname) : null) ??
        refusal(404, 'This was not found.');
      answer(response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    heard,
    /** @param request such as 'GET /api/v1/user' */
    answer: (request: string, answer: Answer) => {
      answers.set(request, answer);
    },
    forget: () => {
      answers.clear();
      heard.length = 0;
      server.closeAllConnections();
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
