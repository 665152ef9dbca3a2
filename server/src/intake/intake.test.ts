import { and, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addCrm, addEndpoint } from '../integrations/webhooks/endpoints.ts';
import { dispatchDueEvents } from '../integrations/webhooks/webhook-events.ts';
import { insert } from '../platform/database/database.ts';
import {
  accounts,
  crmContacts,
  leads,
  scheduledCalls,
  teams,
  users,
  webhookDeliveries,
  webhookEvents,
} from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { readRouting } from '../reports/routing-record.ts';
import { change, find, userOf } from '../testing/app/rows.ts';
import { TEST_SECRETS } from '../testing/app/secrets.ts';
import { withDatabase } from '../testing/database/database.ts';
import { errorResponse, requestJson } from '../testing/world/edge.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

const HOUR = 3_600_000;
const PHONE = '+14155552600';

const post = (world: TestWorld, path: string, body: object, headers: Record<string, string> = {}) =>
  requestJson(world.base(), 'POST', path, { authorization: 'Bearer demo-100', ...headers }, body);
const waiting = ({ db }: TestWorld) =>
  db.select().from(scheduledCalls).where(isNull(scheduledCalls.ended_at));

withDatabase('a lead’s form', (open) => {
  const start = testWorlds(open);

  it('is stored, sent to webhooks in its order, and replaced by the next form', async () => {
    const world = await start();
    const { db } = world;
    await addEndpoint(db, TEST_SECRETS, 100, { url: 'https://hook.test/' });
    const fields = { Roof: 'Flat', Owner: true, '2': 40, Start: '' };
    const send = (rest: object) => post(world, '/api/v1/leads', { phone_number: PHONE, ...rest });
    expect((await send({ form: 'Solar form', fields })).status).toBe(200);
    const stored = async () => (await find(db, leads, eq(leads.phone_number, PHONE)))[0];
    const pairs = [
      ['2', '40'],
      ['Roof', 'Flat'],
      ['Owner', 'true'],
    ];
    expect(await stored()).toMatchObject({
      form: 'Solar form',
      fields: pairs,
      form_at: new Date(world.clock.now()),
    });
    while ((await dispatchDueEvents(db, world.clock.now())) > 0);
    const [event] = await find(db, webhookEvents, eq(webhookEvents.type, 'lead_created'));
    expect(event?.body).toContain('"form":"Solar form","fields":{"2":"40","Roof":"Flat","Owner":"true"}');
    await send({});
    expect((await stored())?.fields).toEqual(pairs);
    await send({ fields: { Roof: 'Steep' } });
    expect(await stored()).toMatchObject({ form: 'Solar form', fields: [['Roof', 'Steep']] });
  });

  it.each<[string, object]>([
    ['more than 50 fields', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`Field ${n}`, 'x']))],
    ['a name of more than 100 characters', { ['x'.repeat(101)]: 'x' }],
    ['a value of more than 1000 characters', { Roof: 'x'.repeat(1001) }],
    ['a nested value', { Roof: { kind: 'Flat' } }],
  ])('with %s is rejected', async (_, fields) => {
    const world = await start();
    expect((await post(world, '/api/v1/leads', { phone_number: PHONE, fields })).status).toBe(422);
  });
});

withDatabase('a lead on a holiday', (open) => {
  const start = testWorlds(open);

  it('waits for the next day of a team with hours, and rings a team that is always open', async () => {
    const world = await start();
    const ann = await world.agent('agent@demo.test');
    await ann.present();
    const today = new Date(world.clock.now()).toISOString().slice(0, 'YYYY-MM-DD'.length);
    await change(world.db, accounts, 100, { holidays: [{ date: today, name: 'Founders’ Day' }] });
    const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 1440 }));
    await world.db.update(teams).set({ schedule: { time_zone: 'UTC', pieces: everyDay } });
    const { body } = await post(world, '/api/v1/leads', { phone_number: PHONE });
    expect(body['reason']).toBe('It is outside the team’s hours.');
    const [scheduled] = await waiting(world);
    expect(scheduled?.due_at.toISOString().slice(0, today.length)).not.toBe(today);
    await world.db.update(teams).set({ schedule: null });
    await post(world, '/api/v1/leads', { phone_number: '+14155552601' });
    await world.waitForRing(ann.id);
  });
});

