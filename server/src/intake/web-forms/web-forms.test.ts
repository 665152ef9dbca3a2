import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  auditLog,
  callUsers,
  leadConsents,
  leads,
  numbers,
  teams,
  webForms,
} from '../../platform/database/schema.ts';
import { change, find } from '../../testing/app/rows.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { testWorlds } from '../../testing/world/world.ts';

const SITE = 'https://www.example.com';
const PHONE = '+14155552800';
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';
const CONSENT = { channel: 'both', text: 'I agree that Acme calls and texts me.' };

const withoutUndefined = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));

withDatabase('a web form', (open) => {
  const start = testWorlds(open);

  async function setUp(fields: object = {}) {
    const world = await start();
    const { app, signIn } = await openWholeApp(world);
    const admin = await signIn('admin@demo.test');
    const request = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
      const url = `/api/v1/console/web-forms${path}`;
      const response = await app.inject({ method, url, headers: admin, ...(body && { payload: body }) });
      // biome-ignore lint/suspicious/noExplicitAny: each test expects the fields that it reads
      return { status: response.statusCode, ...response.json<any>() };
    };
    const made = await request('POST', '', { name: 'Offer page', origins: [`${SITE}/offer`], ...fields });
    expect(made.status).toBe(200);
    const send = (
      values: Record<string, string>,
      headers: Record<string, string | undefined> = {},
      key = '',
    ) =>
      app.inject({
        method: 'POST',
        url: `/api/v1/forms/${key || made.web_form.key}`,
        headers: withoutUndefined({
          'content-type': 'application/x-www-form-urlencoded',
          origin: SITE,
          ...headers,
        }),
        payload: new URLSearchParams({ phone_number: PHONE, ...values }).toString(),
      });
    const lead = async () => (await find(world.db, leads, eq(leads.phone_number, PHONE)))[0];
    return { world, db: world.db, request, form: made.web_form, send, lead };
  }

  it('creates a lead that rings, and redirects the visitor to the thank-you page', async () => {
    const { world, send, lead } = await setUp({ thank_you_url: `${SITE}/thanks` });
    const ann = await world.agent('agent@demo.test');
    await ann.present();
    const response = await send(
      { fname: 'Ada', Roof: 'Flat' },
      { accept: BROWSER, referer: `${SITE}/offer` },
    );
    expect([response.statusCode, response.headers.location]).toEqual([303, `${SITE}/thanks`]);
    expect(await lead()).toMatchObject({ fname: 'Ada', form: 'Offer page', fields: [['Roof', 'Flat']] });
    expect(await find(world.db, callUsers, eq(callUsers.status, 'ringing'))).toHaveLength(1);
  });

  it('stores evidence of the consent that the administrator worded, and only if the box is checked', async () => {
    const { db, send, lead } = await setUp({ consent: CONSENT });
    await send({ consent: 'no' });
    const consents = async () => find(db, leadConsents, eq(leadConsents.lead_id, (await lead())?.id ?? 0));
    expect(await consents()).toEqual([]);
    await send({ consent: 'yes' }, { referer: `${SITE}/offer?x=1`, 'user-agent': 'A browser' });
    expect(await consents()).toMatchObject([
      {
        ...CONSENT,
        method: 'web_form',
        source_url: `${SITE}/offer?x=1`,
        ip: '127.0.0.1',
        user_agent: 'A browser',
        api_key_id: null,
      },
    ]);
  });

  it('shows a page in the visitor’s language if it has no thank-you page', async () => {
    const { send } = await setUp();
    const response = await send({}, { accept: BROWSER, 'accept-language': 'es' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.body).toContain('<html lang="es">');
    expect(response.body).toContain('Recibimos tus datos.');
    expect(response.headers['content-security-policy']).toMatch(/style-src 'sha256-/);
  });

  it('answers a script with JSON that its website may read, and that shows nothing of the lead', async () => {
    const { send } = await setUp();
    const response = await send({ fname: 'Ada' });
    expect(response.json()).toEqual({ success: true });
    expect(response.headers['access-control-allow-origin']).toBe(SITE);
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    const wrong = await send({ phone_number: '12' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'invalidPhoneNumber']);
    expect(wrong.headers['access-control-allow-origin']).toBe(SITE);
  });

  it.each([
    ['another website', { origin: 'https://elsewhere.example' }],
    ['another port of the website', { origin: `${SITE}:8443` }],
    ['a page without an address', { origin: 'null' }],
    ['a program without a page', { origin: undefined }],
  ])('is rejected from %s', async (_, headers) => {
    const { send, lead } = await setUp();
    const response = await send({}, headers);
    expect([response.statusCode, response.json().code]).toEqual([403, 'formOrigin']);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(await lead()).toBeUndefined();
  });

  it('drops what a program sends that fills in the hidden field', async () => {
    const { send, lead } = await setUp({ thank_you_url: `${SITE}/thanks` });
    const response = await send({ leave_blank: 'x' }, { accept: BROWSER });
    expect(response.statusCode).toBe(303);
    expect(await lead()).toBeUndefined();
  });

  it('limits submissions per network', async () => {
    const { send, world } = await setUp();
    for (let sent = 0; sent < 10; sent += 1) expect((await send({})).statusCode).toBe(200);
    const response = await send({}, { accept: BROWSER });
    expect(response.statusCode).toBe(429);
    expect(response.body).toContain('Too many forms were sent in the last minute.');
    await world.clock.advance(60_000);
    expect((await send({})).statusCode).toBe(200);
  });

  it('tells a visitor nothing about the account', async () => {
    const { db, send } = await setUp();
    expect((await send({ phone_number: '+19005550123' })).json().code).toBe('invalidPhoneNumber');
    await change(db, numbers, eq(numbers.account_id, 100), { account_id: 200 });
    const response = await send({});
    expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable']);
  });

  it('sends leads to its team', async () => {
    const { db, send, lead, request, form } = await setUp();
    const [team] = await find(db, teams, eq(teams.is_default, false));
    const changed = await request('PUT', `/${form.id}`, { team_id: team?.id, version: form.version });
    expect(changed.web_form).toMatchObject({ team: { id: team?.id }, origins: [SITE] });
    await send({});
    expect((await lead())?.team_id).toBe(team?.id);
    const stale = await request('PUT', `/${form.id}`, { name: 'Other', version: form.version });
    expect([stale.status, stale.code]).toEqual([409, 'changedMeanwhile']);
  });

  it('gets no leads once it is revoked', async () => {
    const { db, send, lead, request, form } = await setUp();
    expect((await request('DELETE', `/${form.id}`)).web_form.revoked_at).not.toBeNull();
    expect((await send({})).statusCode).toBe(404);
    expect((await send({}, {}, 'form_unknown')).statusCode).toBe(404);
    expect(await lead()).toBeUndefined();
    expect((await request('PUT', `/${form.id}`, { name: 'Other' })).status).toBe(404);
    const subjects = (await db.select().from(auditLog)).map(({ subject }) => subject);
    expect(subjects).toEqual(
      expect.arrayContaining([`web form ${form.id}: added`, `web form ${form.id}: revoked`]),
    );
  });

  it.each([
    { origins: [] },
    { origins: ['javascript:alert(1)'] },
    { thank_you_url: 'javascript:alert(1)' },
    { consent: { channel: 'both', text: '' } },
    { team_id: 999_999 },
  ])('is not created with %j', async (fields) => {
    const { request, db } = await setUp();
    const { status } = await request('POST', '', { name: 'Bad', origins: [SITE], ...fields });
    expect(status).toBe(422);
    expect(await find(db, webForms, eq(webForms.name, 'Bad'))).toEqual([]);
  });

  it('can’t authorize a request of the API', async () => {
    const { world, form } = await setUp();
    const response = await fetch(`${world.base()}/api/v1/leads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${form.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ phone_number: PHONE }),
    });
    expect(response.status).toBe(401);
  });
});
