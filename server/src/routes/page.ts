import fastifyStatic from '@fastify/static';
import type { Config } from '../config.ts';
import { contentSecurityPolicy, readPage } from '../services/page.ts';
import type { Api } from './route.ts';

const PERMISSIONS = 'microphone=(self), speaker-selection=(self), autoplay=(self), camera=(), geolocation=()';

/** `/` with what the page must know, and the files beside it. */
export function pageRoutes(api: Api, config: Config): void {
  if (config.softphoneDist === '') return;
  const filePolicy = contentSecurityPolicy(config, null);
  api.server.register(fastifyStatic, {
    root: config.softphoneDist,
    index: false,
    // `sendFile` is the recordings'.
    decorateReply: false,
    cacheControl: false,
    // Where the build has put compressed ones beside its files, those are sent.
    preCompressed: true,
    setHeaders: (response, path) => {
      // Names of built files hold a hash of their content.
      const isHashed = /[\\/]assets[\\/]/.test(path);
      response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      response.setHeader('content-security-policy', filePolicy);
    },
  });
  api.server.get('/', async (_request, reply) => {
    const page = await readPage(config);
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', page.contentSecurityPolicy)
      .header('permissions-policy', PERMISSIONS)
      .type('text/html; charset=utf-8')
      .send(page.html);
  });
  api.server.get('/index.html', (_request, reply) => reply.redirect('/'));
}
