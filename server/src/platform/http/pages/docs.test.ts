import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { openWholeApp } from '../../../testing/app/whole-app.ts';
import { withDatabase } from '../../../testing/database/database.ts';
import { testWorlds } from '../../../testing/world/world.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

withDatabase('the API description', (open) => {
  const openWorld = testWorlds(open);

  it('is valid OpenAPI 3.1, lists exactly the routes, and matches the responses', async () => {
    const world = await openWorld();
    const served = new Set<string>();
    const { app, signIn } = await openWholeApp(world, [
      ({ server }) =>
        server.addHook('onRoute', ({ method, url }) => {
          for (const one of [method].flat())
            if (one !== 'HEAD' && one !== 'OPTIONS') served.add(`${one} ${url}`);
        }),
    ]);
    const response = await app.inject('/api/docs/json');
    const document = response.json<Document>();

    const verdict = await new Validator().validate(response.json<Record<string, unknown>>());
    expect([verdict.valid, verdict.errors]).toEqual([true, undefined]);

    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => ({
        method: method.toUpperCase(),
        url: path.replace(/\{(\w+)\}/g, ':$1'),
      })),
    );
    expect(described.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([...served].sort());
    expect(described.length).toBeGreaterThan(40);
    for (const { method, url } of described) {
      expect([url, app.hasRoute({ method: method as 'GET', url })]).toEqual([url, true]);
    }
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);

    const ajv = new Ajv2020({ strict: false, logger: false });
    ajv.addSchema(document, 'api');
    const validated = async (
      request: InjectOptions & { url: string; method: 'GET' | 'POST' },
      path: string,
    ) => {
      const real = await app.inject(request);
      const pointer = ['paths', path, request.method.toLowerCase(), 'responses', String(real.statusCode)]
        .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
        .join('/');
      const schema = `api#/${pointer}/content/application~1json/schema`
        .replaceAll('{', '%7B')
        .replaceAll('}', '%7D');
      const check = ajv.getSchema(schema);
      if (!check) return [request.url, real.statusCode, 'not described'];
      return [request.url, real.statusCode, check(real.json()) ? null : check.errors];
    };
    const headers = await signIn('agent@demo.test');
    const get = (url: string, path = url.split('?')[0] ?? '') =>
      validated({ method: 'GET', url, headers }, path);
    const post = (url: string, payload: object, path = url, by: Record<string, string> = headers) =>
      validated({ method: 'POST', url, payload, headers: by }, path);
    const key = { authorization: 'Bearer demo-100' };
    expect([
      await get('/healthz'),
      await get('/api/v1/user'),
      await get('/api/v1/mycalls?limit=10'),
      await get('/api/v1/mycalls?limit=x'),
      await get('/api/v1/callerids'),
      await get('/api/v1/users/paginated?status=all'),
      await get('/api/v1/teams'),
      await get('/api/v1/callable?phone_number=%2B14155550105'),
      await get('/api/v1/callusers/1', '/api/v1/callusers/{id}'),
      await get('/api/v1/twilio/token2'),
      await validated({ method: 'GET', url: '/api/v1/teams' }, '/api/v1/teams'),
      await post('/api/v1/leads', { phone_number: '+14155550105', fname: 'Ada' }, '/api/v1/leads', key),
      await post('/api/v1/leads', { phone_number: 'no' }, '/api/v1/leads', key),
      await post('/api/v1/leads', { phone_number: '+14155550105' }, '/api/v1/leads', {}),
      await post('/api/v1/notes', { call_id: 2, content: 'x' }),
      await post('/apps/webrtc/2/disposition', { status: 'contacted' }, '/apps/webrtc/{id}/disposition'),
      await post('/apps/webrtc/check', {}),
      await post('/api/v1/user/logout', {}, '/api/v1/user/logout', { ...headers, 'x-csrf-token': 'x' }),
      await post('/api/v1/user/logout', {}),
    ]).toEqual(
      [
        ['/healthz', 200],
        ['/api/v1/user', 200],
        ['/api/v1/mycalls?limit=10', 200],
        ['/api/v1/mycalls?limit=x', 422],
        ['/api/v1/callerids', 200],
        ['/api/v1/users/paginated?status=all', 200],
        ['/api/v1/teams', 200],
        ['/api/v1/callable?phone_number=%2B14155550105', 200],
        ['/api/v1/callusers/1', 404],
        ['/api/v1/twilio/token2', 200],
        ['/api/v1/teams', 401],
        ['/api/v1/leads', 200],
        ['/api/v1/leads', 422],
        ['/api/v1/leads', 401],
        ['/api/v1/notes', 404],
        ['/apps/webrtc/2/disposition', 404],
        ['/apps/webrtc/check', 200],
        ['/api/v1/user/logout', 419],
        ['/api/v1/user/logout', 200],
      ].map(([url, status]) => [url, status, null]),
    );
  });

  it('states for each request whether it requires a session or a key', async () => {
    const { app } = await openWholeApp(await openWorld());
    const { paths } = (await app.inject('/api/docs/json')).json<{
      paths: Record<string, Record<string, { security: Record<string, unknown>[] }>>;
    }>();
    const wrong: string[] = [];
    for (const [path, item] of Object.entries(paths))
      for (const [method, { security }] of Object.entries(item)) {
        if (security.some((scheme) => 'provider' in scheme)) continue;
        const url = path.replace(/\{\w+\}/g, '1');
        const { statusCode } = await app.inject({ method: method as 'GET', url });
        if ([401, 419].includes(statusCode) !== security.length > 0)
          wrong.push(`${method} ${path}: ${statusCode}`);
      }
    expect(wrong).toEqual([]);
  });

  it('is served as a page without scripts or external requests', async () => {
    const { app } = await openWholeApp(await openWorld());
    const { statusCode, headers, body } = await app.inject('/api/docs');
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+='; /);
    expect(headers['content-security-policy']).not.toContain('script-src');
    expect(body).toContain('<code>/api/v1/leads</code>');
    expect(body).toContain('The note must be between 1 and 5000 characters.');
    expect(body).not.toMatch(/<script|<link|<img|javascript:|undefined|\[object/);
  });
});
