/** Callers whom nobody takes: they are asked for a message, and it comes to whom it is for. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calls, effects, leads, profiles, recordings, teams, users } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { recordingFor } from '../../recordings/recordings.ts';
import { readHistory } from '../../reports/history.ts';
import { change, find, one, scheduledCallsWith, userOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { pathOf } from '../../testing/world/edge.ts';
import {
  reportCallerHungUp,
  reportInboundCall,
  setProviderCall,
} from '../../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';

const CALLER = '+14155550128';
const FORM = { CallSid: 'CAcaller0001', From: CALLER };
const MESSAGE = { sid: `RE${'a'.repeat(32)}`, seconds: '7' };
const wav = new Uint8Array(1_000).fill(7);
const MINUTE = 60_000;

const attribute = (document: string, name: string) =>
  pathOf(new RegExp(` ${name}="([^"]*)"`).exec(document)?.[1]?.replaceAll('&amp;', '&'));

const callOf = ({ db }: TestWorld) => one(find(db, calls, eq(calls.phone_number, CALLER)));

const recordingsOf = ({ db }: TestWorld, id: number) => find(db, recordings, eq(recordings.call_id, id));

const plansOf = ({ db }: TestWorld) => scheduledCallsWith(db, CALLER);

/** What the provider tells, with the document that it was given. */
function caller(world: TestWorld, document: string) {
  const { sid, seconds } = MESSAGE;
  const message = { CallSid: FORM.CallSid, RecordingSid: sid, RecordingDuration: seconds };
  return {
    ends: (digits: string, changes: Record<string, string> = {}) =>
      world.webhook(attribute(document, 'action'), { ...message, Digits: digits, ...changes }),
    recorded: (changes: Record<string, string> = {}) =>
      world.webhook(attribute(document, 'recordingStatusCallback'), {
        ...message,
        RecordingStatus: 'completed',
        ...changes,
      }),
    hangsUp: () => reportCallerHungUp(world, '20'),
  };
}

/** Nobody is there: the answer to the call itself is the greeting. */
async function greeted(world: TestWorld) {
  world.provider.recordings.set(MESSAGE.sid, wav);
  const { body } = await reportInboundCall(world, FORM);
  return { body, call: await callOf(world), ...caller(world, body) };
}

async function ringsInVain(world: TestWorld) {
  const ann = await world.waiting('agent@demo.test');
  await reportInboundCall(world, FORM);
  setProviderCall(world, FORM.CallSid);
  world.provider.recordings.set(MESSAGE.sid, wav);
  await world.rung(ann.id);
  const call = await callOf(world);
  return { ann, call };
}

async function signedIn({ db }: TestWorld, email: string) {
  return (await userOf(db, email)) as unknown as SignedInUser;
}

async function historyOf(world: TestWorld, email: string) {
  return (await readHistory(world, await signedIn(world, email), { limit: 5, page: 1 })).data;
}

function redirected(world: TestWorld, times = 1) {
  const asked = world.provider.asked('update', FORM.CallSid);
  const last = asked.at(-1);
  if (!last || asked.length !== times) throw new Error(`the caller was led out ${asked.length} times`);
  return last;
}

withDatabase('a caller whom nobody takes', (open) => {
  const start = testWorlds(open);

  it('hears the greeting and a tone, and what they say is kept with the call, which was missed', async () => {
    const world = await start();
    const { body, call, ends, recorded, hangsUp } = await greeted(world);
    expect(body).toMatch(/<Say>This is Harbor Home Services\..*<\/Say><Record .*<Hangup\/>/);
    expect(body).toContain('playBeep="true"');
    expect((await reportInboundCall(world, FORM)).body).toBe(body);
    expect(call).toMatchObject({ ended_at: null, voicemail_seconds: null });

    expect((await ends('#')).body).toContain('<Response><Hangup/></Response>');
    await hangsUp();
    expect(await world.call(call.id)).toMatchObject({
      status: 'missed',
      seconds: 0,
      voicemail_seconds: 7,
      ended_at: expect.any(Date),
      reasons: expect.arrayContaining(['The caller left a voicemail of 7 s']),
    });
    await recorded();
    const rows = await recordingsOf(world, call.id);
    expect(rows).toMatchObject([
      { status: 'complete', is_voicemail: true, agent_channel: null, duration_seconds: 7 },
    ]);
    const file = join(world.dataFolder, 'recordings', rows[0]?.path ?? '');
    expect(new Uint8Array(readFileSync(file))).toEqual(wav);
    expect(world.provider.only('recording').fields['RequestedChannels']).toBe('1');
  });

  it('and who was rung first is led out of the music to it', async () => {
    const world = await start();
    const { ann, call } = await ringsInVain(world);
    await ann.post(`/apps/webrtc/${call.id}/reject`);
    const { fields } = redirected(world);
    expect(fields['Twiml']).toMatch(/<Say>.*<Record /);
    const { recorded, hangsUp } = caller(world, fields['Twiml'] ?? '');
    await hangsUp();
    await recorded();
    const [newest] = await historyOf(world, 'agent@demo.test');
    expect(newest).toMatchObject({
      id: call.id,
      direction: 'inbound',
      status: 'missed',
      seconds: 0,
      agent_channel: null,
      recording_url: expect.any(String),
    });
  });
});

