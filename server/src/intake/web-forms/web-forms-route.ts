import { createHash } from 'node:crypto';
import { webFormPath } from '@offhook/contract/leads/web-form';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sentence } from '../../platform/core/sentences.ts';
import { API_ERRORS, ApiError } from '../../platform/http/api-error.ts';
import { chooseResponseLanguage, translateFor } from '../../platform/http/response-language.ts';
import type { Api } from '../../platform/http/route.ts';
import { ANSWER_STYLE, renderAnswerPage } from './core/answer-page.ts';
import { createWebForms, type WebFormDeps } from './web-forms.ts';

const STYLE_HASH = createHash('sha256').update(ANSWER_STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A browser that shows the answer asks for HTML; a page's script gets JSON. */
const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false;

export function webFormRoutes(api: Api, deps: WebFormDeps): void {
  const forms = createWebForms(deps);
  api.server.post<{ Params: { key: string } }>(webFormPath(':key'), async (request, reply) => {
    const { origin, referer, 'user-agent': userAgent } = request.headers;
    reply.header('cache-control', 'no-store');
    try {
      const found = await forms.find(request.params.key);
      if (found === null) throw new ApiError('notFound');
      allowReading(reply, origin, found.row.origins);
      await forms.receive(found, { address: request.ip, origin, referer, userAgent }, request.body);
      if (!wantsPage(request)) return { success: true };
      const { thank_you_url } = found.row;
      if (thank_you_url !== null) return reply.redirect(thank_you_url, 303);
      return sendPage(request, reply, { id: 'webForm.thanks' }, { id: 'webForm.received' });
    } catch (error) {
      if (!(error instanceof ApiError) || !wantsPage(request)) throw error;
      reply.code(API_ERRORS[error.code].status);
      return sendPage(request, reply, { id: 'webForm.notSent' }, error.sentence);
    }
  });
}

/** Without credentials: the form's websites may read whether it worked, and nothing else of this server. */
function allowReading(reply: FastifyReply, origin: string | undefined, origins: readonly string[]): void {
  if (origin === undefined || !origins.includes(origin) || reply.hasHeader('access-control-allow-origin'))
    return;
  reply.header('vary', 'Origin').header('access-control-allow-origin', origin);
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  title: Sentence,
  text: Sentence,
): FastifyReply {
  const { locale } = chooseResponseLanguage(request, reply);
  const page = renderAnswerPage({
    language: locale,
    title: translateFor(request, reply, title),
    text: translateFor(request, reply, text),
  });
  return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page);
}
