/** These routes aren't in the request table, because their bodies are audio. */

import {
  GREETING_FILES,
  GreetingUpload,
  greetingPath,
  MAX_GREETING_BYTES,
} from '@offhook/contract/console/greeting-entities';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Api } from '../../platform/http/route.ts';
import { sendAudio } from '../send-audio.ts';
import type { Greetings } from './greetings.ts';

/** A replaced file is another address, so caches can't play an old greeting. They forget a removed one soon. */
const CACHE_CONTROL = 'public, max-age=300';

export function greetingRoutes(api: Api, greetings: Greetings): void {
  void api.server.register(async (server) => {
    // Any type: what the file is, its bytes say.
    server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    server.post(GREETING_FILES, {
      onRequest: async (request) => {
        await api.authorize(request, 'admin', true);
        if (Number(request.headers['content-length']) > MAX_GREETING_BYTES)
          throw new ApiError('greetingTooLarge');
      },
      handler: async (request) => {
        const { session } = await api.authorize(request, 'admin', true);
        if (!session?.user) throw new ApiError('unauthenticated');
        const query = z.safeParse(GreetingUpload, request.query);
        if (!query.success) throw new ApiError('badInput');
        const bytes = await readAudio(request.body);
        const name = query.data.name?.trim() || null;
        return { success: true, greeting: await greetings.save(session.user.account_id, bytes, name) };
      },
    });
  });

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = request.params as { readonly id: string };
    const file = await greetings.open(id);
    reply.header('x-robots-tag', 'noindex');
    return sendAudio(request, reply, { ...file, cacheControl: CACHE_CONTROL }, async () => undefined);
  };
  // Without a session: the provider doesn't log in, nor sign requests for audio.
  const url = greetingPath(':id');
  api.server.get(url, { exposeHeadRoute: false }, serve);
  api.server.head(url, serve);
}

/** @throws ApiError greetingNotAudio, greetingTooLarge */
async function readAudio(body: unknown): Promise<Buffer> {
  if (!body || typeof body !== 'object' || !(Symbol.asyncIterator in body))
    throw new ApiError('greetingNotAudio');
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MAX_GREETING_BYTES) throw new ApiError('greetingTooLarge');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
