import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const files = {
  '/handset': ['handset.html', 'text/html; charset=utf-8'],
  '/handset/handset.css': ['handset.css', 'text/css; charset=utf-8'],
  '/handset/handset.js': ['handset.js', 'text/javascript; charset=utf-8'],
} as const;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

export function handsetPage(app: FastifyInstance, folder: string): void {
  for (const [path, [name, type]] of Object.entries(files)) {
    const body = readFileSync(join(folder, name));
    app.get(path, async (_request, reply) =>
      reply
        .header('content-type', type)
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .send(body),
    );
  }
}
