import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseByteRange } from './core/byte-range.ts';
import type { PlayableRecording } from './recordings.ts';

/** Whole or in ranges. @param onPlay called before the first byte is sent */
export async function sendAudio(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    bytes,
    tag,
    read,
    cacheControl = 'private, no-store',
  }: Pick<PlayableRecording, 'bytes' | 'tag' | 'read'> & { readonly cacheControl?: string },
  onPlay: (fromStart: boolean) => Promise<void>,
): Promise<FastifyReply> {
  reply
    .type('audio/wav')
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
    .header('cache-control', cacheControl)
    .header('content-disposition', 'inline');
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  const { range: rangeHeader, 'if-range': ifRange } = request.headers;
  const range = parseByteRange(ifRange === undefined || ifRange === tag ? rangeHeader : undefined, bytes);
  if (range.kind === 'beyond') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  const { from, to } = range.kind === 'part' ? range : { from: 0, to: bytes - 1 };
  if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${from}-${to}/${bytes}`);
  reply.header('content-length', to - from + 1);
  if (request.method === 'HEAD') return reply.send();
  await onPlay(from === 0);
  return reply.send(Readable.from(read(from, to), { objectMode: false }));
}
