import { externalLinkPath, externalRecordingPath } from '@offhook/contract/requests/external-link-requests';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../../platform/http/api-error.ts';
import { type Api, route } from '../../platform/http/route.ts';
import { sendAudio } from '../send-audio.ts';
import type { ExternalRecordings } from './external-recordings.ts';

const Params = z.object({
  id: z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER)),
});

/**
 * An audio element can't send a token in a body, and addresses end up in logs. So opening a link sets a cookie that the
 * browser sends only with requests of this link's audio.
 */
export function externalLinkRoutes(api: Api, recordings: ExternalRecordings, publicUrl: string): void {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Secure-offhook_link' : 'offhook_link';

  route(api, 'openExternalLink', async ({ body, address, reply }) => {
    const { linkId, recording } = await recordings.read(body.token, address);
    // Ends when the browser is closed.
    reply
      .setCookie(name, body.token, {
        path: externalLinkPath(linkId),
        httpOnly: true,
        sameSite: 'strict',
        secure,
      })
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer');
    return { success: true as const, recording };
  });

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
    const params = z.safeParse(Params, request.params);
    if (!params.success) throw new ApiError('notFound');
    const played = {
      linkId: params.data.id,
      token: request.cookies[name] ?? '',
      address: request.ip,
    };
    const recording = await recordings.open(played);
    return sendAudio(request, reply, recording, (fromStart) => recordings.audit(played, fromStart));
  };
  const url = externalRecordingPath(':id');
  api.server.get(url, { exposeHeadRoute: false }, serve);
  api.server.head(url, serve);
}
