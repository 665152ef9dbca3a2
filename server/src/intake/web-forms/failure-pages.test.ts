/** What a visitor's browser shows if a website's form fails, over a real connection. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { leads, webForms } from '../../platform/database/schema.ts';
import { find } from '../../testing/app/rows.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';

const SITE = 'https://www.example.com';
const PHONE = '+14155552800';
const KEY = 'form_0123456789abcdef';
/** As Chromium sends it when a person submits a form. */
const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
  'content-type': 'application/x-www-form-urlencoded',
  origin: SITE,
};

async function listen(world: TestWorld): Promise<string> {
  const { app } = await openWholeApp(world);
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** No database listens at its address. */
function withoutDatabase(world: TestWorld): TestWorld {
  const pool = new pg.Pool({ connectionString: 'postgres://offhook@127.0.0.1:1/none' });
  onTestFinished(() => pool.end());
  const db = drizzle({ client: pool });
  const { deps } = world.work;
  return { ...world, db, work: { ...world.work, deps: { ...deps, db } } };
}

withDatabase('a web form that fails', (open) => {
  const start = testWorlds(open);

  async function setUp() {
    const world = await start();
    await world.db
      .insert(webForms)
      .values({ account_id: 100, name: 'Offer page', public_key: KEY, origins: [SITE] });
    const expectNoLead = async () =>
      expect(await find(world.db, leads, eq(leads.phone_number, PHONE))).toEqual([]);
    return { world, expectNoLead };
  }

  const post = (
    base: string,
    key = KEY,
    headers: Record<string, string> = {},
    body = `phone_number=${PHONE}`,
  ) => fetch(`${base}/api/v1/forms/${key}`, { method: 'POST', headers: { ...BROWSER, ...headers }, body });

  it.each([
    ['en-US,en;q=0.9', 'en', 'Your details weren’t sent', 'Go back and send the form again in a minute.'],
    [
      'es-MX,es;q=0.9',
      'es',
      'No se enviaron tus datos',
      'Vuelve atrás y envía el formulario otra vez en un minuto.',
    ],
  ])(
    'without the database shows a page in the language %s that says so',
    async (accepted, language, title, advice) => {
      const { world, expectNoLead } = await setUp();
      const response = await post(await listen(withoutDatabase(world)), KEY, {
        'accept-language': accepted,
      });
      const { headers, status } = response;
      expect([status, headers.get('retry-after'), headers.get('content-language')]).toEqual([
        503,
        '5',
        language,
      ]);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toMatch(/style-src 'sha256-/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('vary')).toContain('Accept-Language');
      const page = await response.text();
      expect(page).toContain(`<html lang="${language}">`);
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page).toContain(`<p>${advice}</p>`);
      await expectNoLead();
    },
  );

  it('answers a script with JSON', async () => {
    const { world } = await setUp();
    const response = await post(await listen(withoutDatabase(world)), KEY, { accept: '*/*' });
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { success: false, code: 'databaseAway' },
    ]);
  });

  it.each([
    ['an unknown key', 404, 'This form is no longer in use.', 'form_unknown', {}],
    ['a key that is too long', 404, 'This form is no longer in use.', 'k'.repeat(200), {}],
    ['a key that can’t be decoded', 404, 'This form is no longer in use.', '%c0', {}],
    [
      'another website',
      403,
      'Please contact us in another way.',
      KEY,
      { origin: 'https://elsewhere.example' },
    ],
    ['an unknown encoding', 400, 'This form isn’t set up correctly.', KEY, { 'content-type': 'text/plain' }],
  ])('because of %s says why and stores nothing', async (_, status, text, key, headers) => {
    const { world, expectNoLead } = await setUp();
    const response = await post(await listen(world), key, headers);
    const page = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(page).toContain('<h1>Your details weren’t sent</h1>');
    expect(page).toContain(text);
    await expectNoLead();
  });

  it('because of its size shows the page while the browser is still sending', async () => {
    const { world, expectNoLead } = await setUp();
    const socket = connect(Number(new URL(await listen(world)).port), '127.0.0.1');
    const headers = Object.entries(BROWSER).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST /api/v1/forms/${KEY} HTTP/1.1\r\nHost: x\r\n${headers.join('')}Content-Length: 10000000\r\n\r\n` +
        `phone_number=${encodeURIComponent(PHONE)}&note=${'x'.repeat(200 * 1024)}`,
    );
    const [response] = await once(socket, 'data');
    socket.destroy();
    expect(String(response)).toMatch(/^HTTP\/1.1 413 .*You entered more text than we can receive\./s);
    await expectNoLead();
  });

  it('lets a visitor correct a number', async () => {
    const { world } = await setUp();
    const response = await post(await listen(world), KEY, {}, 'phone_number=12');
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('<p>This phone number is too short.</p>');
    expect(page).toContain('<p>Go back, correct it and send the form again.</p>');
  });

  it('doesn’t say that nothing was sent if the browser only requests the answer’s address again', async () => {
    const { world } = await setUp();
    const response = await fetch(`${await listen(world)}/api/v1/forms/${KEY}`, { headers: BROWSER });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<h1>Nothing to show</h1>');
  });
});
