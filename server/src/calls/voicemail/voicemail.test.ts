import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  accounts,
  calls,
  effects,
  leads,
  profiles,
  recordings,
  teams,
  users,
} from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { authorizeRecording } from '../../recordings/recordings.ts';
import { readHistory } from '../../reports/history.ts';
import { change, find, firstRow, scheduledCallsWith, userOf } from '../../testing/app/rows.ts';
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

const callOf = ({ db }: TestWorld) => firstRow(find(db, calls, eq(calls.phone_number, CALLER)));

const recordingsOf = ({ db }: TestWorld, id: number) => find(db, recordings, eq(recordings.call_id, id));

const scheduledCallsOf = ({ db }: TestWorld) => scheduledCallsWith(db, CALLER);

/** The provider's callbacks after it has received the document. */
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

async function greetImmediately(world: TestWorld) {
  world.provider.recordings.set(MESSAGE.sid, wav);
  const { body } = await reportInboundCall(world, FORM);
  return { body, call: await callOf(world), ...caller(world, body) };
}

async function ringWithoutAnswer(world: TestWorld) {
  const ann = await world.waiting('agent@demo.test');
  await reportInboundCall(world, FORM);
  setProviderCall(world, FORM.CallSid);
  world.provider.recordings.set(MESSAGE.sid, wav);
  await world.waitForRing(ann.id);
  const call = await callOf(world);
  return { ann, call };
}

async function signedIn({ db }: TestWorld, email: string) {
  return (await userOf(db, email)) as unknown as SignedInUser;
}

async function historyOf(world: TestWorld, email: string) {
  return (await readHistory(world, await signedIn(world, email), { limit: 5, page: 1 })).data;
}

function lastRedirect(world: TestWorld, times = 1) {
  const redirects = world.provider.requests('update', FORM.CallSid);
  const last = redirects.at(-1);
  if (!last || redirects.length !== times)
    throw new Error(`expected ${times} redirects of the caller, got ${redirects.length}`);
  return last;
}

