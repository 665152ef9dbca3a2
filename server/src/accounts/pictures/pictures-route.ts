import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Api } from '../../platform/http/route.ts';
import type { PictureOwner } from './picture-url.ts';
import type { Pictures } from './pictures.ts';

const Params = z.object({
  id: z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER)),
});
/** The browser may only show the bytes as an image on one of our pages. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export function pictureRoutes(api: Api, pictures: Pictures): void {
  const serve = (owner: PictureOwner) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { session } = await api.authorize(request, 'user', false);
    if (!session?.user) throw new ApiError('unauthenticated');
    const params = z.safeParse(Params, request.params);
    if (!params.success) throw new ApiError('notFound');
    const { type, bytes, tag } = await pictures.open(session.user, owner, params.data.id);
    reply
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', 'inline')
      .header('cache-control', 'private, max-age=86400')
      .header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type(type).send(bytes);
  };
  for (const owner of ['leads', 'users'] as const)
    api.server.get(`/api/v1/pictures/${owner}/:id`, { exposeHeadRoute: false }, serve(owner));
}
