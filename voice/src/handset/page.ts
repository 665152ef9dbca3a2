import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedLanguages } from '@offhook/i18n/accept-language';
import { chooseLocale, LOCALES } from '@offhook/i18n/locales';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { handsetHtml } from './page-text.ts';

const files = {
  '/handset/handset.css': ['handset.css', 'text/css; charset=utf-8'],
  '/handset/handset.js': ['handset.js', 'text/javascript; charset=utf-8'],
} as const;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/** Serves the page in the language that the request accepts. */
export function handsetPage(app: FastifyInstance, folder: string): void {
  const send = (reply: FastifyReply, type: string, body: Buffer | string) =>
    reply
      .header('content-type', type)
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(body);
  const template = readFileSync(join(folder, 'handset.html'), 'utf8');
  const pages = new Map(LOCALES.map((locale) => [locale, handsetHtml(template, locale)]));
  app.get('/handset', async (request, reply) => {
    const { locale } = chooseLocale(acceptedLanguages(request.headers['accept-language'] ?? ''));
    reply.header('content-language', locale).header('vary', 'Accept-Language');
    return send(reply, 'text/html; charset=utf-8', pages.get(locale) ?? '');
  });
  for (const [path, [name, type]] of Object.entries(files)) {
    const body = readFileSync(join(folder, name));
    app.get(path, async (_request, reply) => send(reply, type, body));
  }
}
