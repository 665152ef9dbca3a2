import type { Call } from '@offhook/contract/calls/call';
import { RESULT_UNDO_MS } from '@offhook/contract/limits';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calls, leads, teams, users } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { readAgentsPage } from '../../presence/agents.ts';
import { readCall } from '../../reports/calls.ts';
import { readHistory } from '../../reports/history.ts';
import { readLeadStory } from '../../reports/lead-story.ts';
import { change, find, firstRow } from '../../testing/app/rows.ts';
import { makeSupervisor } from '../../testing/app/supervisor.ts';
import { withDatabase } from '../../testing/database/database.ts';
import type { Agent } from '../../testing/world/edge.ts';
import { errorResponse } from '../../testing/world/edge.ts';
import { callUserIdOf, connectLead, reportJoined } from '../../testing/world/provider-events.ts';
import { type TestWorld, testWorlds, until } from '../../testing/world/world.ts';
import { setResult } from '../results/disposition.ts';
import { saveNote } from '../results/notes.ts';

const LEAD = { phone_number: '+14155550100', fname: 'Grace', lname: 'Hopper' };

async function startTalk(start: ReturnType<typeof testWorlds>) {
  const world = await start();
  const ann = await world.waiting('agent@demo.test');
  const talk = await connectLead(world, ann, LEAD);
  await ann.present({ state: 'oncall' });
  return { world, ann, ...talk };
}

async function transfer(start: ReturnType<typeof testWorlds>) {
  const talk = await startTalk(start);
  const { world } = talk;
  const ben = await world.waiting('agent2@demo.test');
  const request = { user_id: ben.id, call_user_id: talk.callUserId };
  await talk.ann.post(`/api/v1/calls/${talk.callId}/transfer`, request);
  return { ...talk, ben, bensRing: await world.waitForRing(ben.id) };
}

async function userOf(world: TestWorld, agent: Agent): Promise<SignedInUser> {
  const row = await firstRow(find(world.db, users, eq(users.id, agent.id)));
  return { ...row, country_code: row.country_code ?? 'US', custom_crm_url: null, account_language: 'en' };
}