withDatabase('a call scheduled through the API', (open) => {
  const start = testWorlds(open);

  it('is scheduled once for repeated requests, and starts at its time', async () => {
    const world = await start();
    const at = new Date(world.clock.now() + 2 * HOUR).toISOString();
    const key = { 'idempotency-key': 'crm-1' };
    const first = await post(world, '/api/v1/calls', { phone_number: PHONE, fname: 'Ada', at }, key);
    expect(first).toMatchObject({
      status: 200,
      body: { call_id: null, scheduled_for: at, lead: { fname: 'Ada', phone_number: PHONE } },
    });
    expect(first.body['outcome']).toMatch(/^scheduled for \d\d:\d\d$/);
    expect((await post(world, '/api/v1/calls', { phone_number: PHONE, at }, key)).body).toMatchObject({
      scheduled_for: at,
    });
    expect(await waiting(world)).toHaveLength(1);
    const ann = await world.agent('agent@demo.test');
    world.clock.advance(2 * HOUR);
    await ann.present();
    await world.settle();
    await world.waitForRing(ann.id);
    expect(await waiting(world)).toEqual([]);
  });

  it.each([
    ['es-MX', 'La llamada se solicitó para esta hora.', 'Ningún agente está disponible'],
    [null, 'The call was requested for this time.', 'No agent is available'],
  ])('has its reason in the language of the Accept-Language header (%s)', async (tag, reason, leadReason) => {
    const world = await start();
    const at = new Date(world.clock.now() + 2 * HOUR).toISOString();
    const language: Record<string, string> = tag === null ? {} : { 'accept-language': tag };
    const { body } = await post(world, '/api/v1/calls', { phone_number: PHONE, at }, language);
    expect(body['reason']).toBe(reason);
    const lead = await post(world, '/api/v1/leads', { phone_number: '+14155552601' }, language);
    expect(lead.body['reason']).toBe(leadReason);
  });

  it('is rejected without an API key, or with an invalid number or time', async () => {
    const world = await start();
    const responses = [
      await post(world, '/api/v1/calls', { phone_number: PHONE }, { authorization: '' }),
      await post(world, '/api/v1/calls', { phone_number: '12' }),
      await post(world, '/api/v1/calls', { phone_number: PHONE, at: 'tomorrow' }),
      await post(world, '/api/v1/calls', { phone_number: PHONE, time_zone: 'Mars/Base' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 422, 422, 422]);
    expect(await waiting(world)).toEqual([]);
  });

  it.each([
    [{ time_zone: 'Mars/Base' }, {}, 'The field time_zone is invalid.'],
    [{ fname: 5 }, {}, 'The field fname is invalid.'],
    [{ consent: { channel: 'fax' } }, {}, 'The field consent.channel is invalid.'],
    [{ fname: 5 }, { 'accept-language': 'es' }, 'El campo fname no es válido.'],
  ])('with an invalid field names it (%j)', async (field, headers, error) => {
    const world = await start();
    const { status, body } = await post(world, '/api/v1/leads', { phone_number: PHONE, ...field }, headers);
    expect([status, body['code'], body['error']]).toEqual([422, 'badInput', error]);
  });
});

withDatabase('a lead from a CRM', (open) => {
  const start = testWorlds(open);

  it('is not sent back to that CRM, and is not called if Offhook created the contact', async () => {
    const world = await start();
    const { db } = world;
    const settings = {};
    const crm = await addCrm(db, TEST_SECRETS, 100, {
      kind: 'hubspot',
      url: 'https://crm.test',
      token: 'a',
      settings,
    });
    const other = await addEndpoint(db, TEST_SECRETS, 100, { url: 'https://hook.test/' });
    const fromHubSpot = () =>
      post(world, '/api/v1/leads/hubspot', { vid: 77, properties: { firstname: 'Ada', phone: PHONE } });
    const { body } = await fromHubSpot();
    const { id: leadId } = body['lead'] as { id: number };
    expect(body['reason']).not.toContain('Offhook');
    while ((await dispatchDueEvents(db, world.clock.now())) > 0);
    const deliveries = await db
      .select({ to: webhookDeliveries.destination_id })
      .from(webhookDeliveries)
      .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.event_id))
      .where(eq(webhookEvents.type, 'lead_created'));
    expect(deliveries).toEqual([{ to: other.id }]);
    const made_at = new Date(world.clock.now());
    await insert(db, crmContacts, { destination_id: crm.id, lead_id: leadId, contact_id: '77', made_at });
    expect((await fromHubSpot()).body).toMatchObject({
      call_id: null,
      outcome: 'not called',
      reason: 'Offhook created this lead in the CRM',
    });
    // The next report counts as a real lead.
    expect((await fromHubSpot()).body['reason']).not.toContain('Offhook');
  });

  it('is stored with the CRM’s ID', async () => {
    const world = await start();
    const salesforce = { Id: '00Q1', FirstName: 'Ada', LastName: 'Form', Phone: '(415) 555-2600' };
    const response = await post(world, '/api/v1/leads/salesforce', salesforce);
    expect(response).toMatchObject({
      status: 200,
      body: { lead: { label: 'Ada Form', phone_number: PHONE, crm: 'salesforce', source_id: '00Q1' } },
    });
    const form = await fetch(`${world.base()}/api/v1/leads/activecampaign?api_key=demo-100`, {
      method: 'POST',
      body: new URLSearchParams({ 'contact[id]': '5', 'contact[phone]': '4155552600' }),
    });
    expect(await form.json()).toMatchObject({
      lead: { id: (response.body['lead'] as { id: number }).id, source_id: '5', fname: 'Ada' },
    });
  });

  it.each([
    ['HubSpot', 'hubspot'],
    [' hub spot ', 'hubspot'],
    ['SALESFORCE', 'salesforce'],
    ['Active Campaign', 'activecampaign'],
    ['Follow Up Boss', 'followupboss'],
    ['follow_up-boss', 'followupboss'],
    ['', null],
    [null, null],
  ])('with the CRM name %j is assigned to %s', async (crm, expected) => {
    const world = await start();
    const { status, body } = await post(world, '/api/v1/leads', { phone_number: PHONE, crm, source_id: '7' });
    expect([status, body['lead']]).toEqual([200, expect.objectContaining({ crm: expected, source_id: '7' })]);
  });

  it.each(['/api/v1/leads', '/api/v1/calls'])('with an unknown CRM name is rejected by %s', async (path) => {
    const world = await start();
    const request = { phone_number: PHONE, crm: 'Pipedrive', source_id: '7', at: '2030-01-01T10:00:00Z' };
    expect(await post(world, path, request)).toEqual(
      errorResponse(
        'Unknown CRM. Use HubSpot, Salesforce, ActiveCampaign or Follow Up Boss, or leave it blank.',
      ),
    );
    expect(await world.db.select().from(leads).where(eq(leads.phone_number, PHONE))).toEqual([]);
  });

  it('is rejected without an API key or a number', async () => {
    const world = await start();
    const none = await post(world, '/api/v1/leads/hubspot', { properties: {} });
    expect(none).toEqual(errorResponse('Please enter a valid phone number.'));
    const outsider = await post(world, '/api/v1/leads/hubspot', {}, { authorization: 'Bearer nobody' });
    expect(outsider.status).toBe(401);
  });

  it.each([
    ['/api/v1/leads', { fname: 'A\0da', phone_number: PHONE }],
    ['/api/v1/leads/salesforce', { Id: '00Q1', FirstName: 'A\0da', Phone: PHONE }],
    ['/api/v1/leads/hubspot', { properties: { firstname: { value: 'A\0da' }, phone: { value: PHONE } } }],
  ])('is rejected by %s if its name contains a NUL character', async (path, body) => {
    const world = await start();
    expect((await post(world, path, body)).status).toBe(422);
    expect(await world.db.$count(leads, eq(leads.phone_number, PHONE))).toBe(0);
  });
});

