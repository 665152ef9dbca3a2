import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { presenceCutoff } from '../../platform/database/query-time.ts';
import { accounts, auditLog, profiles, recordingPauses, users } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { readAgentStates } from '../../reports/agent-states.ts';
import { readCall } from '../../reports/calls.ts';
import { readHistory } from '../../reports/history.ts';
import { find, firstRow } from '../../testing/app/rows.ts';
import { makeSupervisor } from '../../testing/app/supervisor.ts';
import { withDatabase } from '../../testing/database/database.ts';
import type { Agent } from '../../testing/world/edge.ts';
import { callUserIdOf, connectLead, reportJoined } from '../../testing/world/provider-events.ts';
import { type TestWorld, testWorlds, until } from '../../testing/world/world.ts';

const LEAD = { phone_number: '+14155550100', fname: 'Grace', lname: 'Hopper' };

async function startRecordedTalk(start: ReturnType<typeof testWorlds>, minutes: number | null = 10) {
  const world = await start();
  await world.db.update(profiles).set({ records: true });
  await world.db.update(accounts).set({ recording_pause_minutes: minutes });
  const ann = await world.waiting('agent@demo.test');
  const talk = await connectLead(world, ann, LEAD);
  await ann.present({ state: 'oncall' });
  return { world, ann, ...talk };
}

async function recordingOf(world: TestWorld, agent: Agent, id: number) {
  await world.settle();
  const { body } = await agent.get(`/api/v1/callusers/${id}`);
  return (body['call'] as Record<string, unknown>)['recording'];
}

async function userOf(world: TestWorld, agent: Agent): Promise<SignedInUser> {
  const row = await firstRow(find(world.db, users, eq(users.id, agent.id)));
  return { ...row, country_code: row.country_code ?? 'US', custom_crm_url: null, account_language: 'en' };
}

const updates = (world: TestWorld) =>
  world.provider.requests('updateRecording').map(({ fields }) => fields['Status']);