withDatabase('a caller whose call is not answered', (open) => {
  const start = testWorlds(open);

  it('hears the greeting and a tone, and the voicemail is stored with the missed call', async () => {
    const world = await start();
    const { body, call, ends, recorded, hangsUp } = await greetImmediately(world);
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
      reasons: expect.arrayContaining(['The caller left a voicemail (7 s)']),
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

  it('after agents were rung is redirected from the music to voicemail', async () => {
    const world = await start();
    const { ann, call } = await ringWithoutAnswer(world);
    await ann.post(`/apps/webrtc/${call.id}/reject`);
    const { fields } = lastRedirect(world);
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

withDatabase('a caller in voicemail', (open) => {
  const start = testWorlds(open);

  it('is called back by the team after its first retry delay, in whatever order the reports arrive', async () => {
    const world = await start();
    const { call, ends, recorded, hangsUp } = await greetImmediately(world);
    await hangsUp();
    expect(await scheduledCallsOf(world)).toEqual([]);
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
    expect(await scheduledCallsOf(world)).toMatchObject([
      { retry: 1, lead_retry: null, previous_call_id: call.id, team_id: call.team_id },
    ]);
    const [scheduled] = await scheduledCallsOf(world);
    expect(scheduled?.due_at.getTime()).toBe((ended_at?.getTime() ?? 0) + 60 * MINUTE);

    const ann = await world.agent('agent@demo.test');
    world.clock.advance(60 * MINUTE);
    await ann.present();
    await world.settle();
    await world.waitForRing(ann.id);
    const [, back] = await find(world.db, calls, eq(calls.phone_number, CALLER));
    expect(back).toMatchObject({ type: 'lead', direction: 'outbound', retry: 1, previous_call_id: call.id });
  });

  it('isn’t called back by a team without retries, or after opting out of calls', async () => {
    const world = await start();
    await world.db.update(profiles).set({ retry_minutes: [] });
    const first = await greetImmediately(world);
    await first.recorded();
    await first.hangsUp();
    expect(await world.call(first.call.id)).toMatchObject({ status: 'missed', voicemail_seconds: 7 });
    expect(await scheduledCallsOf(world)).toEqual([]);
    await world.db.update(profiles).set({ retry_minutes: [1] });
    const blocked = { account_id: 100, phone_number: CALLER, label: CALLER, do_not_call: true };
    await world.db.insert(leads).values(blocked);
    const again = { ...FORM, CallSid: 'CAcaller0002' };
    const { body } = await reportInboundCall(world, again);
    await world.webhook(attribute(body, 'action'), {
      CallSid: again.CallSid,
      RecordingSid: `RE${'b'.repeat(32)}`,
      RecordingDuration: '3',
    });
    await world.webhook('/twilio/status/leg', { CallSid: again.CallSid, CallStatus: 'completed' });
    expect(await scheduledCallsOf(world)).toEqual([]);
  });

  it('who says nothing leaves no recording, and the call is unchanged', async () => {
    const world = await start();
    await world.db.update(teams).set({ schedule: { time_zone: 'UTC', pieces: [] } });
    const { call, recorded, ends, hangsUp } = await greetImmediately(world);
    expect(call).toMatchObject({ status: 'offline', ended_at: null });
    await recorded({ RecordingStatus: 'absent', RecordingDuration: '0' });
    await ends('hangup', { RecordingDuration: '0' });
    await hangsUp();
    expect(await world.call(call.id)).toMatchObject({ status: 'offline', voicemail_seconds: null });
    expect((await world.call(call.id)).ended_at).not.toBeNull();
    expect(await recordingsOf(world, call.id)).toEqual([]);
    expect(await scheduledCallsOf(world)).toEqual([]);
    expect(await world.callUsersOf(call.id)).toEqual([]);
  });

  it('is greeted on a holiday, because the team is closed', async () => {
    const world = await start();
    const ann = await world.agent('agent@demo.test');
    await ann.present();
    const today = new Date(world.clock.now()).toISOString().slice(0, 'YYYY-MM-DD'.length);
    await world.db.update(accounts).set({ holidays: [{ date: today, name: '' }] });
    const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 1440 }));
    await world.db.update(teams).set({ schedule: { time_zone: 'UTC', pieces: everyDay } });
    const { call } = await greetImmediately(world);
    expect(call).toMatchObject({ status: 'offline', reasons: ['Outside availability hours'] });
  });

  it('leaves a voicemail in the history of the whole team if no agent was rung', async () => {
    const world = await start();
    const { call, recorded } = await greetImmediately(world);
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
      (await authorizeRecording(world.db, await signedIn(world, email), id)).path;
    expect(await plays('agent2@demo.test')).toBe(await plays('supervisor@demo.test'));
    await expect(plays('plain@demo.test')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(plays('agent@200.test')).rejects.toMatchObject({ code: 'notFound' });
  });

  it('leaves a voicemail only for the lead’s owner, if there is one', async () => {
    const world = await start();
    const [owner] = await world.db.select().from(users).where(eq(users.email, 'plain@demo.test'));
    await world.postLead({ phone_number: CALLER, fname: 'Grace' });
    await world.db.update(leads).set({ owner_user_id: owner?.id }).where(eq(leads.phone_number, CALLER));
    await world.db.update(calls).set({ phone_number: null }).where(eq(calls.phone_number, CALLER));
    const { call, recorded } = await greetImmediately(world);
    await recorded();
    expect(await world.callUsersOf(call.id)).toMatchObject([{ user_id: owner?.id, status: 'missed' }]);
  });

  it('leaves a voicemail even if its callback is lost, because the server also checks with the provider', async () => {
    const world = await start();
    const { call, hangsUp } = await greetImmediately(world);
    await hangsUp();
    world.provider.voicemails.set(FORM.CallSid, [{ sid: MESSAGE.sid, status: 'completed', duration: '7' }]);
    world.clock.advance(16_000);
    await world.work.reconcile();
    expect(await world.call(call.id)).toMatchObject({ status: 'missed', voicemail_seconds: 7 });
    await world.settle();
    expect(await recordingsOf(world, call.id)).toMatchObject([{ status: 'complete' }]);
    expect(await scheduledCallsOf(world)).toHaveLength(1);
  });

  it('ends the call even if the hang-up callback is lost, because the server also checks with the provider', async () => {
    const world = await start();
    const { call } = await greetImmediately(world);
    setProviderCall(world, FORM.CallSid, { status: 'completed' });
    await world.work.reconcile();
    expect((await world.call(call.id)).ended_at).not.toBeNull();
  });
});

withDatabase('when a server is killed while a caller waits', (open) => {
  const start = testWorlds(open);
  const CLAIM_MS = 20_000;

  async function killServer(world: TestWorld, callId: number) {
    const rows = and(eq(effects.call_id, callId), eq(effects.kind, 'takeMessage'), isNull(effects.done_at));
    await change(world.db, effects, rows, {
      claimed_by: 'a dead process',
      claimed_until: new Date(world.clock.now() + CLAIM_MS),
    });
    await world.restart();
    await world.advance(CLAIM_MS + 1);
  }

  async function failRedirect(world: TestWorld, fault: 'fail' | 'loseResponse') {
    const { ann, call } = await ringWithoutAnswer(world);
    // Ending the ring also sends an `update` to the provider, possibly first, so one fault isn't enough.
    world.provider.faults.push(...Array.from({ length: 5 }, () => ({ kind: 'update', fault })));
    await ann.post(`/apps/webrtc/${call.id}/reject`);
    const attempts = (await world.effectsOf(call.id)).filter(({ kind }) => kind === 'takeMessage');
    expect(attempts).toMatchObject([{ last_error: expect.any(String), done_at: null }]);
    world.provider.faults.length = 0;
    return call;
  }

  it('before the greeting, the next server plays it', async () => {
    const world = await start();
    const call = await failRedirect(world, 'fail');
    await killServer(world, call.id);
    const { fields } = lastRedirect(world, 2);
    expect(fields['Twiml']).toContain('<Record ');
    const { recorded, hangsUp } = caller(world, fields['Twiml'] ?? '');
    await recorded();
    await hangsUp();
    expect(await world.call(call.id)).toMatchObject({ status: 'missed', voicemail_seconds: 7 });
  });

  it('after the greeting, the next server keeps recording', async () => {
    const world = await start();
    const call = await failRedirect(world, 'loseResponse');
    world.provider.voicemails.set(FORM.CallSid, [{ sid: MESSAGE.sid, status: 'processing', duration: '' }]);
    await killServer(world, call.id);
    const effects = (await world.effectsOf(call.id)).filter(({ kind }) => kind === 'takeMessage');
    expect(effects).toMatchObject([{ done_at: expect.any(Date) }]);
    expect(world.provider.requests('voicemails', FORM.CallSid).length).toBeGreaterThan(0);
    expect(world.provider.requests('update', FORM.CallSid)).toHaveLength(1);
  });

  it('between the welcome message and the rings, the next server rings the agents', async () => {
    const world = await start();
    await world.db.update(profiles).set({ welcome_message: 'Hello' });
    const ann = await world.waiting('agent@demo.test');
    setProviderCall(world, FORM.CallSid);
    const { body } = await reportInboundCall(world, FORM);
    await world.restart();
    await ann.present();
    const next = pathOf(/<Redirect[^>]*>([^<]*)</.exec(body)?.[1]?.replaceAll('&amp;', '&'));
    expect((await world.webhook(next, { CallSid: FORM.CallSid })).body).toContain('</Conference>');
    const ring = await world.waitForRing(ann.id);
    expect((await world.webhook(ring.offerPath, { CallSid: ring.sid })).body).toContain('</Conference>');
    expect(await callOf(world)).toMatchObject({ status: 'in-progress' });
  });
});
