import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../core/limits.ts';
import { type ApiRefusal, refusal } from './core/api-answer.ts';

/** Whether a body was announced. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads the bodies of requests; together they hold at most LIMITS.bodiesBytes at any time. */
export class BodyReader {
  #reserved = 0;

  /** The raw body, or why it was not read. Rejects when the client goes away. */
  async read(request: IncomingMessage): Promise<Buffer | ApiRefusal> {
    const announced = request.headers['content-length'];
    // A chunked body does not say how long it will be.
    const most = announced === undefined && hasBody(request) ? LIMITS.bodyBytes : Number(announced ?? 0);
    if (most > LIMITS.bodyBytes) return tooLarge();
    if (this.#reserved + most > LIMITS.bodiesBytes) return refusal(503, 'Too many requests at once');
    this.#reserved += most;
    try {
      return (await collect(request, LIMITS.bodyBytes)) ?? tooLarge();
    } finally {
      this.#reserved -= most;
    }
  }
}

/** Null when the body has more than `limit` bytes. */
async function collect(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving this loop must not destroy the socket: the refusal has yet to be written to it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) return null;
    bytes += chunk.length;
    if (bytes > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): ApiRefusal {
  return refusal(413, `Body exceeds the allowed maximum (${LIMITS.bodyBytes} bytes)`);
}