withDatabase('pausing the recording', (open) => {
  const start = testWorlds(open);

  it('is confirmed by the provider, with silence in the file, and remembered as a gap', async () => {
    const { world, ann, callId, callUserId } = await startRecordedTalk(start);
    expect(await recordingOf(world, ann, callUserId)).toEqual({ state: 'on', pause_minutes: 10 });
    const answer = await ann.put(`/api/v1/calls/${callId}/recording/pause`);
    expect(answer.body).toEqual({ success: true, recording: { state: 'pausing', pause_minutes: 10 } });
    expect(await recordingOf(world, ann, callUserId)).toEqual({ state: 'paused', pause_minutes: 10 });
    expect(world.provider.only('updateRecording').fields).toEqual({
      Status: 'paused',
      PauseBehavior: 'silence',
    });
    world.clock.advance(30_000);
    await ann.put(`/api/v1/calls/${callId}/recording/resume`);
    expect(await recordingOf(world, ann, callUserId)).toEqual({ state: 'on', pause_minutes: 10 });
    expect(updates(world)).toEqual(['paused', 'in-progress']);
    const gap = await firstRow(find(world.db, recordingPauses, eq(recordingPauses.call_id, callId)));
    expect(gap).toMatchObject({ user_id: ann.id, resumed_at: expect.any(Date) });
    expect((gap.resumed_at?.getTime() ?? 0) - gap.paused_at.getTime()).toBe(30_000);
    const audit = await world.db.select().from(auditLog).where(eq(auditLog.user_id, ann.id));
    expect(audit.filter(({ subject }) => subject === `call ${callId}`).map(({ action }) => action)).toEqual([
      'recording.paused',
      'recording.resumed',
    ]);
  });

  it('is never shown before an unclear outcome is known, and is requested until then', async () => {
    const { world, ann, callId, callUserId } = await startRecordedTalk(start);
    world.provider.faults.push({ kind: 'updateRecording', fault: 'fail' });
    await ann.put(`/api/v1/calls/${callId}/recording/pause`);
    expect(await recordingOf(world, ann, callUserId)).toMatchObject({ state: 'pausing' });
    await world.advance(1_000);
    expect(await recordingOf(world, ann, callUserId)).toMatchObject({ state: 'paused' });
    expect(updates(world)).toEqual(['paused', 'paused']);
  });

  it('is known to have happened if only its response was lost and the provider rejects a second request', async () => {
    const { world, ann, callId, callUserId } = await startRecordedTalk(start);
    world.provider.faults.push({ kind: 'updateRecording', fault: 'reject' });
    world.provider.runningRecordings.set('CFconference1', 'paused');
    await ann.put(`/api/v1/calls/${callId}/recording/pause`);
    expect(await recordingOf(world, ann, callUserId)).toMatchObject({ state: 'paused' });
  });

  it('that the provider rejects leaves the recording running', async () => {
    const { world, ann, callId, callUserId } = await startRecordedTalk(start);
    world.provider.faults.push({ kind: 'updateRecording', fault: 'reject' });
    await ann.put(`/api/v1/calls/${callId}/recording/pause`);
    expect(await recordingOf(world, ann, callUserId)).toMatchObject({ state: 'on' });
    expect(await find(world.db, recordingPauses, eq(recordingPauses.call_id, callId))).toEqual([]);
  });

  it('that stays unconfirmed for 5 s is taken back, until the provider confirms that', async () => {
    const { world, ann, callId, callUserId } = await startRecordedTalk(start);
    for (let n = 0; n < 40; n += 1) world.provider.faults.push({ kind: 'updateRecording', fault: 'fail' });
    await ann.put(`/api/v1/calls/${callId}/recording/pause`);
    for (let n = 0; n < 6; n += 1) await world.advance(1_000);
    expect(await recordingOf(world, ann, callUserId)).toMatchObject({ state: 'resuming' });
    world.provider.faults.length = 0;
    await world.advance(30_000);
    expect(await recordingOf(world, ann, callUserId)).toMatchObject({ state: 'on' });
    expect(updates(world).at(-1)).toBe('in-progress');
  });

  it('that reaches the provider after its resume doesn’t leave the recording paused', async () => {
    const { world, ann, callId } = await startRecordedTalk(start);
    const release = world.provider.holdRequests('updateRecording');
    const sent = world.provider.next('updateRecording');
    const paused = ann.put(`/api/v1/calls/${callId}/recording/pause`);
    await sent;
    const letNextPass = world.provider.holdRequests('updateRecording');
    letNextPass();
    const resumed = ann.put(`/api/v1/calls/${callId}/recording/resume`);
    await until(
      'the resume',
      async () => updates(world).length === 2 && (await world.call(callId)).recording_pause === null,
    );
    release();
    await Promise.all([paused, resumed]);
    await world.settle();
    expect(updates(world)).toEqual(['paused', 'in-progress', 'in-progress']);
    expect([...world.provider.runningRecordings.values()]).toEqual(['in-progress']);
  });

  it('with an unclear outcome is resumed again, because the provider may still perform it', async () => {
    const { world, ann, callId, callUserId } = await startRecordedTalk(start);
    world.provider.faults.push({ kind: 'updateRecording', fault: 'fail' });
    await ann.put(`/api/v1/calls/${callId}/recording/pause`);
    await ann.put(`/api/v1/calls/${callId}/recording/resume`);
    await world.advance(1_000);
    expect(updates(world)).toEqual(['paused', 'in-progress', 'in-progress']);
    expect(await recordingOf(world, ann, callUserId)).toMatchObject({ state: 'on' });
  });

  it('outlives the page and the server, and ends at the account’s limit', async () => {
    const { world, ann, callId, ring } = await startRecordedTalk(start, 1);
    await ann.put(`/api/v1/calls/${callId}/recording/pause`);
    await world.settle();
    const stays = world.provider.calls.get(ring.sid);
    if (stays) stays.status = 'in-progress';
    await world.restart();
    await world.advance(59_000);
    expect(await world.call(callId)).toMatchObject({ recording_pause: { state: 'paused' } });
    expect(updates(world)).toEqual(['paused']);
    await world.advance(1_000);
    expect(updates(world)).toEqual(['paused', 'in-progress']);
    expect(await world.call(callId)).toMatchObject({ ended_at: null, recording_pause: null });
  });

  it('ends when the target of a transfer accepts', async () => {
    const { world, ann, callId, callUserId } = await startRecordedTalk(start);
    await ann.put(`/api/v1/calls/${callId}/recording/pause`);
    const ben = await world.waiting('agent2@demo.test');
    await ann.post(`/api/v1/calls/${callId}/transfer`, { user_id: ben.id, call_user_id: callUserId });
    const ring = await world.waitForRing(ben.id);
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    await reportJoined(world, callId, ring.sid);
    expect(await recordingOf(world, ben, callUserIdOf(ring))).toMatchObject({ state: 'on' });
    expect(updates(world)).toEqual(['paused', 'in-progress']);
  });

  it('covers a recording that starts during the pause', async () => {
    const { world, ann, callId } = await startRecordedTalk(start);
    await ann.put(`/api/v1/calls/${callId}/recording/pause`);
    await world.settle();
    await world.webhook(`/twilio/status/recording?call_id=${callId}`, {
      RecordingSid: 'RE00000000000000000000000000000009',
      RecordingStatus: 'in-progress',
    });
    await world.settle();
    expect(updates(world)).toEqual(['paused', 'paused']);
  });

  it('is rejected for a call that isn’t recorded, by an account’s rule, by a supervisor who listens', async () => {
    const { world, ann, callId, callUserId } = await startRecordedTalk(start);
    const ask = () => ann.put(`/api/v1/calls/${callId}/recording/pause`);
    const sam = await world.waiting('supervisor@demo.test');
    await makeSupervisor(world.db, sam.id);
    await sam.post(`/api/v1/calls/${callId}/listen`);
    const ring = await world.waitForRing(sam.id);
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    expect((await sam.put(`/api/v1/calls/${callId}/recording/pause`)).body).toMatchObject({
      code: 'forbidden',
    });
    expect(await recordingOf(world, sam, callUserIdOf(ring))).toEqual({ state: 'on', pause_minutes: null });
    await world.db.update(accounts).set({ recording_pause_minutes: null });
    expect(await ask()).toMatchObject({ status: 403, body: { code: 'pauseNotAllowed' } });
    expect(await recordingOf(world, ann, callUserId)).toEqual({ state: 'on', pause_minutes: null });
    await world.db.update(profiles).set({ records: false });
    expect(await ask()).toMatchObject({ status: 422, body: { code: 'notRecorded' } });
    expect(await recordingOf(world, ann, callUserId)).toBeNull();
    expect(updates(world)).toEqual([]);
  });

  it('can be ended after the account has forbidden pauses', async () => {
    const { world, ann, callId, callUserId } = await startRecordedTalk(start);
    await ann.put(`/api/v1/calls/${callId}/recording/pause`);
    await world.settle();
    await world.db.update(accounts).set({ recording_pause_minutes: null });
    await ann.put(`/api/v1/calls/${callId}/recording/resume`);
    expect(await recordingOf(world, ann, callUserId)).toEqual({ state: 'on', pause_minutes: null });
  });

  it('shows on the live board, then in the agent’s history and on the call’s page', async () => {
    const { world, ann, callId, lead } = await startRecordedTalk(start);
    const sid = 'RE00000000000000000000000000000008';
    const report = (fields: Record<string, string>) =>
      world.webhook(`/twilio/status/recording?call_id=${callId}`, { RecordingSid: sid, ...fields });
    await report({ RecordingStatus: 'in-progress' });
    world.clock.advance(12_000);
    await ann.present({ state: 'oncall' });
    await ann.put(`/api/v1/calls/${callId}/recording/pause`);
    await world.settle();
    const user = await userOf(world, ann);
    const now = { now: world.clock.now(), presenceCutoff: presenceCutoff(world.clock) };
    const states = await readAgentStates(world.db, user.account_id, now, [eq(users.id, ann.id)]);
    expect(states).toMatchObject([{ state: 'oncall', callStatus: 'Recording paused' }]);
    world.clock.advance(29_000);
    await ann.put(`/api/v1/calls/${callId}/recording/resume`);
    await world.settle();
    world.clock.advance(19_000);
    await world.webhook('/twilio/status/leg', {
      CallSid: lead,
      CallStatus: 'completed',
      CallDuration: '60',
    });
    world.provider.recordings.set(sid, new Uint8Array(100));
    await report({ RecordingStatus: 'completed', RecordingDuration: '60' });
    await world.settle();
    expect((await readHistory(world, user, { limit: 1, page: 1 })).data).toMatchObject([
      { id: callId, recording_pauses: [{ from_seconds: 12, to_seconds: 41 }] },
    ]);
    expect((await readCall(world.db, { ...user, permissions: ['listen'] }, callId)).recordings).toMatchObject(
      [{ pauses: [{ from_seconds: 12, to_seconds: 41, user: { id: ann.id } }] }],
    );
  });
});
