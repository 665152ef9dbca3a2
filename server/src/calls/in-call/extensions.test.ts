import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calls, leads, scheduledCalls } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { readCalls } from '../../reports/calls.ts';
import { readHistory } from '../../reports/history.ts';
import { leadOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { pathOf } from '../../testing/world/edge.ts';
import {
  callIdOf,
  callNow,
  connectDevice,
  reportInboundCall,
  reportJoined,
} from '../../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';

const PHONE = '+14155552630';

async function callsTo({ db }: TestWorld) {
  return db.select().from(calls).where(eq(calls.phone_number, PHONE)).orderBy(calls.id);
}

withDatabase('a dialed extension', (open) => {
  const start = testWorlds(open);

  async function placeCall(phone_number: string) {
    const [world, ann] = await start.waiting('agent@demo.test');
    const response = await callNow(ann, phone_number);
    const { callId } = await connectDevice(world, ann, response, PHONE);
    return { world, ann, response, callId };
  }

  it.each([
    ['415 555 2630 x12', '12'],
    ['415-555-2630,,55', '55'],
    ['(415) 555-2630 ext. 0041', '0041'],
    ['+14155552630;ext=12345678901234567890', '12345678901234567890'],
  ])('(%s) is sent as digits after the answer, and then the lead joins', async (text, extension) => {
    const { world, response, callId } = await placeCall(text);
    expect(response.body['call']).toMatchObject({ phone_number: PHONE, extension });
    const dialed = world.provider.only('create', PHONE);
    expect(dialed.fields).toMatchObject({
      To: PHONE,
      From: '+14155550199',
      Timeout: '45',
      SendDigits: `wwww${extension}`,
    });
    expect(dialed.fields['SendDigits']?.length).toBeLessThanOrEqual(32);
    expect(dialed.fields['Twiml']).toContain(`>call-${callId}</Conference>`);
    expect(dialed.fields['Twiml']).not.toContain('record=');
    expect(world.provider.requests('participant')).toEqual([]);

    const leg = await world.leadLegOf(callId);
    const report = pathOf(dialed.fields['StatusCallback']);
    await world.webhook(report, { CallSid: leg.sid, CallStatus: 'in-progress' });
    await reportJoined(world, callId, leg.sid);
    expect(await world.call(callId)).toMatchObject({ status: 'in-progress', extension });
  });

  it('isn’t required: a plain number is dialed directly into the conference', async () => {
    const { world, response } = await placeCall(PHONE);
    expect(response.body['call']).toMatchObject({ extension: null });
    expect(world.provider.only('participant').fields).toMatchObject({ To: PHONE });
    expect(world.provider.requests('create')).toEqual([]);
  });

  it('identifies the call: clicking Call Now again returns it only for the same extension', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const first = await callNow(ann, `${PHONE};ext=12`);
    expect(await callNow(ann, '(415) 555-2630 x12')).toEqual(first);
    expect(await callNow(ann, `${PHONE};ext=13`)).toMatchObject({
      status: 422,
      body: { error: 'You are already on a call.' },
    });
    expect(await callsTo(world)).toHaveLength(1);
  });

  const rejected: readonly [text: string, error: string][] = [
    [`${PHONE} x1234567890`, 'This extension is too long.'],
    [`${PHONE},,1234567890123456`, 'This extension is too long.'],
    [`${PHONE} ext abc`, 'An extension can contain only digits, such as 12 in x12.'],
    [`${PHONE} x12a`, 'An extension can contain only digits, such as 12 in x12.'],
  ];
  it.each(rejected)(
    '(%s) is rejected by New Call and Retry if it’s invalid, and changes nothing',
    async (text, error) => {
      const [world, ann] = await start.as('agent@demo.test');
      const rejection = { status: 422, body: { success: false, error, code: 'invalidPhoneNumber' } };
      expect(await callNow(ann, text)).toEqual(rejection);
      expect(await ann.post('/api/v1/calls/twilio', { fname: '', lname: '', phone_number: text })).toEqual(
        rejection,
      );
      expect(await callsTo(world)).toEqual([]);
      expect(await world.db.select().from(leads).where(eq(leads.phone_number, PHONE))).toEqual([]);
    },
  );

  it('is kept in the history, in a Retry, and in the server’s own retry', async () => {
    const { world, ann, callId } = await placeCall(`${PHONE} x12`);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    const permissions: readonly string[] = ['admin'];
    const agent = { id: ann.id, account_id: 100, permissions };
    const user = { ...agent, country_code: 'US', time_zone: 'UTC' } as SignedInUser;
    const { data } = await readHistory(world, user, { limit: 1, page: 1 });
    expect(data).toMatchObject([{ extension: '12', lead: { phone_number: PHONE } }]);
    const [listed] = await readCalls(world.db, user, eq(calls.id, callId), 1);
    expect(listed?.phone_number_formatted).toBe('(415) 555-2630 ext. 12');

    await ann.present();
    const retry = { fname: 'Ada', lname: 'Form', phone_number: `${PHONE} ext. 12` };
    expect((await ann.post('/api/v1/calls/twilio', retry)).status).toBe(200);
    await world.acceptRing(ann);
    const dials = world.provider.requests('create', PHONE).map(({ fields }) => fields['SendDigits']);
    expect(dials).toEqual(['wwww12', 'wwww12']);
    const again = (await callsTo(world)).at(-1);
    await ann.post(`/api/v1/calls/${again?.id}/hangup`);
    await world.settle();

    const lead = await leadOf(world.db, PHONE);
    const now = new Date(world.clock.now());
    await world.db.delete(scheduledCalls);
    await world.db.insert(scheduledCalls).values({
      account_id: 100,
      lead_id: lead?.id ?? 0,
      team_id: again?.team_id ?? null,
      previous_call_id: again?.id ?? null,
      reason: '',
      due_at: now,
      requested_at: now,
    });
    await world.settle();
    expect((await callsTo(world)).map(({ extension }) => extension)).toEqual(['12', '12', '12']);
  });

  it('is dialed by Add Lead too, and removed when the added lead isn’t reached', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    await reportInboundCall(world, { From: '+14155552631' });
    const callId = callIdOf(await world.acceptRing(ann));
    const request = { call_id: callId, fname: '', lname: '', phone_number: `${PHONE} x12` };
    expect((await ann.post('/api/v1/calls/conferencelead', request)).status).toBe(200);
    const dialed = world.provider.only('create', PHONE);
    expect(dialed.fields['SendDigits']).toBe('wwww12');
    expect(await world.call(callId)).toMatchObject({ phone_number: PHONE, extension: '12' });
    const leg = await world.leadLegOf(callId);
    await world.webhook(pathOf(dialed.fields['StatusCallback']), { CallSid: leg.sid, CallStatus: 'busy' });
    expect(await world.call(callId)).toMatchObject({
      phone_number: '+14155552631',
      extension: null,
      lead_id: null,
      lead_label: null,
    });
  });

  it('is dropped from the number of a posted lead', async () => {
    const world = await start();
    const posted = await world.postLead({ phone_number: `${PHONE} x12`, fname: 'Ada' });
    expect(posted).toMatchObject({ status: 200, body: { lead: { phone_number: PHONE } } });
    expect(await callsTo(world)).toMatchObject([{ extension: null }]);
  });
});
