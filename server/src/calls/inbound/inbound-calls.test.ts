import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REMOVE_UNDO_MS } from '@offhook/contract/limits';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { accounts, calls, leads, profiles, recordings } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { firstRow } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { pathOf } from '../../testing/world/edge.ts';
import {
  CALLER,
  callUserIdOf,
  reportCallerHungUp,
  reportInboundCall,
  setProviderCall,
} from '../../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { setResult } from '../results/disposition.ts';

async function callsOfCaller({ db }: TestWorld) {
  return db.select().from(calls).where(eq(calls.phone_number, CALLER.From));
}

const callOfCaller = (world: TestWorld) => firstRow(callsOfCaller(world));

withDatabase('an inbound call', (open) => {
  const start = testWorlds(open);

  async function ringAgent(changes: Partial<typeof profiles.$inferInsert> = {}) {
    const world = await start();
    if (Object.keys(changes).length > 0) await world.db.update(profiles).set(changes);
    const ann = await world.waiting('agent@demo.test');
    const response = await reportInboundCall(world);
    const ring = await world.waitForRing(ann.id);
    const call = await callOfCaller(world);
    return { world, ann, response, ring, call };
  }

  it('plays music in its conference while the team rings', async () => {
    const { ann, response, call, ring } = await ringAgent();
    expect(response.status).toBe(200);
    expect(response.body).toContain(`>call-${call.id}</Conference>`);
    expect(response.body).toContain('/twilio/wait/music');
    expect(call).toMatchObject({
      type: 'inbound',
      direction: 'inbound',
      status: 'ringing',
      phone_number: CALLER.From,
    });
    const callUserId = callUserIdOf(ring);
    const shown = await ann.get(`/api/v1/callusers/${callUserId}`);
    expect(shown.body).toMatchObject({
      type: 'inbound',
      call: { direction: 'inbound', number: { name: 'Main line', phone_number_formatted: '(415) 555-0199' } },
    });
  });

  it('from an unknown number has no lead, during the call or afterwards, unless one is added', async () => {
    const { world, ann, call, ring } = await ringAgent();
    const callUserId = callUserIdOf(ring);
    const { body } = await ann.get(`/api/v1/callusers/${callUserId}`);
    expect(body['call']).toMatchObject({ lead_id: null, lead: null, phone_number: CALLER.From });
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    await reportCallerHungUp(world, '9');
    await setResult(world, { id: ann.id, account_id: 100 } as SignedInUser, call.id, 'contacted');
    expect(await world.call(call.id)).toMatchObject({ status: 'completed', lead_id: null });
    expect(await world.db.select().from(leads).where(eq(leads.phone_number, CALLER.From))).toEqual([]);
  });

  it('shorter than a second doesn’t show as unanswered', async () => {
    const { world, call, ring } = await ringAgent();
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    world.clock.advance(400);
    await world.webhook('/twilio/status/leg', { CallSid: CALLER.CallSid, CallStatus: 'completed' });
    expect(await world.call(call.id)).toMatchObject({ status: 'completed', seconds: 1 });
  });

  it('from an unknown number that the agent removes creates a lead who must not be called', async () => {
    const { world, ann, call, ring } = await ringAgent();
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    await setResult(world, { id: ann.id, account_id: 100 } as SignedInUser, call.id, 'removed');
    await world.advance(REMOVE_UNDO_MS + 1_000);
    const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, CALLER.From));
    expect(lead).toMatchObject({ origin: 'inbound', label: '(415) 555-0123', removed_at: expect.any(Date) });
    expect((await world.call(call.id)).lead_id).toBe(lead?.id);
  });

  it('from an unknown number gets a lead through Add Lead, without the caller being dialed', async () => {
    const { world, ann, call, ring } = await ringAgent();
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    const added = { call_id: call.id, fname: 'Ada', lname: 'Form', phone_number: '(415) 555-0123' };
    for (const _click of [1, 2]) {
      const response = await ann.post('/api/v1/calls/conferencelead', added);
      expect(response).toMatchObject({
        status: 200,
        body: {
          lead: { label: 'Ada Form', phone_number: CALLER.From },
          call: { lead: { label: 'Ada Form' } },
        },
      });
    }
    const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, CALLER.From));
    expect(await world.call(call.id)).toMatchObject({ lead_id: lead?.id, phone_number: CALLER.From });
    expect(world.provider.requests('participant')).toEqual([]);
    const updates = world.provider
      .requests('publish')
      .filter(({ target }) => target.includes('call.updated'));
    expect(updates.length).toBeGreaterThan(0);
  });

  it.each(['is not reached', 'cannot be dialed'])(
    'reverts to its caller when an added lead %s, and the agent is notified',
    async (how) => {
      const { world, ann, call, ring } = await ringAgent();
      await world.webhook(ring.offerPath, { CallSid: ring.sid });
      if (how === 'cannot be dialed') world.provider.faults.push({ kind: 'participant', fault: 'reject' });
      const other = '+14155550110';
      const added = { call_id: call.id, fname: '', lname: '', phone_number: other };
      expect((await ann.post('/api/v1/calls/conferencelead', added)).status).toBe(200);
      if (how === 'is not reached') {
        expect(await world.call(call.id)).toMatchObject({ phone_number: other });
        const { sid } = await world.leadLegOf(call.id);
        await world.webhook('/twilio/status/leg', { CallSid: sid, CallStatus: 'no-answer' });
      }
      await world.settle();
      expect(await world.call(call.id)).toMatchObject({
        status: 'in-progress',
        lead_id: null,
        phone_number: CALLER.From,
      });
      const notifications = world.provider
        .requests('publish')
        .filter(({ target }) => target.includes('call.notice'));
      expect(notifications).toMatchObject([{ target: expect.stringContaining(`presence-user.${ann.id}`) }]);
    },
  );

  it('reported twice is stored once', async () => {
    const { world, response, call } = await ringAgent();
    const again = await reportInboundCall(world);
    expect(again.body).toBe(response.body);
    expect(await callsOfCaller(world)).toEqual([call]);
    expect(world.provider.requests('create')).toHaveLength(1);
  });

  it('is in progress when an agent accepts, and ends when the caller hangs up', async () => {
    const { world, ring, call } = await ringAgent();
    const joined = await world.webhook(ring.offerPath, { CallSid: ring.sid });
    expect(joined.body).toContain(`>call-${call.id}</Conference>`);
    expect(await world.call(call.id)).toMatchObject({ status: 'in-progress' });
    expect(world.provider.requests('participant')).toEqual([]);
    world.clock.advance(5_000);
    await reportCallerHungUp(world, '9');
    expect(await world.call(call.id)).toMatchObject({ status: 'completed', seconds: 5 });
    world.provider.only('update', ring.sid);
  });

  it('is missed when the caller hangs up while agents ring, and their phones stop ringing', async () => {
    const { world, ann, ring, call } = await ringAgent();
    await reportCallerHungUp(world, '4');
    expect(await world.call(call.id)).toMatchObject({ status: 'missed', seconds: 0 });
    world.provider.only('update', ring.sid);
    const notifications = world.provider
      .requests('publish')
      .filter(({ target }) => target.includes('calluser.withdrawn'));
    expect(notifications).toMatchObject([{ target: expect.stringContaining(`presence-user.${ann.id}`) }]);
  });

  it('rings an agent whose phone hasn’t yet reported the end of the previous caller’s ring', async () => {
    const { world, ann, ring } = await ringAgent();
    await ann.present({ state: 'ringing', call_user_id: callUserIdOf(ring) });
    await reportCallerHungUp(world, '0');
    await reportInboundCall(world, { CallSid: 'CAcaller0002' });
    expect(callUserIdOf(await world.waitForRing(ann.id, 2))).not.toBe(callUserIdOf(ring));
  });

  it('doesn’t ring an agent whose phone reports a ring that its agent accepted', async () => {
    const { world, ann, ring } = await ringAgent();
    await ann.present({ state: 'ringing', call_user_id: callUserIdOf(ring) });
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    await reportCallerHungUp(world, '0');
    const response = await reportInboundCall(world, { CallSid: 'CAcaller0002' });
    expect(response.body).not.toContain('</Conference>');
  });

  it('whose end is reported before its start ends when its status is checked with the provider', async () => {
    const { world, call } = await ringAgent();
    setProviderCall(world, CALLER.CallSid, { status: 'completed' });
    await world.advance(2_000);
    expect(await world.call(call.id)).toMatchObject({ status: 'missed' });
  });

  it('that no agent accepts ends with the unavailable message if voicemail is off', async () => {
    const { world, ann, call, ring } = await ringAgent({ voicemail_greeting: null });
    await ann.get(`/api/v1/callusers/${callUserIdOf(ring)}`);
    setProviderCall(world, CALLER.CallSid);
    await world.advance(30_000);
    expect(await world.call(call.id)).toMatchObject({ status: 'missed' });
    const update = world.provider.only('update', CALLER.CallSid);
    expect(update.fields['Twiml']).toMatch(/<Say>We are sorry.*<Hangup\/>/);
  });

  it('without an available agent plays the unavailable message immediately if voicemail is off', async () => {
    const world = await start();
    await world.db.update(profiles).set({ voicemail_greeting: null });
    const response = await reportInboundCall(world);
    expect(response.body).toMatch(/<Say>.*<\/Say><Hangup\/>/);
    expect(await callOfCaller(world)).toMatchObject({ status: 'missed' });
    expect(world.provider.requests('create')).toEqual([]);
    const again = await reportInboundCall(world);
    expect(again.body).toBe(response.body);
  });

  it('to an account whose language is Spanish plays the unavailable message with a Spanish voice', async () => {
    const world = await start();
    await world.db.update(accounts).set({ language: 'es' });
    await world.db.update(profiles).set({ voicemail_greeting: null });
    const { body } = await reportInboundCall(world);
    expect(body).toMatch(/<Say language="es-US">Lo sentimos\..*<\/Say><Hangup\/>/);
  });

  it('that no agent of a Spanish-language account accepts ends with the same message', async () => {
    const { world, ann, ring } = await ringAgent({ voicemail_greeting: null });
    await world.db.update(accounts).set({ language: 'es' });
    await ann.get(`/api/v1/callusers/${callUserIdOf(ring)}`);
    setProviderCall(world, CALLER.CallSid);
    await world.advance(30_000);
    const { fields } = world.provider.only('update', CALLER.CallSid);
    expect(fields['Twiml']).toMatch(/<Say language="es-US">Lo sentimos.*<Hangup\/>/);
  });

  it('plays the account’s own welcome unchanged, whatever the account’s language', async () => {
    const world = await start();
    await world.db.update(accounts).set({ language: 'es' });
    await world.db.update(profiles).set({ welcome_message: 'Hello' });
    await world.waiting('agent@demo.test');
    expect((await reportInboundCall(world)).body).toContain('<Say>Hello</Say><Redirect');
  });

  it('to a team with a welcome rings no agent until the welcome has been played', async () => {
    const world = await start();
    await world.db.update(profiles).set({ welcome_message: 'Hola', greeting_language: 'es-MX' });
    const ann = await world.waiting('agent@demo.test');
    const welcomed = await reportInboundCall(world);
    expect(welcomed.body).toContain('<Say language="es-MX">Hola</Say><Redirect');
    expect((await reportInboundCall(world)).body).toBe(welcomed.body);
    const call = await callOfCaller(world);
    expect(await world.callUsersOf(call.id)).toEqual([]);
    const next = pathOf(/<Redirect[^>]*>([^<]*)</.exec(welcomed.body)?.[1]?.replaceAll('&amp;', '&'));
    const waiting = await world.webhook(next, { CallSid: CALLER.CallSid });
    expect(waiting.body).toContain(`>call-${call.id}</Conference>`);
    const ring = await world.waitForRing(ann.id);
    expect((await world.webhook(next, { CallSid: CALLER.CallSid })).body).toBe(waiting.body);
    expect((await world.webhook(ring.offerPath, { CallSid: ring.sid })).body).toContain('</Conference>');
    expect(await world.callUsersOf(call.id)).toHaveLength(1);
    expect((await world.webhook(next, { CallSid: 'CAsomebody01' })).body).toContain('<Response><Hangup/>');
  });

  it('that ends during the welcome is missed and rings no agent', async () => {
    const world = await start();
    await world.db.update(profiles).set({ welcome_message: 'https://sounds.test/welcome.mp3' });
    await world.waiting('agent@demo.test');
    const { body } = await reportInboundCall(world);
    expect(body).toContain('<Play>https://sounds.test/welcome.mp3</Play><Redirect');
    await reportCallerHungUp(world, '2');
    const call = await callOfCaller(world);
    expect(call).toMatchObject({ status: 'missed', reasons: ['The caller hung up'] });
    expect(await world.callUsersOf(call.id)).toEqual([]);
  });

  it('to an unassigned number plays the unavailable message and isn’t stored', async () => {
    const world = await start();
    const response = await reportInboundCall(world, { To: '+14155550000' });
    expect(response.body).toContain('<Hangup/>');
    expect(await world.db.select().from(leads).where(eq(leads.phone_number, CALLER.From))).toEqual([]);
  });

  it('is recorded, and the complete two-channel file is fetched once', async () => {
    const { world, ring, call } = await ringAgent();
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    const sid = `RE${'a'.repeat(32)}`;
    const wav = new Uint8Array(1_000).fill(7);
    world.provider.recordings.set(sid, wav);
    const path = `/twilio/status/recording?call_id=${call.id}`;
    const form = { RecordingSid: sid, RecordingDuration: '5' };
    await world.webhook(path, { ...form, RecordingStatus: 'completed' });
    await world.webhook(path, { ...form, RecordingStatus: 'in-progress' });
    await world.webhook(path, { ...form, RecordingStatus: 'completed' });
    const rows = await world.db.select().from(recordings).where(eq(recordings.provider_sid, sid));
    expect(rows).toMatchObject([
      { status: 'complete', call_id: call.id, agent_channel: 2, duration_seconds: 5 },
    ]);
    const file = join(world.dataFolder, 'recordings', rows[0]?.path ?? '');
    expect(new Uint8Array(readFileSync(file))).toEqual(wav);
    expect(world.provider.only('recording').fields['RequestedChannels']).toBe('2');
  });

  it('whose recording isn’t ready yet is fetched again later', async () => {
    const { world, ring, call } = await ringAgent();
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    const sid = `RE${'b'.repeat(32)}`;
    const form = { RecordingSid: sid, RecordingStatus: 'completed', RecordingDuration: '5' };
    await world.webhook(`/twilio/status/recording?call_id=${call.id}`, form);
    const rows = () => world.db.select().from(recordings).where(eq(recordings.provider_sid, sid));
    expect(world.provider.requests('recording')).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: 'in-progress' }]);
    world.provider.recordings.set(sid, new Uint8Array(10));
    await world.advance(1_000);
    expect(await rows()).toMatchObject([{ status: 'complete' }]);
  });
});
