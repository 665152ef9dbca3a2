import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../core/limits.ts';
import { type ApiError, apiError } from './core/api-response.ts';

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads request bodies, at most LIMITS.totalBodyBytes in total at any time. */
export class BodyReader {
  #reserved = 0;

  async read(request: IncomingMessage): Promise<Buffer | ApiError> {
    const contentLength = request.headers['content-length'];
    // The length of a chunked body is unknown: reserve the maximum.
    const reserved =
      contentLength === undefined && hasBody(request) ? LIMITS.bodyBytes : Number(contentLength ?? 0);
    if (reserved > LIMITS.bodyBytes) return tooLarge();
    if (this.#reserved + reserved > LIMITS.totalBodyBytes)
      return apiError(503, 'Too many concurrent requests');
    this.#reserved += reserved;
    try {
      return (await collect(request, LIMITS.bodyBytes)) ?? tooLarge();
    } finally {
      this.#reserved -= reserved;
    }
  }
}

async function collect(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving this loop must not destroy the socket: the error response hasn't been written yet.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) return null;
    bytes += chunk.length;
    if (bytes > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): ApiError {
  return apiError(413, `Body exceeds the allowed maximum (${LIMITS.bodyBytes} bytes)`);
}