withDatabase('a caller who may leave a message', (open) => {
  const start = testWorlds(open);

  it('is called back by the team after the first of its minutes, told how often and in whatever order', async () => {
    const world = await start();
    const { call, ends, recorded, hangsUp } = await greeted(world);
    await hangsUp();
    expect(await plansOf(world)).toEqual([]);
    await recorded();
    await ends('hangup', { RecordingDuration: '8' });
    await recorded();
    await hangsUp();
    expect(await recordingsOf(world, call.id)).toMatchObject([
      { status: 'complete', duration_seconds: expect.any(Number) },
    ]);
    const { ended_at, voicemail_seconds, reasons } = await world.call(call.id);
    expect(voicemail_seconds).toBe(7);
    expect(reasons.filter((reason) => reason.includes('voicemail'))).toHaveLength(1);
    expect(await plansOf(world)).toMatchObject([
      { retry: 1, lead_retry: null, previous_call_id: call.id, team_id: call.team_id },
    ]);
    const [plan] = await plansOf(world);
    expect(plan?.due_at.getTime()).toBe((ended_at?.getTime() ?? 0) + 60 * MINUTE);

    const ann = await world.agent('agent@demo.test');
    world.clock.advance(60 * MINUTE);
    await ann.present();
    await world.settle();
    await world.rung(ann.id);
    const [, back] = await find(world.db, calls, eq(calls.phone_number, CALLER));
    expect(back).toMatchObject({ type: 'lead', direction: 'outbound', retry: 1, previous_call_id: call.id });
  });

  it('is not called back by a team without retries, nor when they wished never to be called', async () => {
    const world = await start();
    await world.db.update(profiles).set({ retry_minutes: [] });
    const first = await greeted(world);
    await first.recorded();
    await first.hangsUp();
    expect(await world.call(first.call.id)).toMatchObject({ status: 'missed', voicemail_seconds: 7 });
    expect(await plansOf(world)).toEqual([]);
    await world.db.update(profiles).set({ retry_minutes: [1] });
    const barred = { account_id: 100, phone_number: CALLER, label: CALLER, do_not_call: true };
    await world.db.insert(leads).values(barred);
    const again = { ...FORM, CallSid: 'CAcaller0002' };
    const { body } = await reportInboundCall(world, again);
    await world.webhook(attribute(body, 'action'), {
      CallSid: again.CallSid,
      RecordingSid: `RE${'b'.repeat(32)}`,
      RecordingDuration: '3',
    });
    await world.webhook('/twilio/status/leg', { CallSid: again.CallSid, CallStatus: 'completed' });
    expect(await plansOf(world)).toEqual([]);
  });

  it('and says nothing leaves no recording, and the call as it was', async () => {
    const world = await start();
    await world.db.update(teams).set({ schedule: { time_zone: 'UTC', pieces: [] } });
    const { call, recorded, ends, hangsUp } = await greeted(world);
    expect(call).toMatchObject({ status: 'offline', ended_at: null });
    await recorded({ RecordingStatus: 'absent', RecordingDuration: '0' });
    await ends('hangup', { RecordingDuration: '0' });
    await hangsUp();
    expect(await world.call(call.id)).toMatchObject({ status: 'offline', voicemail_seconds: null });
    expect((await world.call(call.id)).ended_at).not.toBeNull();
    expect(await recordingsOf(world, call.id)).toEqual([]);
    expect(await plansOf(world)).toEqual([]);
    expect(await world.callUsersOf(call.id)).toEqual([]);
  });

  it('has a message that stands in the history of the whole team, when nobody was rung', async () => {
    const world = await start();
    const { call, recorded } = await greeted(world);
    await recorded();
    const rows = await world.callUsersOf(call.id);
    expect(rows).toHaveLength(3);
    expect(rows.every(({ status, rung_at, ended_at }) => status === 'missed' && !rung_at && ended_at)).toBe(
      true,
    );
    expect(await recordingsOf(world, call.id)).toMatchObject([{ status: 'complete' }]);
    expect((await historyOf(world, 'agent2@demo.test'))[0]).toMatchObject({ id: call.id, status: 'missed' });
    expect((await historyOf(world, 'plain@demo.test'))[0]?.id).not.toBe(call.id);
    const [{ id } = { id: 0 }] = await recordingsOf(world, call.id);
    const plays = async (email: string) =>
      (await recordingFor(world.db, await signedIn(world, email), id)).path;
    expect(await plays('agent2@demo.test')).toBe(await plays('supervisor@demo.test'));
    await expect(plays('plain@demo.test')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(plays('agent@200.test')).rejects.toMatchObject({ code: 'notFound' });
  });

  it('has a message for the lead’s own agent alone, when there is one', async () => {
    const world = await start();
    const [owner] = await world.db.select().from(users).where(eq(users.email, 'plain@demo.test'));
    await world.postLead({ phone_number: CALLER, fname: 'Grace' });
    await world.db.update(leads).set({ owner_user_id: owner?.id }).where(eq(leads.phone_number, CALLER));
    await world.db.update(calls).set({ phone_number: null }).where(eq(calls.phone_number, CALLER));
    const { call, recorded } = await greeted(world);
    await recorded();
    expect(await world.callUsersOf(call.id)).toMatchObject([{ user_id: owner?.id, status: 'missed' }]);
  });

  it('whose last word was lost is heard all the same, when the provider is asked', async () => {
    const world = await start();
    const { call, hangsUp } = await greeted(world);
    await hangsUp();
    world.provider.messages.set(FORM.CallSid, [{ sid: MESSAGE.sid, status: 'completed', duration: '7' }]);
    world.clock.advance(16_000);
    await world.work.reconcile();
    expect(await world.call(call.id)).toMatchObject({ status: 'missed', voicemail_seconds: 7 });
    await world.settle();
    expect(await recordingsOf(world, call.id)).toMatchObject([{ status: 'complete' }]);
    expect(await plansOf(world)).toHaveLength(1);
  });

  it('who hung up unheard of is found out by asking the provider, and the call is over', async () => {
    const world = await start();
    const { call } = await greeted(world);
    setProviderCall(world, FORM.CallSid, { status: 'completed' });
    await world.work.reconcile();
    expect((await world.call(call.id)).ended_at).not.toBeNull();
  });
});

withDatabase('a server that is killed while a caller waits', (open) => {
  const start = testWorlds(open);
  const CLAIM_MS = 20_000;

  async function isKilled(world: TestWorld, callId: number) {
    const rows = and(eq(effects.call_id, callId), eq(effects.kind, 'takeMessage'), isNull(effects.done_at));
    await change(world.db, effects, rows, {
      claimed_by: 'a dead process',
      claimed_until: new Date(world.clock.now() + CLAIM_MS),
    });
    await world.restart();
    await world.advance(CLAIM_MS + 1);
  }

  async function failed(world: TestWorld, fault: 'fail' | 'loseAnswer') {
    const { ann, call } = await ringsInVain(world);
    // The end of the ring is told to the provider as well, and may come first.
    world.provider.faults.push(...Array.from({ length: 5 }, () => ({ what: 'update', fault })));
    await ann.post(`/apps/webrtc/${call.id}/reject`);
    const tried = (await world.effectsOf(call.id)).filter(({ kind }) => kind === 'takeMessage');
    expect(tried).toMatchObject([{ last_error: expect.any(String), done_at: null }]);
    world.provider.faults.length = 0;
    return call;
  }

  it('before the greeting leaves a caller who hears it from the next', async () => {
    const world = await start();
    const call = await failed(world, 'fail');
    await isKilled(world, call.id);
    const { fields } = redirected(world, 2);
    expect(fields['Twiml']).toContain('<Record ');
    const { recorded, hangsUp } = caller(world, fields['Twiml'] ?? '');
    await recorded();
    await hangsUp();
    expect(await world.call(call.id)).toMatchObject({ status: 'missed', voicemail_seconds: 7 });
  });

  it('after it leaves a caller whom the next lets speak', async () => {
    const world = await start();
    const call = await failed(world, 'loseAnswer');
    world.provider.messages.set(FORM.CallSid, [{ sid: MESSAGE.sid, status: 'processing', duration: '' }]);
    await isKilled(world, call.id);
    const looked = (await world.effectsOf(call.id)).filter(({ kind }) => kind === 'takeMessage');
    expect(looked).toMatchObject([{ done_at: expect.any(Date) }]);
    expect(world.provider.asked('messages', FORM.CallSid).length).toBeGreaterThan(0);
    expect(world.provider.asked('update', FORM.CallSid)).toHaveLength(1);
  });

  it('between the welcome and the rings leaves a caller for whom the next rings', async () => {
    const world = await start();
    await world.db.update(profiles).set({ welcome_message: 'Hello' });
    const ann = await world.waiting('agent@demo.test');
    setProviderCall(world, FORM.CallSid);
    const { body } = await reportInboundCall(world, FORM);
    await world.restart();
    await ann.present();
    const next = pathOf(/<Redirect[^>]*>([^<]*)</.exec(body)?.[1]?.replaceAll('&amp;', '&'));
    expect((await world.webhook(next, { CallSid: FORM.CallSid })).body).toContain('</Conference>');
    const ring = await world.rung(ann.id);
    expect((await world.webhook(ring.offer, { CallSid: ring.sid })).body).toContain('</Conference>');
    expect(await callOf(world)).toMatchObject({ status: 'in-progress' });
  });
});