withDatabase('a running call', (open) => {
  const start = testWorlds(open);

  it('notifies those who take part on their own channels, and no one else', async () => {
    const [world, ann, ben, chloe] = await start.as(
      'agent@demo.test',
      'agent2@demo.test',
      'agent3@demo.test',
    );
    await ann.present();
    const { callId, callUserId } = await connectLead(world, ann, LEAD);
    await ann.present({ state: 'oncall' });
    await Promise.all([ben.present(), chloe.present()]);
    /** Who was notified since the last time; each message is coalesced for a second. */
    let seen = 0;
    const notified = async () => {
      world.clock.advance(1_000);
      await world.settle();
      const published = world.provider.requests('publish').map(({ target }) => target);
      const channels = published
        .slice(seen)
        .map((target) => JSON.parse(target) as { name: string; data: string; channels: string[] })
        .filter(({ name, data }) => name === 'call.updated' && data === `{"call_id":${callId}}`)
        .flatMap((event) => event.channels);
      seen = published.length;
      return [...new Set(channels)].sort();
    };
    const account = 'private-account.100';
    const [own, bens] = [`presence-user.${ann.id}`, `presence-user.${ben.id}`];
    expect(await notified()).toEqual([own, account]);
    await ann.put(`/api/v1/calls/${callId}/hold`);
    expect(await notified()).toEqual([own, account]);
    await ann.post(`/api/v1/calls/${callId}/transfer`, { user_id: ben.id, call_user_id: callUserId });
    const ring = await world.waitForRing(ben.id);
    await notified();
    await ben.post(`/apps/webrtc/${callId}/reject`);
    expect(await notified()).toContain(bens);
    await ann.post(`/api/v1/calls/${callId}/transfer`, { user_id: ben.id, call_user_id: callUserId });
    const second = await world.waitForRing(ben.id, 2);
    await world.webhook(second.offerPath, { CallSid: second.sid });
    await reportJoined(world, callId, second.sid);
    expect(await notified()).toEqual([own, bens, account].sort());
    await ben.post(`/api/v1/calls/${callId}/hangup`);
    expect(await notified()).toEqual([own, bens, account].sort());
    expect(ring.sid).not.toBe(second.sid);
  });

  it('is transferred without a gap: the agent’s leg is ended only after the target has joined', async () => {
    const { world, callId, ring, ben, bensRing } = await transfer(start);
    expect(bensRing.fields).toMatchObject({ Timeout: '30', From: '+14155550199' });
    const answered = await world.webhook(bensRing.offerPath, { CallSid: bensRing.sid });
    expect(answered.body).toContain(`>call-${callId}</Conference>`);
    await world.settle();
    expect(world.provider.requests('update', ring.sid)).toEqual([]);
    await reportJoined(world, callId, bensRing.sid);
    const ended = world.provider.only('update', ring.sid);
    expect(ended.fields).toMatchObject({ Status: 'completed' });
    expect(await world.call(callId)).toMatchObject({
      status: 'in-progress',
      agent_id: ben.id,
      held_by: null,
    });
  });

  it('goes to the transfer target even if the join isn’t reported', async () => {
    const { world, ann, callId, callUserId, ring } = await startTalk(start);
    const ben = await world.waiting('agent2@demo.test');
    await ann.post(`/api/v1/calls/${callId}/transfer`, { user_id: ben.id, call_user_id: callUserId });
    await world.acceptRing(ben);
    await world.advance(2_000);
    world.provider.only('update', ring.sid);
  });

  it('goes to the target even if the server dies between the accept and the join', async () => {
    const { world, callId, ring, ben, bensRing } = await transfer(start);
    for (const { sid } of [ring, bensRing]) {
      const call = world.provider.calls.get(sid);
      if (call) call.status = 'in-progress';
    }
    await world.webhook(bensRing.offerPath, { CallSid: bensRing.sid });
    await world.restart();
    await world.advance(2_000);
    world.provider.only('update', ring.sid);
    expect(await world.call(callId)).toMatchObject({ status: 'in-progress', agent_id: ben.id });
  });

  it('stays with the agent when the transfer isn’t accepted within 30 s', async () => {
    const { world, ann, callId, ben, bensRing } = await transfer(start);
    const id = callUserIdOf(bensRing);
    await ben.get(`/api/v1/callusers/${id}`);
    await world.advance(30_000);
    world.provider.only('update', bensRing.sid);
    expect(await world.call(callId)).toMatchObject({ status: 'in-progress', agent_id: ann.id });
    const notifications = world.provider
      .requests('publish')
      .filter(({ target }) => target.includes('call.notice'));
    expect(notifications).toMatchObject([{ target: expect.stringContaining(`presence-user.${ann.id}`) }]);
    const late = await world.webhook(bensRing.offerPath, { CallSid: bensRing.sid });
    expect(late.body).toContain('<Hangup/>');
  });

  it('shows the agent which colleague rings for how long, and then that no one answered', async () => {
    const { world, ann, callUserId, ben, bensRing } = await transfer(start);
    await ben.get(`/api/v1/callusers/${callUserIdOf(bensRing)}`);
    const invitation = async () => {
      const { body } = await ann.get(`/api/v1/callusers/${callUserId}`);
      return (body['call'] as Call).invitation;
    };
    await world.advance(8_000);
    expect(await invitation()).toMatchObject({
      type: 'transfer',
      user_id: ben.id,
      team_id: null,
      name: 'Ben Okafor',
      team_name: 'Sales',
      state: 'ringing',
      seconds: 8,
    });
    await world.advance(22_000);
    await world.advance(3_000);
    expect(await invitation()).toMatchObject({ name: 'Ben Okafor', state: 'missed', seconds: 3 });
    const messages = world.provider.requests('publish').map(({ target }) => target);
    expect(messages.at(-1)).toContain('call.updated');
  });

  it('shows the ringing colleague who transfers it and why, with the lead’s newest note', async () => {
    const { world, ann, callId, callUserId } = await startTalk(start);
    const ben = await world.waiting('agent2@demo.test');
    for (const content of ['Has two houses', 'Wants solar on both'])
      await saveNote(world, await userOf(world, ann), { content, call_id: callId }, null);
    const reason = 'Asks about the yearly price';
    await ann.post(`/api/v1/calls/${callId}/transfer`, {
      user_id: ben.id,
      call_user_id: callUserId,
      reason: ` ${reason} `,
    });
    const ring = await world.waitForRing(ben.id);
    const read = async () => (await ben.get(`/api/v1/callusers/${callUserIdOf(ring)}`)).body['invited_by'];
    const asked = { name: 'Ann Reyes', reason, note: 'Wants solar on both', consult: false };
    expect(await read()).toEqual(asked);
    const own = await ann.get(`/api/v1/callusers/${callUserId}`);
    expect(own.body).toMatchObject({ invited_by: null, call: { invitation: { reason } } });
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    await reportJoined(world, callId, ring.sid);
    expect(await read()).toEqual(asked);
    await ben.post(`/api/v1/calls/${callId}/hangup`);
    expect(await read()).toBeNull();
  });

  it('shows the colleague what the agent has written so far, and then the saved note', async () => {
    const { world, ann, callId, callUserId } = await startTalk(start);
    const ben = await world.waiting('agent2@demo.test');
    const target = { user_id: ben.id, call_user_id: callUserId };
    await ann.post(`/api/v1/calls/${callId}/transfer`, { ...target, note: 'Wants solar on' });
    const ring = await world.waitForRing(ben.id);
    const rung = (await ben.get(`/api/v1/callusers/${callUserIdOf(ring)}`)).body['invited_by'];
    expect(rung).toMatchObject({ note: 'Wants solar on' });
    const story = async (agent: Agent, id: number) => readLeadStory(world, await userOf(world, agent), id);
    const bens = () => story(ben, callUserIdOf(ring));
    expect(await bens()).toMatchObject({ last_note: { content: 'Wants solar on', agent: 'Ann Reyes' } });
    // Her phone still has it in the field.
    expect(await story(ann, callUserId)).toMatchObject({ last_note: null });
    await saveNote(
      world,
      await userOf(world, ann),
      { content: 'Wants solar on both', call_id: callId },
      null,
    );
    expect(await bens()).toMatchObject({ last_note: { content: 'Wants solar on both' } });
  });

  it('stops ringing the colleague when the agent cancels, and stays with the agent', async () => {
    const { world, ann, callId, callUserId, ben, bensRing } = await transfer(start);
    const cancel = () => ann.post(`/api/v1/calls/${callId}/invitation/cancel`);
    expect(await cancel()).toEqual({ status: 200, body: { success: true } });
    await world.settle();
    world.provider.only('update', bensRing.sid);
    const theirs = await ben.get(`/api/v1/callusers/${callUserIdOf(bensRing)}`);
    expect(theirs.body).toMatchObject({ status: 'withdrawn', taken_by: null });
    expect((await world.webhook(bensRing.offerPath, { CallSid: bensRing.sid })).body).toContain('<Hangup/>');
    const own = await ann.get(`/api/v1/callusers/${callUserId}`);
    expect(own.body).toMatchObject({ status: 'accepted', call: { invitation: null } });
    expect(world.provider.requests('publish').some(({ target }) => target.includes('call.notice'))).toBe(
      false,
    );
    expect(await cancel()).toMatchObject({ status: 200 });
    expect(await world.call(callId)).toMatchObject({ status: 'in-progress', agent_id: ann.id });
  });

  it('is discussed with the colleague while the lead hears music, and then handed over', async () => {
    const { world, ann, callId, callUserId, ring, lead } = await startTalk(start);
    const ben = await world.waiting('agent2@demo.test');
    const chloe = await world.waiting('agent3@demo.test');
    const request = { user_id: ben.id, call_user_id: callUserId, consult: true };
    await ann.post(`/api/v1/calls/${callId}/transfer`, request);
    const bensRing = await world.waitForRing(ben.id);
    const bensId = callUserIdOf(bensRing);
    const theirs = await ben.get(`/api/v1/callusers/${bensId}`);
    expect(theirs.body).toMatchObject({ invited_by: { name: 'Ann Reyes', consult: true } });
    expect(world.provider.requests('hold', lead)).toEqual([]);

    await world.webhook(bensRing.offerPath, { CallSid: bensRing.sid });
    // Before the colleague's phone could join.
    expect(world.provider.only('hold', lead).fields).toMatchObject({ Hold: 'true' });
    await reportJoined(world, callId, bensRing.sid);
    await world.advance(2_000);
    expect(world.provider.requests('update', ring.sid)).toEqual([]);
    const consultation = async (agent: Agent, id: number) =>
      ((await agent.get(`/api/v1/callusers/${id}`)).body['call'] as Call).consultation;
    const shared = { seconds: 2, is_connected: true, lead_left: false };
    expect(await consultation(ann, callUserId)).toMatchObject({
      role: 'agent',
      name: 'Ben Okafor',
      ...shared,
    });
    expect(await consultation(ben, bensId)).toMatchObject({
      role: 'colleague',
      name: 'Ann Reyes',
      ...shared,
    });
    const other = { user_id: chloe.id, call_user_id: callUserId };
    expect(await ann.post(`/api/v1/calls/${callId}/transfer`, other)).toMatchObject({
      body: { error: 'You are already on a call.' },
    });

    const end = (agent: Agent, how: string) =>
      agent.post(`/api/v1/calls/${callId}/consultation/end`, { how });
    await end(ben, 'complete');
    expect(await consultation(ann, callUserId)).toMatchObject({ role: 'agent' });
    const complete = { how: 'complete', note: 'Wants solar on both' };
    expect(await ann.post(`/api/v1/calls/${callId}/consultation/end`, complete)).toEqual({
      status: 200,
      body: { success: true },
    });
    await world.settle();
    const story = await readLeadStory(world, await userOf(world, ben), bensId);
    expect(story.last_note).toMatchObject({ content: 'Wants solar on both', agent: 'Ann Reyes' });
    expect(world.provider.only('update', ring.sid).fields).toMatchObject({ Status: 'completed' });
    expect(world.provider.requests('hold', lead).at(-1)?.fields).toMatchObject({ Hold: 'false' });
    expect(await consultation(ben, bensId)).toBeNull();
    expect(await world.call(callId)).toMatchObject({ status: 'in-progress', agent_id: ben.id });
    expect(await end(ann, 'complete')).toMatchObject({ body: { code: 'callEnded' } });
  });

  async function consult(
    world: TestWorld,
    ann: Agent,
    { callId, callUserId }: { readonly callId: number; readonly callUserId: number },
  ) {
    const ben = await world.waiting('agent2@demo.test');
    const request = { user_id: ben.id, call_user_id: callUserId, consult: true };
    await ann.post(`/api/v1/calls/${callId}/transfer`, request);
    return { ben, ring: await world.waitForRing(ben.id) };
  }
  /** As the console shows the call's agents. */
  const wereConsulted = async (world: TestWorld, callId: number) => {
    const supervisor = await userOf(world, await world.agent('supervisor@demo.test'));
    return (await readCall(world.db, supervisor, callId)).parties.map(({ was_consulted }) => was_consulted);
  };
  const noticesOf = (world: TestWorld) =>
    world.provider
      .requests('publish')
      .flatMap(({ target }) => target.match(/transferMissed|consultEnded/) ?? []);

  it('doesn’t change how a ringing colleague gets the lead', async () => {
    const { world, ann, callId, callUserId } = await startTalk(start);
    const { ben, ring } = await consult(world, ann, { callId, callUserId });
    const ask = (body: object) =>
      ann.post(`/api/v1/calls/${callId}/transfer`, { user_id: ben.id, call_user_id: callUserId, ...body });
    expect(await ask({ consult: true })).toMatchObject({ status: 200 });
    expect(await ask({})).toMatchObject({ status: 422, body: { code: 'alreadyRinging' } });
    const theirs = await ben.get(`/api/v1/callusers/${callUserIdOf(ring)}`);
    expect(theirs.body).toMatchObject({ status: 'ringing', invited_by: { consult: true } });
    await ann.post(`/api/v1/calls/${callId}/invitation/cancel`);
    await world.settle();
    expect(await ask({})).toMatchObject({ status: 200 });
  });

  it('lets the colleague join only after the provider has confirmed the hold', async () => {
    const { world, ann, lead, ...call } = await startTalk(start);
    const { ring } = await consult(world, ann, call);
    world.provider.faults.push({ kind: 'hold', fault: 'missing' });
    let answer = '';
    const answered = world.webhook(ring.offerPath, { CallSid: ring.sid }).then(({ body }) => {
      answer = body;
    });
    await until('the retry of the hold', async () =>
      (await world.effectsOf(call.callId)).some(
        ({ kind, last_error }) => kind === 'hold' && last_error !== null,
      ),
    );
    // A slow provider: longer than the agents would be quiet.
    world.clock.advance(2_000);
    expect(answer).toBe('');
    // The lead still hears the agent.
    const shown = async () => (await ann.get(`/api/v1/callusers/${call.callUserId}`)).body['call'];
    expect(await shown()).toMatchObject({ consultation: null, invitation: { state: 'ringing' } });
    await world.settle();
    await answered;
    expect(world.provider.requests('hold', lead).at(-1)?.fields).toMatchObject({ Hold: 'true' });
    expect(answer).toContain('<Conference');
    expect(await shown()).toMatchObject({ consultation: { role: 'agent' }, invitation: null });
    expect(noticesOf(world)).toEqual([]);
  });

  it.each([
    ['refuses', 'reject', 0],
    ['doesn’t confirm', 'missing', 8_000],
  ] as const)('keeps the colleague out if the provider %s the hold', async (_, fault, afterMs) => {
    const { world, ann, lead, ...call } = await startTalk(start);
    const { ben, ring } = await consult(world, ann, call);
    world.provider.faults.push({ kind: 'hold', fault });
    const answered = world.webhook(ring.offerPath, { CallSid: ring.sid });
    if (afterMs > 0) {
      await until('the failed hold', async () =>
        (await world.effectsOf(call.callId)).some(
          ({ kind, last_error }) => kind === 'hold' && last_error !== null,
        ),
      );
      world.clock.advance(afterMs);
    }
    expect((await answered).body).toContain('<Hangup/>');
    await world.settle();
    expect(noticesOf(world)).toEqual(['transferMissed']);
    const theirs = await ben.get(`/api/v1/callusers/${callUserIdOf(ring)}`);
    expect(theirs.body).toMatchObject({ status: 'withdrawn' });
    expect(await wereConsulted(world, call.callId)).toEqual([false, false]);
    expect(world.provider.requests('hold', lead).at(-1)?.fields).toMatchObject({ Hold: 'false' });
    expect(await world.call(call.callId)).toMatchObject({ status: 'in-progress', agent_id: ann.id });
  });

  it('can’t be joined by a new lead who would hear the consultation', async () => {
    const { world, ann, ...call } = await startTalk(start);
    const { ring } = await consult(world, ann, call);
    const add = () =>
      ann.post('/api/v1/calls/conferencelead', {
        ...LEAD,
        phone_number: '+14155550122',
        call_id: call.callId,
      });
    expect(await add()).toMatchObject({ status: 422, body: { code: 'consulting' } });
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    await reportJoined(world, call.callId, ring.sid);
    expect(await add()).toMatchObject({ status: 422, body: { code: 'consulting' } });
    await ann.post(`/api/v1/calls/${call.callId}/consultation/end`, { how: 'back' });
    await world.settle();
    expect(await add()).toMatchObject({ status: 200 });
    const ben = await world.agent('agent2@demo.test');
    const request = { user_id: ben.id, call_user_id: call.callUserId, consult: true };
    expect(await ann.post(`/api/v1/calls/${call.callId}/transfer`, request)).toMatchObject({
      status: 422,
      body: { code: 'consultNotPossible' },
    });
  });

  it('comes back from the consulted colleague, who is asked for no result', async () => {
    const { world, ann, callId, callUserId } = await startTalk(start);
    const ben = await world.waiting('agent2@demo.test');
    const request = { user_id: ben.id, call_user_id: callUserId, consult: true };
    await ann.post(`/api/v1/calls/${callId}/transfer`, request);
    const bensRing = await world.acceptRing(ben);
    await reportJoined(world, callId, bensRing.sid);
    await ann.post(`/api/v1/calls/${callId}/consultation/end`, { how: 'back' });
    await world.settle();
    world.provider.only('update', bensRing.sid);
    const withdrawals = world.provider
      .requests('publish')
      .filter(({ target }) => target.includes('calluser.withdrawn'));
    expect(withdrawals).toMatchObject([{ target: expect.stringContaining(`presence-user.${ben.id}`) }]);
    const theirs = await ben.get(`/api/v1/callusers/${callUserIdOf(bensRing)}`);
    expect(theirs.body).toMatchObject({ status: 'withdrawn', call: { consultation: null } });
    expect(await world.call(callId)).toMatchObject({ status: 'in-progress', agent_id: ann.id });
    expect(await wereConsulted(world, callId)).toEqual([false, true]);
  });

  it('keeps the ringing transfer target from being offered other calls', async () => {
    const { world, ben } = await transfer(start);
    const chloe = await world.waiting('agent3@demo.test');
    await makeSupervisor(world.db, chloe.id);
    const taken = await chloe.post('/api/v1/calls/conference', { user_id: ben.id });
    expect(taken).toMatchObject({ status: 422, body: { error: 'This agent is not available.' } });
    await chloe.present({ leaving: true });
    const other = await world.postLead({ ...LEAD, phone_number: '+14155550111' });
    expect(other.body).toMatchObject({
      outcome: expect.stringMatching(/^scheduled for /),
      reason: 'All agents are busy',
    });
  });

  it('is put on hold by a retry if the first request came too early for the provider', async () => {
    const { world, ann, callId, lead } = await startTalk(start);
    world.provider.faults.push({ kind: 'hold', fault: 'missing' });
    await ann.put(`/api/v1/calls/${callId}/hold`);
    expect(world.provider.requests('hold', lead)).toHaveLength(1);
    await world.advance(1_000);
    const [, again, ...others] = world.provider.requests('hold', lead);
    expect(others).toEqual([]);
    expect(again?.fields).toMatchObject({
      Hold: 'true',
      HoldUrl: expect.stringContaining('/twilio/wait/music'),
    });
  });

  const supervisions: readonly [string, (sid: string) => readonly string[], readonly string[]][] = [
    ['listen', () => ['muted="true"'], ['coach=']],
    ['whisper', (sid) => [`coach="${sid}"`], ['muted=']],
    ['barge', () => [], ['muted=', 'coach=']],
  ];
  it.each(supervisions)('lets a supervisor %s, 40 s into the call', async (action, expected, unexpected) => {
    const { world, callId, ring } = await startTalk(start);
    const sam = await world.waiting('supervisor@demo.test');
    world.clock.advance(40_000);
    await sam.present();
    const response = await sam.post(`/api/v1/calls/${callId}/${action}`);
    expect(response).toEqual({
      status: 200,
      body: { success: true, call: { id: callId, type: action, seconds_since_started_at: 40 } },
    });
    expect(await sam.post(`/api/v1/calls/${callId}/${action}`)).toEqual(response);
    expect(await world.callUsersOf(callId)).toHaveLength(2);
    const supervisorRing = await world.waitForRing(sam.id);
    const id = callUserIdOf(supervisorRing);
    expect((await sam.get(`/api/v1/callusers/${id}`)).body).toMatchObject({
      type: action,
      autoaccept: true,
      call: {
        id: callId,
        type: action,
        direction: 'outbound',
        seconds_since_started_at: 40,
        profile: { is_deal_whispertext: true },
        supervised_agent: 'Ann Reyes',
      },
    });
    const { body } = await world.webhook(supervisorRing.offerPath, { CallSid: supervisorRing.sid });
    for (const text of expected(ring.sid)) expect(body).toContain(text);
    for (const text of unexpected) expect(body).not.toContain(text);
    expect((await sam.post(`/api/v1/calls/${callId}/${action}`)).body['error']).toBe(
      'You are already on a call.',
    );
    const holdResponse = await sam.put(`/api/v1/calls/${callId}/hold`);
    const request = { call_id: callId, fname: '', lname: '', phone_number: '+14155550110' };
    const addResponse = await sam.post('/api/v1/calls/conferencelead', request);
    expect(addResponse.status).toBe(action === 'barge' ? 200 : 403);
    expect(holdResponse.status).toBe(action === 'barge' ? 200 : 403);
  });

  it('keeps how its supervisors took part, also after they changed it and came back', async () => {
    const { world, callId } = await startTalk(start);
    const sam = await world.waiting('supervisor@demo.test');
    const shown = async () => {
      const { parties } = await readCall(world.db, await userOf(world, sam), callId);
      return parties.map(({ type, supervised_as }) => [type, supervised_as]);
    };
    const joinAs = async (action: string) => {
      await sam.post(`/api/v1/calls/${callId}/${action}`);
      const ring = await world.acceptRing(sam);
      await reportJoined(world, callId, ring.sid);
      await sam.present({ state: 'oncall' });
    };
    await joinAs('listen');
    for (const action of ['whisper', 'barge', 'listen']) {
      await world.advance(1_000);
      expect(await sam.post(`/api/v1/calls/${callId}/${action}`)).toMatchObject({ status: 200 });
    }
    const ofLead = ['lead', []];
    expect(await shown()).toEqual([ofLead, ['listen', ['listen', 'whisper', 'barge']]]);
    await world.advance(1_000);
    await sam.post(`/api/v1/calls/${callId}/hangup`);
    await world.settle();
    await sam.present();
    await joinAs('whisper');
    expect(await shown()).toEqual([
      ofLead,
      ['listen', ['listen', 'whisper', 'barge']],
      ['whisper', ['whisper']],
    ]);
  });

  it('appears in the agent lists, where its agents are unavailable for other calls', async () => {
    const { world, callId } = await startTalk(start);
    const ben = await world.waiting('agent2@demo.test');
    const sam = await world.waiting('supervisor@demo.test');
    const viewer = await userOf(world, ben);
    const list = async (status: 'all' | 'oncall' | 'online', search = '') =>
      (await readAgentsPage(world, viewer, { page: 1, status, search, teamId: null })).data;
    expect((await list('oncall')).map(({ full_name, on_call_id }) => [full_name, on_call_id])).toEqual([
      ['Ann Reyes', callId],
    ]);
    await sam.post(`/api/v1/calls/${callId}/listen`);
    const ringing = (await list('all', 'sam')).find(({ id }) => id === sam.id);
    expect(ringing).toMatchObject({ on_call_id: null, is_available: false, is_online_app: true });
    await world.acceptRing(sam);
    expect((await list('oncall')).find(({ id }) => id === sam.id)).toMatchObject({ on_call_id: callId });
    expect((await list('online')).map(({ id }) => id)).not.toContain(sam.id);
  });

  it('appears in the history of every agent who joined or was rung, with that agent’s call type', async () => {
    const { world, ann, callId, ben, bensRing } = await transfer(start);
    await world.webhook(bensRing.offerPath, { CallSid: bensRing.sid });
    await reportJoined(world, callId, bensRing.sid);
    world.clock.advance(62_000);
    await ben.post(`/api/v1/calls/${callId}/hangup`);
    await ann.present();
    await makeSupervisor(world.db, ann.id);
    const conference = await ann.post('/api/v1/calls/conference', { user_id: ben.id });
    expect(conference.body).toMatchObject({ error: 'This agent is not available.' });
    await ben.present();
    const opened = await ann.post('/api/v1/calls/conference', { user_id: ben.id });
    expect(opened).toMatchObject({ status: 200, body: { call: { lead: null, lead_id: null } } });
    await ben.post(`/apps/webrtc/${(opened.body['call'] as { id: number }).id}/reject`);
    for (const agent of [ann, ben]) {
      const { data } = await readHistory(world, await userOf(world, agent), { limit: 2, page: 1 });
      expect(data).toMatchObject([
        { direction: 'outbound', status: 'ignored', seconds: 0, lead: null, phone_number_formatted: '' },
        {
          id: callId,
          status: 'completed',
          seconds: 62,
          user: { name: 'Ben Okafor' },
          lead: { lname: 'Hopper' },
        },
      ]);
    }
  });

  it('gets its result from the handling agent; agents who transferred or barged keep their own', async () => {
    const { world, ann, callId, ben, bensRing } = await transfer(start);
    await world.webhook(bensRing.offerPath, { CallSid: bensRing.sid });
    await reportJoined(world, callId, bensRing.sid);
    const sam = await world.waiting('supervisor@demo.test');
    await sam.post(`/api/v1/calls/${callId}/barge`);
    await world.acceptRing(sam);
    const results = [
      [ben, 'contacted'],
      [ann, 'missed'],
      [sam, 'voicemail'],
    ] as const;
    for (const [agent, result] of results) await setResult(world, await userOf(world, agent), callId, result);
    await world.advance(RESULT_UNDO_MS + 1_000);
    expect((await world.call(callId)).result).toBe('contacted');
    const rows = await world.callUsersOf(callId);
    expect(rows.map(({ type, result }) => [type, result])).toEqual([
      ['lead', 'missed'],
      ['transfer', 'contacted'],
      ['barge', 'voicemail'],
    ]);
  });
});

