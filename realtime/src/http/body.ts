import type { IncomingMessage } from 'node:http';

/** The request's raw body; null when it has more than `limit` bytes. Rejects when the client goes away. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return null;
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
