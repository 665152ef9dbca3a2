import { setMaxListeners } from 'node:events';
import http from 'node:http';
import https from 'node:https';

export interface WebRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly connectMs: number;
  readonly readMs: number;
  readonly maxBytes: number;
  /** Ends the request. */
  readonly signal: AbortSignal;
}

export interface WebResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** ct: the connection failed before the response; rt: the response timed out; size: the response is too long. */
export class WebRequestError extends Error {
  readonly kind: 'ct' | 'rt' | 'size';
  constructor(kind: 'ct' | 'rt' | 'size', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Uses a new connection for each request, because a reused one may be dead. */
export function webRequest(request: WebRequest): Promise<WebResponse> {
  return new Promise((resolve, reject) => {
    const client = request.url.startsWith('https:') ? https : http;
    if (!URL.canParse(request.url)) return reject(new WebRequestError('ct', 'not a URL'));
    // All requests of a service share it; Node warns from the eleventh on.
    setMaxListeners(0, request.signal);
    const outgoing = client.request(request.url, {
      method: request.method,
      headers: {
        ...request.headers,
        ...(request.body === null ? {} : { 'content-length': String(Buffer.byteLength(request.body)) }),
      },
      agent: false,
      signal: request.signal,
    });
    let timer = setTimeout(
      () => outgoing.destroy(new WebRequestError('ct', 'connection timed out')),
      request.connectMs,
    );
    let connected = false;
    const markConnected = (): void => {
      if (connected) return;
      connected = true;
      clearTimeout(timer);
      timer = setTimeout(
        () => outgoing.destroy(new WebRequestError('rt', 'response timed out')),
        request.readMs,
      );
    };
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error instanceof WebRequestError ? error : new WebRequestError('ct', error.message));
    };
    outgoing.on('socket', (socket) => {
      socket.once(client === https ? 'secureConnect' : 'connect', markConnected);
    });
    outgoing.on('error', fail);
    outgoing.on('response', (response) => {
      markConnected();
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= request.maxBytes) {
          chunks.push(chunk);
          return;
        }
        fail(new WebRequestError('size', `more than ${request.maxBytes} bytes`));
        outgoing.destroy();
      });
      response.on('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
      response.on('error', fail);
    });
    outgoing.end(request.body ?? undefined);
  });
}
