import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { SIGN_IN_PAGES, SIGN_IN_PAGES_FOLDER } from '@offhook/contract/client/sign-in-pages';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../process/config.ts';
import type { Api } from '../route.ts';
import { CONSOLE_FRAMES, contentSecurityPolicy, PHONE_FRAMES, readPage } from './page-files.ts';

const PERMISSIONS = 'microphone=(self), speaker-selection=(self), autoplay=(self), camera=(), geolocation=()';

export function pageRoutes(api: Api, config: Config): void {
  if (config.softphoneDist === '') return;
  const filePolicy = contentSecurityPolicy(config, null);
  api.server.register(fastifyStatic, {
    root: config.softphoneDist,
    index: false,
    decorateReply: false,
    cacheControl: false,
    // The build puts compressed files next to the originals.
    preCompressed: true,
    setHeaders: (response, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      response.setHeader('content-security-policy', filePolicy);
    },
  });
  api.server.get('/', (_request, reply) => sendPage(reply, config, config.softphoneDist, PHONE_FRAMES));
  api.server.get('/index.html', (_request, reply) => reply.redirect('/'));
  for (const path of Object.values(SIGN_IN_PAGES))
    api.server.get(path, (_request, reply) => {
      reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
      return sendPage(
        reply,
        config,
        join(config.softphoneDist, SIGN_IN_PAGES_FOLDER),
        {},
        'sign-in-pages.html',
      );
    });
  api.server.get(`/${SIGN_IN_PAGES_FOLDER}/sign-in-pages.html`, (_request, reply) => reply.redirect('/'));
}

export function consolePageRoutes(api: Api, config: Config): void {
  const { consoleDist } = config;
  if (consoleDist === '') return;
  const filePolicy = contentSecurityPolicy(config, null);
  api.server.register(fastifyStatic, {
    root: join(consoleDist, 'assets'),
    prefix: '/admin/assets/',
    index: false,
    decorateReply: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (response) => {
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      response.setHeader('content-security-policy', filePolicy);
    },
  });
  for (const path of ['/admin', '/admin/*'])
    api.server.get(path, (_request, reply) => sendPage(reply, config, consoleDist, CONSOLE_FRAMES));
}

async function sendPage(
  reply: FastifyReply,
  config: Config,
  dist: string,
  frames: Readonly<Record<string, string>>,
  file = 'index.html',
): Promise<FastifyReply> {
  const page = await readPage(config, dist, frames, file);
  return reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('permissions-policy', PERMISSIONS)
    .type('text/html; charset=utf-8')
    .send(page.html);
}
