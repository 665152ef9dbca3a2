import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { REQUESTS, type RequestName } from '@offhook/contract/requests/all-requests';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, inject, it, vi } from 'vitest';
import { ALLOWED_PAGE_ORIGIN, openTestApp, openTestAppAs, PUBLIC_URL } from '../../testing/app/app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { run } from '../../testing/database/postgres.ts';
import { connectPostgres, openPostgres } from '../database/postgres.ts';
import { sessions } from '../database/schema.ts';

const SESSION_REQUESTS: readonly RequestName[] = [
  'logout',
  'realtimeAuth',
  'getHistory',
  'getCallerIds',
  'getAgents',
  'getTeams',
  'setDisposition',
  'saveNote',
  'reportDisconnect',
];

withDatabase('the HTTP layer', (open) => {
  it('rejects a body that is still being sent and drains it, so that the client can read the error', async () => {
    const { app } = await openTestApp(open);
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    const socket = connect(port, '127.0.0.1');
    // Without keep-alive, as the gateway sends it.
    socket.write(
      'POST /api/v1/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        `Connection: close\r\nContent-Length: 10000000\r\n\r\n${'a'.repeat(200 * 1024)}`,
    );
    const [response] = await once(socket, 'data');
    expect(String(response)).toMatch(/^HTTP\/1.1 4\d\d .*"error":"[^"]+","code":"csrf"\}$/s);
    const failed = await new Promise((resolve) => socket.write(Buffer.alloc(8 * 1024 * 1024), resolve));
    expect(failed ?? null).toBeNull();
    socket.destroy();
  });

  it('returns 401 to a visitor for every request that requires a session', async () => {
    const { browser } = await openTestApp(open);
    const visitor = browser();
    await visitor.get('/api/v1/user');
    for (const name of SESSION_REQUESTS) {
      const { method, path } = REQUESTS[name];
      const url = path.replace(':id', '1000');
      const response = method === 'GET' ? await visitor.get(url) : await visitor.post(url, {});
      expect([name, response.status, response.body]).toEqual([
        name,
        401,
        { success: false, error: 'Log in to continue.', code: 'unauthenticated' },
      ]);
    }
  });

  it('returns errors in the language that the request prefers, with the same code', async () => {
    const { app } = await openTestApp(open);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const english = ['en', 'Log in to continue.'];
    const spanish = ['es', 'Inicia sesión para continuar.'];
    const cases: [string | null, string[]][] = [
      [null, english],
      ['', english],
      ['en-GB', english],
      ['de', english],
      ['*', english],
      ['es;q=0', english],
      ['en;q=0.9, es;q=0.8', english],
      ['es-MX', spanish],
      ['en;q=0.8, es-419;q=0.9', spanish],
      ['de, es;q=0.1', spanish],
    ];
    for (const [accepted, [language, error]] of cases) {
      const headers = accepted === null ? {} : { 'accept-language': accepted };
      const response = await fetch(`${url}/api/v1/mycalls`, { headers });
      expect([accepted, response.status, await response.json()]).toEqual([
        accepted,
        401,
        { success: false, error, code: 'unauthenticated' },
      ]);
      expect(response.headers.get('content-language')).toBe(language);
      expect(response.headers.get('vary')).toContain('Accept-Language');
    }
    const missing = await fetch(`${url}/api/v1/nothing`, { headers: { 'accept-language': 'es' } });
    expect(await missing.json()).toEqual({
      success: false,
      error: 'No se encontró. Es posible que se haya quitado.',
      code: 'notFound',
    });
    const broken = await fetch(`${url}/api/v1/%c0`, { headers: { 'accept-language': 'es' } });
    expect(await broken.json()).toMatchObject({ error: 'No se encontró. Es posible que se haya quitado.' });
  });

  it('rejects changes without the CSRF token or from another site’s page', async () => {
    const { as, db } = await openTestApp(open);
    const [agent, other] = [await as('agent@demo.test'), await as('agent2@demo.test')];
    const sessionCount = (await db.select().from(sessions)).length;
    const cases: [string, Record<string, string>, number][] = [
      ['no token', { 'x-csrf-token': '' }, 419],
      ['a made-up token', { 'x-csrf-token': 'x'.repeat(43) }, 419],
      ['another session’s token', { 'x-csrf-token': other.csrfToken() }, 419],
      ['a foreign origin', { origin: 'https://evil.example' }, 403],
      ['an opaque origin', { origin: 'null' }, 403],
      ['the origin of another port', { origin: 'http://localhost:9999' }, 403],
      ['a look-alike origin', { origin: 'http://localhost:8080.evil.example' }, 403],
    ];
    for (const [name, headers, status] of cases) {
      const response = await agent.post('/api/v1/user/logout', undefined, headers);
      expect([name, response.status, response.body.success, typeof response.body.error]).toEqual([
        name,
        status,
        false,
        'string',
      ]);
    }
    expect((await db.select().from(sessions)).length).toBe(sessionCount);
    const visitor = await agent.post(
      '/api/v1/user/login',
      { email: 'agent@demo.test', password: 'offhook-demo' },
      { cookie: '', 'x-csrf-token': '' },
    );
    expect(visitor.status).toBe(419);
    const own = { origin: 'http://127.0.0.1:8080' };
    expect((await agent.post('/api/v1/user/logout', undefined, own)).status).toBe(200);
  });

  it('allows pages from configured origins to use every API method', async () => {
    const { app } = await openTestApp(open);
    const { headers } = await app.inject({
      method: 'OPTIONS',
      url: '/api/v1/notes',
      headers: { origin: ALLOWED_PAGE_ORIGIN },
    });
    const allowed = String(headers['access-control-allow-methods']).split(', ');
    const rows = [...Object.values(REQUESTS), ...Object.values(CONSOLE_REQUESTS)];
    expect(allowed.sort()).toEqual([...new Set(rows.map(({ method }) => method))].sort());
    expect(allowed).toContain('DELETE');
    expect(headers['vary']).toBe('Origin');
  });

  it('allows credentials from configured origins only', async () => {
    const { app, as } = await openTestApp(open);
    const send = (origin: string) =>
      app.inject({ method: 'OPTIONS', url: '/api/v1/notes', headers: { origin } }).then((response) => ({
        status: response.statusCode,
        origin: response.headers['access-control-allow-origin'],
        credentials: response.headers['access-control-allow-credentials'],
        headers: response.headers['access-control-allow-headers'],
      }));
    expect(await send(ALLOWED_PAGE_ORIGIN)).toEqual({
      status: 204,
      origin: ALLOWED_PAGE_ORIGIN,
      credentials: 'true',
      headers: 'content-type, x-csrf-token, idempotency-key',
    });
    for (const foreign of [
      'https://evil.example',
      `${ALLOWED_PAGE_ORIGIN}:8443`,
      `${ALLOWED_PAGE_ORIGIN}.evil`,
      'null',
    ])
      expect(await send(foreign)).toEqual({ status: 404 });
    const agent = await as('agent@demo.test');
    const read = await agent.get('/api/v1/user', { origin: 'https://evil.example' });
    expect([read.status, read.headers['access-control-allow-origin'], read.headers['vary']]).toEqual([
      200,
      undefined,
      'Origin',
    ]);
    const elsewhere = await agent.post('/api/v1/user/logout', undefined, { origin: ALLOWED_PAGE_ORIGIN });
    expect([
      elsewhere.status,
      elsewhere.headers['access-control-allow-origin'],
      elsewhere.headers['vary'],
    ]).toEqual([200, ALLOWED_PAGE_ORIGIN, 'Origin']);
  });

  it('rejects malformed bodies and names invalid fields', async () => {
    const [agent] = await openTestAppAs(open, 'agent@demo.test');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const cases: [string, string, object | string, number, (string | undefined)?, Record<string, string>?][] =
      [
        ['broken JSON', '/api/v1/notes', '{"content":', 400, 'The request body couldn’t be read.'],
        ['plain text', '/api/v1/notes', 'hello', 400, undefined, { 'content-type': 'text/plain' }],
        ['a body over 100 kB', '/api/v1/notes', { content: 'x'.repeat(110_000) }, 413],
        ['a form over 100 kB', '/api/v1/notes', `content=${'x'.repeat(110_000)}`, 413, undefined, form],
        [
          'an empty note',
          '/api/v1/notes',
          { content: '  ', call_id: 1000 },
          422,
          'The note must be between 1 and 5000 characters.',
        ],
        ['a note of 5001 characters', '/api/v1/notes', { content: 'x'.repeat(5001), call_id: 1000 }, 422],
        ['a note without a call', '/api/v1/notes', { content: 'x' }, 422],
        ['an array for a note', '/api/v1/notes', [], 422],
        ['null for a note', '/api/v1/notes', 'null', 422],
        [
          'an unknown result',
          '/apps/webrtc/1000/disposition',
          { status: 'x' },
          422,
          'Choose one of the results.',
        ],
        ['an invalid call ID', '/apps/webrtc/abc/disposition', { status: 'contacted' }, 404],
        [
          'a call ID that is too large',
          '/apps/webrtc/99999999999999999999/disposition',
          { status: 'contacted' },
          404,
        ],
        ['an unknown call', '/apps/webrtc/9007199254740990/disposition', { status: 'contacted' }, 404],
        ['an unknown path', '/api/v1/nothing', {}, 404, 'Not found. It may have been removed.'],
      ];
    for (const [name, url, body, status, error, headers] of cases) {
      const response = await agent.post(url, body, headers);
      expect([name, response.status, response.body]).toEqual([
        name,
        status,
        { success: false, error: error ?? expect.any(String), code: expect.any(String) },
      ]);
    }
    for (const url of ['/%', '/api/v1/%c0', '/api/v1/mycalls/', '//api/v1/user']) {
      const response = await agent.get(url);
      expect([url, response.status, response.body.success]).toEqual([url, 404, false]);
    }
    expect((await agent.get('/api/v1/mycalls?page=0')).status).toBe(422);
    expect((await agent.get('/api/v1/mycalls?limit=51')).status).toBe(422);
    expect((await agent.get('/api/v1/mycalls?page=x')).status).toBe(422);
    expect((await agent.get('/api/v1/mycalls')).status).toBe(200);
  });

  it('accepts any cookie value', async () => {
    const { browser } = await openTestApp(open);
    const cookies = ['v.', 'v.a.b', 'u.', `u.${'a'.repeat(43)}`, '%00', 'u.\u0000', `v.${'x'.repeat(8000)}`];
    for (const value of cookies) {
      const response = await browser().get('/api/v1/user', { cookie: `offhook_session=${value}` });
      expect([value.slice(0, 20), response.status, response.body.success]).toEqual([
        value.slice(0, 20),
        200,
        false,
      ]);
    }
  });

  it('logs a disconnect reported by a phone', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const { as } = await openTestApp(open, PUBLIC_URL, null, log);
    const agent = await as('agent@demo.test');
    const report = { user: 1, conn_status: 'reconnecting' };
    expect(await agent.post('/twilio/debug/webrtc', report)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(lines).toMatchObject([
      {
        msg: 'phone reported an unexpected disconnect',
        user: expect.any(Number),
        connection: 'reconnecting',
      },
    ]);
  });
});

