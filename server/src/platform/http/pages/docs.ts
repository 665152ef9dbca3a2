/** Must be registered first: it doesn't see earlier routes. */
import { createHash } from 'node:crypto';
import { SIGN_IN_PAGES, SIGN_IN_PAGES_FOLDER } from '@offhook/contract/client/sign-in-pages';
import { describeApi, type ServedRoute } from '@offhook/contract/openapi/openapi';
import { API_PAGE_STYLE, renderApiPage } from '../../core/api-page.ts';
import { english } from '../../core/sentences.ts';
import type { Api } from '../route.ts';

const UNDESCRIBED = new Set(['HEAD', 'OPTIONS']);
const PAGE = new Set([
  ...['/', '/index.html', '/*', '*', '/admin', '/admin/*', '/admin/assets/*'],
  ...[...Object.values(SIGN_IN_PAGES), `/${SIGN_IN_PAGES_FOLDER}/sign-in-pages.html`],
]);

export function docsRoutes({ server }: Api, publicUrl: string): void {
  const served: ServedRoute[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      if (!UNDESCRIBED.has(one) && !PAGE.has(url)) served.push({ method: one, path: url });
  });
  let cached: { readonly json: string; readonly page: string } | null = null;
  const rendered = () => {
    cached ??= render(describeApi(publicUrl, served, (code) => english({ id: `error.${code}` })));
    return cached;
  };
  const style = createHash('sha256').update(API_PAGE_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

  server.get('/api/docs', (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(rendered().page),
  );
  server.get('/api/docs/json', (_request, reply) => {
    // Public, so any origin may read it. Origins with credentials are already named.
    if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*');
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(rendered().json);
  });
}

function render(document: unknown): { json: string; page: string } {
  return { json: JSON.stringify(document), page: renderApiPage(document) };
}
