import { expect, it } from 'vitest';
import { addCallUser } from '../platform/database/call-users.ts';
import { type Database, insert } from '../platform/database/database.ts';
import {
  leadImportLines,
  leadImports,
  leads,
  messages,
  routingDecisions,
  scheduledCalls,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../platform/database/schema.ts';
import { ACCOUNT, addCall, userOf } from '../testing/app/rows.ts';
import { openWholeApp } from '../testing/app/whole-app.ts';
import { withDatabase } from '../testing/database/database.ts';
import { testWorlds } from '../testing/world/world.ts';

const LEAD = '+14155550105';
const AT = new Date('2026-03-02T16:00:00.000Z');

/** Adds a row with a translatable sentence to each table that holds one. */
async function addSentences(db: Database, leadId: number, soon: Date) {
  const { id: user_id } = await userOf(db, 'agent@demo.test');
  const call = await addCall(db, {
    status: 'no-answer',
    lead_id: leadId,
    ended_at: AT,
    reasons: ['Nobody accepted the call', 'The lead did not answer'],
  });
  await addCallUser(db, {
    call_id: call.id,
    user_id,
    type: 'lead',
    status: 'missed',
    ended_at: AT,
    reason: 'The agent’s phone could not be reached',
  });
  const agents = [{ user_id, verdict: 'skipped', reason: 'Still in wrap-up' }] as const;
  await db
    .insert(routingDecisions)
    .values({ call_id: call.id, at: AT, outcome: 'Ringing 2 agents', agents: [...agents] });
  await db.insert(messages).values({
    account_id: ACCOUNT,
    lead_id: leadId,
    call_id: call.id,
    from_number: LEAD,
    to_number: LEAD,
    body: 'The lead hung up',
    status: 'failed',
    not_sent_reason: 'The lead was reached before the text was due.',
  });
  const webhook = {
    account_id: ACCOUNT,
    url: 'https://example.test/',
    secret: 'x',
    events: ['lead_created'],
  };
  const { id: endpoint } = await insert(db, webhookEndpoints, webhook);
  await insert(db, webhookEndpoints, {
    ...webhook,
    kind: 'hubspot',
    trouble: 'HTTP 302: the CRM redirects to another URL.',
    trouble_at: AT,
  });
  const event = { account_id: ACCOUNT, type: 'lead_created', due_at: AT, told_at: AT, body: '{}' };
  const { id: event_id } = await insert(db, webhookEvents, event);
  await db.insert(webhookDeliveries).values({
    event_id,
    destination_id: endpoint,
    status: 'failed',
    since: AT,
    due_at: AT,
    last_error: 'No response within 10 s.',
  });
  const file = await insert(db, leadImports, {
    account_id: ACCOUNT,
    status: 'failed',
    error: 'The server was restored from a backup. Lines imported after the backup may be missing here.',
  });
  await db
    .insert(leadImportLines)
    .values({ import_id: file.id, line: 2, outcome: 'refused', reason: 'There is no phone number.' });
  await db.insert(scheduledCalls).values({
    account_id: ACCOUNT,
    lead_id: leadId,
    due_at: soon,
    reason: 'It is 7:30 AM in New York. Leads are called from 8:00 AM to 9:00 PM.',
    requested_at: AT,
  });
  return { call: call.id, endpoint, file: file.id };
}

type Ids = Awaited<ReturnType<typeof addSentences>> & { readonly lead: number };

const rows: readonly [path: (ids: Ids) => string, sentences: readonly string[]][] = [
  [() => '/console/calls', ['El prospecto no contestó']],
  [
    ({ call }) => `/console/calls/${call}`,
    [
      'Ningún agente aceptó la llamada',
      'No se pudo llamar al teléfono del agente',
      'Se llama a 2 agentes',
      'Todavía en tareas tras la llamada',
      'Se contactó al prospecto antes de la hora del mensaje de texto.',
      // User-written text isn't translated.
      '"body":"The lead hung up"',
    ],
  ],
  [({ call }) => `/calls/${call}/routing`, ['Se llama a 2 agentes', 'Todavía en tareas tras la llamada']],
  [
    ({ lead }) => `/console/leads/${lead}`,
    ['A esta hora (7:30', 'en Nueva York) no se llama a prospectos. El horario es de 8:00'],
  ],
  [() => '/console/board', ['A esta hora (7:30', 'Sesión no iniciada']],
  [() => '/console/agents', ['Sesión no iniciada']],
  [() => '/console/imports', ['El servidor se restauró desde una copia de seguridad.']],
  [({ file }) => `/console/imports/${file}`, ['"outcome":"rechazado"', 'Falta el número de teléfono.']],
  [({ endpoint }) => `/console/webhooks/${endpoint}/deliveries`, ['Sin respuesta en 10 s.']],
  [() => '/console/crms', ['HTTP 302: el CRM redirige a otra URL.']],
];

withDatabase('the console', (open) => {
  const openWorld = testWorlds(open);

  async function openConsole() {
    const world = await openWorld();
    const { app, signIn } = await openWholeApp(world);
    const row = { account_id: ACCOUNT, phone_number: LEAD, label: 'Ada' };
    const { id: lead } = await insert(world.db, leads, row);
    const ids = { ...(await addSentences(world.db, lead, new Date(world.clock.now() + 10 * 60_000))), lead };
    const headers = await signIn('admin@demo.test');
    const read = async (path: string, language: string) => {
      const response = await app.inject({
        url: `/api/v1${path}`,
        headers: { ...headers, 'accept-language': language },
      });
      expect([path, response.statusCode]).toEqual([path, 200]);
      return { headers: response.headers, text: response.body };
    };
    return { app, ids, read };
  }

  it('returns each view’s sentences in the reader’s language', async () => {
    const { ids, read } = await openConsole();
    for (const [path, sentences] of rows) {
      const { headers, text } = await read(path(ids), 'es-US,es;q=0.9');
      for (const sentence of sentences)
        expect([path(ids), text]).toEqual([path(ids), expect.stringContaining(sentence)]);
      expect(headers).toMatchObject({
        'content-language': 'es',
        vary: expect.stringContaining('Accept-Language'),
      });
    }
  });

  it('returns stored sentences unchanged to an English reader', async () => {
    const { ids, read } = await openConsole();
    const { headers, text } = await read(`/console/calls/${ids.call}`, 'en-US');
    expect(text).toContain('"reasons":["Nobody accepted the call","The lead did not answer"]');
    expect(headers).toMatchObject({ 'content-language': 'en' });
  });

  it('returns a fixed English outcome and a translated reason to an API client', async () => {
    const { app } = await openConsole();
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/leads',
      headers: { authorization: 'Bearer demo-100', 'accept-language': 'es' },
      payload: { phone_number: '+14155550106', fname: 'Bo' },
    });
    expect(response.json()).toMatchObject({
      outcome: expect.stringMatching(/^scheduled for /),
      reason: 'Ningún agente está disponible',
    });
  });
});