withDatabase('the routing record of a call', (open) => {
  const start = testWorlds(open);

  it('states why each agent was or wasn’t rung, and how long each step took', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ann.present();
    await ben.present({ state: 'note' });
    const { body } = await world.postLead({ phone_number: PHONE });
    const callId = Number(body['call_id']);
    const ring = await world.waitForRing(ann.id);
    const callUserId = /call_user_id=(\d+)/.exec(ring.offerPath)?.[1];
    world.clock.advance(200);
    await ann.get(`/api/v1/callusers/${callUserId}`);
    world.clock.advance(700);
    await world.webhook(ring.offerPath, {
      CallSid: ring.sid,
      From: '+14155550199',
      To: ann.client(),
    });
    world.provider.only('participant');
    const supervisor = await signedInUser(world, 'supervisor@demo.test');
    const { decisions, stopwatch } = await readRouting(world.db, supervisor, callId);
    const names = new Map(decisions[0]?.agents.map((agent) => [agent.user_id, agent]));
    expect(decisions[0]?.outcome).toBe('Ringing 1 agent');
    expect(names.get(ann.id)).toMatchObject({ verdict: 'rung', reason: 'Available, with priority 1' });
    expect(names.get(ben.id)).toMatchObject({
      verdict: 'skipped',
      reason: 'Still in wrap-up',
    });
    expect([...names.values()].map(({ reason }) => reason)).toContain('Not signed in');
    expect([...names.values()].every(({ full_name }) => full_name !== '')).toBe(true);
    expect(stopwatch).toEqual({
      intake: 0,
      schedule: 0,
      routing: 0,
      ring: 200,
      accept: 700,
      dial: 0,
      answer: null,
    });
  });

  it('is visible only to supervisors and administrators of the account', async () => {
    const world = await start();
    const { body } = await world.postLead({ phone_number: PHONE });
    const read = async (email: string) =>
      readRouting(world.db, await signedInUser(world, email), Number(body['call_id'])).then(
        ({ decisions }) => decisions.length,
        (error: unknown) => (error instanceof ApiError ? error.code : error),
      );
    expect(await read('admin@demo.test')).toBe(1);
    expect(await read('agent@demo.test')).toBe('forbidden');
    const [outsider] = await find(world.db, users, and(eq(users.email, 'agent@200.test')));
    const elsewhere = { ...outsider, permissions: ['admin'] } as unknown as SignedInUser;
    await expect(readRouting(world.db, elsewhere, Number(body['call_id']))).rejects.toThrow(ApiError);
  });
});

async function signedInUser({ db }: TestWorld, email: string): Promise<SignedInUser> {
  return (await userOf(db, email)) as unknown as SignedInUser;
}
