import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { acceptedLanguages } from '@offhook/i18n/accept-language';
import { chooseLocale, LOCALES } from '@offhook/i18n/locales';
import type { FastifyInstance, FastifyReply } from 'fastify';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self' blob:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the built page at `/`, in the language that the request accepts, and its files below `/inspector/`. */
export function pageFiles(app: FastifyInstance, folder: string): void {
  const send = (reply: FastifyReply, type: string, caching: string, body: Buffer | string) =>
    reply
      .header('content-type', type)
      .header('cache-control', caching)
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(body);
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const pages = new Map(
    LOCALES.map((locale) => [locale, html.replace('<html lang="en">', `<html lang="${locale}">`)]),
  );
  app.get('/', async (request, reply) => {
    const { locale } = chooseLocale(acceptedLanguages(request.headers['accept-language'] ?? ''));
    reply.header('content-language', locale).header('vary', 'Accept-Language');
    return send(reply, 'text/html; charset=utf-8', 'no-cache', pages.get(locale) ?? '');
  });
  for (const name of readdirSync(join(folder, 'assets'))) {
    const type = types[extname(name)];
    if (!type) continue;
    const body = readFileSync(join(folder, 'assets', name));
    // The names contain hashes of the contents.
    app.get(`/inspector/assets/${name}`, async (_request, reply) =>
      send(reply, type, 'max-age=31536000, immutable', body),
    );
  }
}