const FORBIDDEN = [403, 'You do not have permission to do this.'] as const;
const NOT_FOUND = [404, 'Not found. It may have been removed.'] as const;
const UNAVAILABLE = [422, 'This agent is not available.'] as const;

withDatabase('a request in a running call is rejected', (open) => {
  const start = testWorlds(open);

  it('from anyone outside the call, with the reason', async () => {
    const { world, ann, callId, callUserId } = await startTalk(start);
    const [ben, sam, outsider] = [
      await world.waiting('agent2@demo.test'),
      await world.waiting('supervisor@demo.test'),
      await world.waiting('agent@200.test'),
    ];
    const path = (action: string) => `/api/v1/calls/${callId}/${action}`;
    const outcomeOf = async (response: Promise<{ status: number; body: Record<string, unknown> }>) => {
      const { status, body } = await response;
      expect(body['success']).toBe(false);
      return [status, body['error']];
    };
    const transferRequest = { user_id: ben.id, call_user_id: callUserId };
    const number = { call_id: callId, fname: '', lname: '', phone_number: '+14155550110' };
    for (const action of ['hold', 'unhold']) {
      expect(await outcomeOf(ben.put(path(action)))).toEqual(FORBIDDEN);
      expect(await outcomeOf(outsider.put(path(action)))).toEqual(NOT_FOUND);
      expect(await outcomeOf(ann.put(`/api/v1/calls/999998/${action}`))).toEqual(NOT_FOUND);
    }
    expect(await outcomeOf(ben.post(path('transfer'), transferRequest))).toEqual(FORBIDDEN);
    expect(await outcomeOf(outsider.post(path('transfer'), transferRequest))).toEqual(NOT_FOUND);
    expect(await outcomeOf(ben.post('/api/v1/calls/conferencelead', number))).toEqual(FORBIDDEN);
    expect(await outcomeOf(outsider.post('/api/v1/calls/conferencelead', number))).toEqual(NOT_FOUND);
    for (const action of ['listen', 'whisper', 'barge']) {
      expect(await outcomeOf(ben.post(path(action)))).toEqual(FORBIDDEN);
      expect(await outcomeOf(ann.post(path(action)))).toEqual(FORBIDDEN);
      expect(await outcomeOf(sam.post(`/api/v1/calls/999998/${action}`))).toEqual(NOT_FOUND);
    }
    await change(world.db, users, outsider.id, { permissions: ['listen'] });
    expect(await outcomeOf(outsider.post(path('listen')))).toEqual(NOT_FOUND);
    await change(world.db, users, ann.id, { permissions: ['listen'] });
    expect(await outcomeOf(ann.post(path('listen')))).toEqual(FORBIDDEN);
    expect(await world.callUsersOf(callId)).toHaveLength(1);
  });

  it('for a conference whose host’s own phone is offline, with that reason', async () => {
    const world = await start();
    const ben = await world.waiting('agent2@demo.test');
    const host = await world.agent('supervisor@demo.test');
    expect(await host.post('/api/v1/calls/conference', { user_id: ben.id })).toMatchObject({
      status: 422,
      body: { code: 'ownPhoneOffline' },
    });
    expect(await find(world.db, calls, eq(calls.type, 'conference'))).toEqual([]);
  });

  it('when the target can’t accept or doesn’t exist', async () => {
    const { world, ann, callId, callUserId } = await startTalk(start);
    const away = await world.agent('agent2@demo.test');
    const outsider = await world.waiting('agent@200.test');
    const [foreign] = await world.db.select().from(teams).where(eq(teams.account_id, 200));
    const [sales] = await find(world.db, teams, and(eq(teams.account_id, 100), eq(teams.name, 'Sales')));
    const transfer = async (to: object) => {
      const { status, body } = await ann.post(`/api/v1/calls/${callId}/transfer`, {
        call_user_id: callUserId,
        ...to,
      });
      return [status, body['error']];
    };
    expect(await transfer({ user_id: away.id })).toEqual(UNAVAILABLE);
    expect(await transfer({ user_id: ann.id })).toEqual(UNAVAILABLE);
    expect(await transfer({ team_id: sales?.id })).toEqual(UNAVAILABLE);
    expect(await transfer({ user_id: outsider.id })).toEqual(NOT_FOUND);
    expect(await transfer({ user_id: 999_999 })).toEqual(NOT_FOUND);
    expect(await transfer({ team_id: foreign?.id })).toEqual(NOT_FOUND);
    expect(await transfer({ user_id: away.id, call_user_id: 999_999 })).toEqual(NOT_FOUND);
    const neither = [422, 'Something went wrong. Please try again.'];
    expect(await transfer({})).toEqual(neither);
    expect(await transfer({ user_id: away.id, team_id: sales?.id })).toEqual(neither);
    expect(await ann.post('/api/v1/calls/conference', { user_id: away.id })).toMatchObject({
      status: 403,
      body: { error: 'You do not have permission to do this.' },
    });
    await makeSupervisor(world.db, ann.id);
    for (const user_id of [away.id, ann.id])
      expect((await ann.post('/api/v1/calls/conference', { user_id })).body['error']).toBe(UNAVAILABLE[1]);
    expect((await ann.post('/api/v1/calls/conference', { user_id: outsider.id })).status).toBe(404);
    expect(world.provider.requests('create')).toHaveLength(1);
  });

  it('for an invalid or blocked number', async () => {
    const { world, ann, callId } = await startTalk(start);
    const add = async (phone_number: string) => {
      const request = { call_id: callId, fname: '', lname: '', phone_number };
      const { status, body } = await ann.post('/api/v1/calls/conferencelead', request);
      return [status, body['error']];
    };
    expect(await add('12')).toEqual([422, 'This phone number is too short.']);
    await world.postLead({ phone_number: '+14155550117', owner: 'agent12@demo.test' });
    await world.db.update(leads).set({ do_not_call: true }).where(eq(leads.phone_number, '+14155550117'));
    expect(await add('+14155550117')).toEqual([422, 'This lead must not be called.']);
    expect(world.provider.requests('participant')).toHaveLength(1);
  });

  it('for a supervisor without an open phone, with instructions', async () => {
    const { world, callId } = await startTalk(start);
    const sam = await world.agent('supervisor@demo.test');
    expect(await sam.post(`/api/v1/calls/${callId}/listen`)).toEqual(
      errorResponse('Your phone isn’t online. Open it in this browser or on another device, then try again.'),
    );
  });

  it.each(['disposition', 'disposition2', 'note', 'sms'])(
    'for a supervisor whose own phone shows %s, which would reject the ring',
    async (state) => {
      const { world, callId } = await startTalk(start);
      const sam = await world.waiting('supervisor@demo.test');
      await sam.present({ state });
      const unfinished = errorResponse('Finish your own call’s result first.');
      for (const action of ['listen', 'whisper', 'barge'])
        expect(await sam.post(`/api/v1/calls/${callId}/${action}`)).toEqual(unfinished);
      await sam.present({ state: 'waiting' });
      expect((await sam.post(`/api/v1/calls/${callId}/whisper`)).status).toBe(200);
      await world.waitForRing(sam.id);
    },
  );

  it('when the call has ended', async () => {
    const { world, ann, callId, callUserId } = await startTalk(start);
    const sam = await world.waiting('supervisor@demo.test');
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    const ended = errorResponse('This call has ended.');
    expect(await ann.put(`/api/v1/calls/${callId}/hold`)).toEqual(ended);
    const transferRequest = { user_id: sam.id, call_user_id: callUserId };
    expect(await ann.post(`/api/v1/calls/${callId}/transfer`, transferRequest)).toEqual(ended);
    expect(await sam.post(`/api/v1/calls/${callId}/listen`)).toEqual(ended);
    const number = { call_id: callId, fname: '', lname: '', phone_number: '+14155550110' };
    expect(await ann.post('/api/v1/calls/conferencelead', number)).toEqual(ended);
  });
});
