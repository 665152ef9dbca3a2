import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../platform/http/api-error.ts';
import type { Api } from '../platform/http/route.ts';
import { parseByteRange } from './core/byte-range.ts';
import type { RecordingAccess } from './recordings.ts';

const Params = z.object({
  id: z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER)),
});

/** Not in the contract's table, because audio isn't JSON. The URL alone grants nothing: each request needs a session. */
export function recordingRoutes(api: Api, recordings: RecordingAccess): void {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const { session } = await api.authorize(request, 'user', false);
    if (!session?.user) throw new ApiError('unauthenticated');
    const params = z.safeParse(Params, request.params);
    if (!params.success) throw new ApiError('notFound');
    const { id } = params.data;
    const { bytes, tag, read, callId } = await recordings.open(session.user, id);
    reply
      .type('audio/wav')
      .header('accept-ranges', 'bytes')
      .header('etag', tag)
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'inline');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    const { range: rangeHeader, 'if-range': ifRange } = request.headers;
    const range = parseByteRange(ifRange === undefined || ifRange === tag ? rangeHeader : undefined, bytes);
    if (range.kind === 'beyond') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
    const { from, to } = range.kind === 'part' ? range : { from: 0, to: bytes - 1 };
    if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${from}-${to}/${bytes}`);
    reply.header('content-length', to - from + 1);
    if (request.method === 'HEAD') return reply.send();
    await recordings.audit(session.user, { id, callId }, request.ip, from === 0);
    return reply.send(Readable.from(read(from, to), { objectMode: false }));
  };
  const url = '/api/v1/recordings/:id.wav';
  api.server.get(url, { exposeHeadRoute: false }, serve);
  api.server.head(url, serve);
}
