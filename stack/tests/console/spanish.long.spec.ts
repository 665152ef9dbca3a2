import { valueOrThrow } from '@offhook/contract/client/api-error';
import { clientAt, logIn } from '@offhook/server/testing/servers/api-client';
import { BUSY, expect, MAIN_LINE, Phone, test } from '../phone.ts';
import { type Product, waitUntil } from '../product.ts';

/** English words that are neither Spanish words nor part of the demo's names. */
const ENGLISH =
  /\b(the|was|were|is|are|did|not|could|cannot|has|have|been|this|with|before|because|agents?|leads?|calls?|called|calling|rung|ringing|phone|team|hours|removed|added|erased|changed|created|tested|queued|scheduled|reached|answer|available|taken|note|result|schedule|password|signed|connection|settings)\b/i;

/** URLs, email addresses, names of a script's fields, and names from the demo. */
const NAMES = /https?:\S+|\{\w+\}|\S+@\S+|erased-\d+|Regional outreach line for the west coast/g;

const CALLER = '+14155550106';

/** Creates calls, texts, an import, a webhook and changes, so that every page shows sentences from the server. */
async function fill(product: Product, phone: Phone): Promise<{ readonly paths: readonly string[] }> {
  const { request } = await logIn(clientAt(product.url), 'admin@demo.test');
  const key = { authorization: 'Bearer demo-100' };

  await product.postLead({ phone_number: '+14155550241', fname: 'Irene' });
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await phone.button('Ignore').click();
  await phone.ready();
  await product.callIn(CALLER, MAIN_LINE);
  await waitUntil(
    async () => (await product.lines()).some(({ from }) => from === CALLER),
    'the call to start',
  );
  await product.hangUp(CALLER);
  await waitUntil(async () => (await product.lines()).length === 0, 'the caller to hang up');
  // Until then, the phone may still ring, which closes its panel.
  await waitUntil(async () => {
    const { data } = valueOrThrow(await request('listCalls', { query: { direction: 'inbound' } }));
    return data[0] !== undefined && data[0].ended_at !== null;
  }, 'the inbound call to end');
  await phone.ready();
  // The agent is in wrap-up from here on, so no lead rings.
  await phone.newCall(BUSY);
  await expect(phone.heading('Call Result')).toBeVisible();

  const { data: agents } = valueOrThrow(await request('listAgents', { query: {} }));
  const idOf = (email: string) => agents.find((agent) => agent.email === email)?.id ?? 0;
  const change = async (email: string, body: { do_not_disturb?: boolean; active?: boolean; cap?: number }) =>
    valueOrThrow(await request('changeAgent', { params: { id: idOf(email) }, body }));
  await change('agent2@demo.test', { do_not_disturb: true });
  await change('agent3@demo.test', { active: false });

  const { data: teams } = valueOrThrow(await request('listTeams', {}));
  const team = teams.find(({ is_default }) => is_default)?.id ?? 0;
  valueOrThrow(
    await request('changeTeam', { params: { id: team }, body: { profile: { missed_text: '¡Hola!' } } }),
  );

  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await fetch(`${product.url}/api/v1/calls`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify({ phone_number: '+14155550242', fname: 'Julio', at: tomorrow }),
  });
  const file = await fetch(`${product.url}/api/v1/leads/imports`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'text/csv' },
    body: 'phone_number,fname,team_id\n+14155550243,Karla,\n12,Luis,\n,Mara,\n+14155550244,Nora,999999\n"+1415',
  });
  const { import: accepted } = (await file.json()) as { import: { id: number } };
  await waitUntil(async () => {
    const { import: current } = valueOrThrow(
      await request('readImport', { params: { id: accepted.id }, query: { after: 0 } }),
    );
    return current.status === 'complete';
  }, 'the import to complete');

  const { webhook } = valueOrThrow(
    await request('addWebhook', { body: { url: 'http://127.0.0.1:9/', events: ['lead_created'] } }),
  );
  await product.postLead({ phone_number: '+14155550245', fname: 'Olga' });
  await waitUntil(async () => {
    const { data } = valueOrThrow(await request('listDeliveries', { params: { id: webhook.id }, query: {} }));
    return data.some(({ last_error }) => last_error !== null);
  }, 'a delivery to fail');

  const { data: leads } = valueOrThrow(await request('listLeads', { query: {} }));
  const leadOf = (number: string) => leads.find(({ phone_number }) => phone_number === number)?.id ?? 0;
  valueOrThrow(await request('eraseLead', { params: { id: leadOf('+14155550243') } }));
  const { data: calls } = valueOrThrow(await request('listCalls', { query: {} }));
  return {
    paths: [
      '/',
      '/calls',
      ...calls.slice(0, 4).map(({ id }) => `/calls/${id}`),
      '/leads',
      ...['+14155550241', '+14155550242', '+14155550243'].map((number) => `/leads/${leadOf(number)}`),
      '/teams',
      `/teams/${team}`,
      '/agents',
      `/agents/${idOf('agent2@demo.test')}`,
      '/numbers',
      '/calling-rules',
      '/retention',
      '/do-not-call',
      '/integrations',
      `/integrations/webhooks/${webhook.id}`,
      '/api-keys',
      '/leads/import',
      `/leads/import/${accepted.id}`,
      '/audit-log',
    ],
  };
}

test('no console page shows an English sentence to a Spanish-speaking user', async ({ browser, own }) => {
  test.slow();
  await own.start();
  const phone = await Phone.open(browser, own.url, 'agent@demo.test');
  const { paths } = await fill(own, phone);
  const english = await Phone.visit(browser, own.url, '/admin/');
  await english.signIn('admin@demo.test');
  await expect(english.heading('Live board')).toBeVisible();
  const storageState = await english.context.storageState();
  await english.close();

  const { page, close } = await inSpanish();
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(`${own.url}/admin${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const text = (await page.locator('body').innerText()).replaceAll(NAMES, '');
    for (const line of text.split('\n')) if (ENGLISH.test(line)) found.push(`${path}: ${line}`);
  }
  expect(found).toEqual([]);
  await close();
  await phone.close();

  async function inSpanish() {
    const visitor = await Phone.visit(browser, own.url, '/admin/', { locale: 'es-MX', storageState });
    await visitor.page.setViewportSize({ width: 1280, height: 900 });
    await expect(visitor.heading('Panel en vivo')).toBeVisible();
    return { page: visitor.page, close: () => visitor.close() };
  }
});