it.skipIf(inject('offhookPostgres') === null)(
  'a request gets a 503 and changes nothing while PostgreSQL is read-only or unreachable',
  async () => {
    const template = inject('offhookPostgres') ?? '';
    const postgres = template.replace('{database}', 'postgres');
    await run(postgres, 'create database outage template demo');
    const folder = mkdtempSync(join(tmpdir(), 'offhook-pg-outage-'));
    const socket = join(folder, '.s.PGSQL.5432');
    const real = new URL(postgres).searchParams.get('host') ?? '';
    symlinkSync(join(real, '.s.PGSQL.5432'), socket);
    const elsewhere = await connectPostgres(template.replace('{database}', 'outage'));
    let lost = 0;
    const { db, close } = await openPostgres(`postgres://offhook@localhost/outage?host=${folder}`, () => {
      lost += 1;
    });
    const closeConnections = async () => {
      const [before, open] = [lost, 'pg_stat_activity where datname = current_database()'];
      const { rows } = (await elsewhere.db.execute(
        sql.raw(`select pg_terminate_backend(pid) from ${open} and pid <> pg_backend_pid()`),
      )) as unknown as { rows: unknown[] };
      await vi.waitFor(() => expect(lost).toBe(before + rows.length), { timeout: 30_000 });
    };
    try {
      const { browser } = await openTestApp(async () => ({ db, kind: 'postgres', recordingsFolder: folder }));
      const page = browser();
      const login = () => page.login('agent@demo.test');
      const unavailable = {
        status: 503,
        headers: { 'retry-after': '5' },
        body: { error: 'Offhook can’t reach its database. Try again in a few seconds.' },
      };
      expect(await login()).toMatchObject({ status: 200 });
      const open = (await elsewhere.db.select().from(sessions)).length;

      await elsewhere.db.execute(sql`alter database outage set default_transaction_read_only = on`);
      await closeConnections();
      expect(await login()).toMatchObject(unavailable);
      await elsewhere.db.execute(sql`alter database outage reset default_transaction_read_only`);
      await closeConnections();

      rmSync(socket);
      await closeConnections();
      expect(await page.get('/api/v1/mycalls')).toMatchObject(unavailable);
      expect(await login()).toMatchObject(unavailable);
      symlinkSync(join(real, '.s.PGSQL.5432'), socket);
      expect((await elsewhere.db.select().from(sessions)).length).toBe(open);
      expect(await login()).toMatchObject({ status: 200 });
    } finally {
      await close();
      await elsewhere.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
