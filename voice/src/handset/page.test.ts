import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { handsetPage } from './page.ts';
import { handsetHtml } from './page-text.ts';

const folder = join(import.meta.dirname, '../../assets/handset');

async function get(headers: Record<string, string>) {
  const app = fastify();
  handsetPage(app, folder);
  return app.inject({ url: '/handset', headers });
}

test.each([
  ['es-MX,es;q=0.9,en;q=0.8', 'es', 'Colgar'],
  ['de,en;q=0.5', 'en', 'Hang up'],
  ['', 'en', 'Hang up'],
])('the page for Accept-Language %j is in %s', async (header, language, hangUp) => {
  const { body, headers } = await get({ 'accept-language': header });
  expect(body).toContain(`<html lang="${language}">`);
  expect(body).toContain(`hidden>${hangUp}</button>`);
  expect(headers).toMatchObject({ 'content-language': language, vary: 'Accept-Language' });
});

test('the script of the page uses only messages that the page has', async () => {
  const { body } = await get({ 'accept-language': 'es' });
  const [, json = '{}'] = / data-messages="([^"]*)"/.exec(body) ?? [];
  const messages = JSON.parse(json.replaceAll('&quot;', '"')) as Record<string, string>;
  expect(messages['status.ringing.title']).toBe('Llamada entrante de {from}');
  const script = readFileSync(join(folder, 'handset.js'), 'utf8');
  const used = [...script.matchAll(/'((?:status|fault|texts|handset)\.[\w.]+)'/g)].map(([, id]) => id ?? '');
  expect(used.length).toBeGreaterThan(8);
  expect(used.filter((id) => messages[id] === undefined)).toEqual([]);
});

test('a template with an unknown message is an error', () => {
  expect(() => handsetHtml('<p>{{dial.nothing}}</p>', 'en')).toThrow('no message dial.nothing');
});
