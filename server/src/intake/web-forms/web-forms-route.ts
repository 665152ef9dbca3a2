import { webFormPath } from '@offhook/contract/leads/web-form';
import type { FastifyReply } from 'fastify';
import { RECEIVED } from '../../platform/core/visitor-page.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { chooseResponseLanguage } from '../../platform/http/response-language.ts';
import type { Api } from '../../platform/http/route.ts';
import { isShownToVisitor, visitorResponse } from '../../platform/http/visitor-answers.ts';
import { createWebForms, type WebFormDeps } from './web-forms.ts';

export function webFormRoutes(api: Api, deps: WebFormDeps): void {
  const forms = createWebForms(deps);
  api.server.post<{ Params: { key: string } }>(webFormPath(':key'), async (request, reply) => {
    const { origin, referer, 'user-agent': userAgent } = request.headers;
    reply.header('cache-control', 'no-store');
    const found = await forms.find(request.params.key);
    if (found === null) throw new ApiError('notFound');
    allowReading(reply, origin, found.row.origins);
    await forms.receive(found, { address: request.ip, origin, referer, userAgent }, request.body);
    if (!isShownToVisitor(request)) return { success: true };
    const { thank_you_url } = found.row;
    if (thank_you_url !== null) return reply.redirect(thank_you_url, 303);
    const { headers, body } = visitorResponse(RECEIVED, chooseResponseLanguage(request, reply));
    return reply.headers(headers).send(body);
  });
}

/** Without credentials: the form's websites may read whether it worked, and nothing else of this server. */
function allowReading(reply: FastifyReply, origin: string | undefined, origins: readonly string[]): void {
  if (origin === undefined || !origins.includes(origin) || reply.hasHeader('access-control-allow-origin'))
    return;
  reply.header('vary', 'Origin').header('access-control-allow-origin', origin);
}
