import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../platform/http/api-error.ts';
import type { Api } from '../platform/http/route.ts';
import type { RecordingAccess } from './recordings.ts';
import { sendAudio } from './send-audio.ts';

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
    const recording = await recordings.open(session.user, id);
    const { user } = session;
    return sendAudio(request, reply, recording, (fromStart) =>
      recordings.audit(user, { id, callId: recording.callId }, request.ip, fromStart),
    );
  };
  const url = '/api/v1/recordings/:id.wav';
  api.server.get(url, { exposeHeadRoute: false }, serve);
  api.server.head(url, serve);
}
