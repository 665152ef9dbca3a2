import fastifyStatic from '@fastify/static';
import * as z from 'zod/mini';
import { Refusal } from '../refusal.ts';
import type { Desk } from '../services/desk.ts';
import type { Api } from './route.ts';

const Params = z.object({
  id: z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER)),
});

/** The audio itself, with Range: a player asks for pieces. Not a row of the table: it answers no JSON. */
export function recordingRoutes(api: Api, desk: Desk): void {
  api.server.register(async (server) => {
    // Only for `sendFile`: nothing of the folder is served by its name.
    await server.register(fastifyStatic, { root: desk.recordingsFolder, serve: false });
    server.get('/api/v1/recordings/:id.wav', async (request, reply) => {
      const { session } = await api.admit(request, 'user', false);
      if (!session?.user) throw new Refusal('unauthenticated');
      const params = z.safeParse(Params, request.params);
      if (!params.success) throw new Refusal('notFound');
      const path = await desk.recordingFor(session.user, params.data.id);
      // A player's later pieces are the same listening.
      if (/^(bytes=0-.*)?$/.test(request.headers.range ?? '')) {
        await desk.noteListening(session.user, params.data.id, request.ip);
      }
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'inline')
        .sendFile(path, { cacheControl: false, dotfiles: 'deny' });
    });
  });
}
