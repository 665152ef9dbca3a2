/**
 * The API's description, of the routes that this server really has. Register it first: routes that are added before
 * it are not seen.
 */
import { createHash } from 'node:crypto';
import { describeApi, type ServedRoute } from '@offhook/contract/openapi/openapi';
import { API_PAGE_STYLE, apiPage } from '../../core/api-page.ts';
import type { Api } from '../route.ts';

/** Added by the framework, or the page and its files. */
const UNDESCRIBED = new Set(['HEAD', 'OPTIONS']);
const PAGE = new Set(['/', '/index.html', '/*', '*', '/admin', '/admin/*', '/admin/assets/*']);

export function docsRoutes({ server }: Api, publicUrl: string): void {
  const served: ServedRoute[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      if (!UNDESCRIBED.has(one) && !PAGE.has(url)) served.push({ method: one, path: url });
  });
  let made: { readonly json: string; readonly page: string } | null = null;
  const written = () => {
    made ??= write(describeApi(publicUrl, served));
    return made;
  };
  const style = createHash('sha256').update(API_PAGE_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

  server.get('/api/docs', (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(written().page),
  );
  server.get('/api/docs/json', (_request, reply) => {
    // A public description: any site's tools may read it. The pages that come with cookies are named already.
    if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*');
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(written().json);
  });
}

function write(document: unknown): { json: string; page: string } {
  return { json: JSON.stringify(document), page: apiPage(document) };
}
