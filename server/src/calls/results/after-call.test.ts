import { REMOVE_UNDO_MS, RESULT_MISSING_MS, RESULT_UNDO_MS } from '@offhook/contract/limits';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addCallUser } from '../../platform/database/call-users.ts';
import {
  calls,
  callUsers,
  leads,
  notes,
  profiles,
  tags,
  teams,
  webhookEvents,
} from '../../platform/database/schema.ts';
import { openTestApp } from '../../testing/app/app.ts';
import { ACCOUNT, addPastCall, change, find, firstRow, userOf } from '../../testing/app/rows.ts';
import { settleResults } from '../../testing/app/settle.ts';
import { type OpenTestDatabase, withDatabase } from '../../testing/database/database.ts';
import { watchEvents } from '../../testing/database/event-rows.ts';

async function setUpPastCall(open: OpenTestDatabase) {
  const world = await openTestApp(open);
  const { as, db } = world;
  const ann = await userOf(db, 'agent@demo.test');
  const ben = await userOf(db, 'agent2@demo.test');
  const sam = await userOf(db, 'supervisor@demo.test');
  const lead = await firstRow(db.select().from(leads).where(eq(leads.account_id, ACCOUNT)).limit(1));
  const call = await addPastCall(db, ann.id, { lead_id: lead.id });
  const at = new Date();
  const fields = { call_id: call.id, ended_at: at };
  await addCallUser(db, { ...fields, user_id: ben.id, type: 'lead', status: 'withdrawn' });
  await addCallUser(db, { ...fields, user_id: sam.id, type: 'barge', status: 'ended', accepted_at: at });
  const callUserOf = (userId: number) =>
    firstRow(find(db, callUsers, and(eq(callUsers.call_id, call.id), eq(callUsers.user_id, userId))));
  const resultOf = async (userId: number) => (await callUserOf(userId)).result;
  const readCall = () => firstRow(find(db, calls, eq(calls.id, call.id)));
  const callResult = async () => (await readCall()).result;
  const readLead = () => firstRow(find(db, leads, eq(leads.id, lead.id)));
  const agent = await as('agent@demo.test');
  const path = `/apps/webrtc/${call.id}/disposition`;
  const setResult = (status: string, who = agent) => who.post(path, { status });
  const undo = (who = agent) => who.post(`${path}/undo`);
  const settle = async () => {
    world.clock.advance(REMOVE_UNDO_MS + 1_000);
    await settleResults(world);
  };
  const participants = { ann, ben, sam, agent };
  return {
    ...world,
    ...participants,
    call,
    lead,
    callUserOf,
    resultOf,
    readCall,
    callResult,
    readLead,
    setResult,
    undo,
    settle,
  };
}

withDatabase('a call’s result', (open) => {
  it('is stored for each of the four choices, and a second one replaces it', async () => {
    const world = await setUpPastCall(open);
    const { ann, resultOf, readCall, callResult, db, setResult } = world;
    const events = await watchEvents(db);
    for (const status of ['contacted', 'voicemail', 'missed', 'removed']) {
      expect(await setResult(status)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await resultOf(ann.id)).toBe(status);
      await world.settle();
      expect([await callResult(), await resultOf(ann.id)]).toEqual([status, status]);
      expect(await events()).toEqual(
        status === 'removed' ? ['call_updated', 'lead_updated'] : ['call_updated'],
      );
    }
    expect((await readCall()).status).toBe('completed');
  });

  it('of ‘removed’ removes the lead, but only once it settles', async () => {
    const world = await setUpPastCall(open);
    const { setResult, readLead } = world;
    const removed = async () => (await readLead()).removed_at;
    await setResult('contacted');
    await world.settle();
    expect(await removed()).toBeNull();
    await setResult('removed');
    world.clock.advance(REMOVE_UNDO_MS);
    await settleResults(world);
    expect(await removed()).toBeNull();
    await world.settle();
    expect(await removed()).toBeInstanceOf(Date);
  });

  it('is reported to its agent’s phone once it settles, because their callbacks may have changed', async () => {
    const world = await setUpPastCall(open);
    const reported: unknown[] = [];
    const settle = () =>
      settleResults({
        ...world,
        realtime: { ownCallUpdated: (callId, userIds) => reported.push([callId, userIds]) },
      });
    await world.setResult('contacted');
    await settle();
    expect(reported).toEqual([]);
    world.clock.advance(REMOVE_UNDO_MS);
    await settle();
    expect(reported).toEqual([[world.call.id, [world.ann.id]]]);
    await settle();
    expect(reported).toHaveLength(1);
  });

  it('set by a barging supervisor stays on their own call user', async () => {
    const world = await setUpPastCall(open);
    const { as, ann, sam, resultOf, callResult, setResult } = world;
    await setResult('contacted');
    await setResult('missed', await as('supervisor@demo.test'));
    await world.settle();
    expect([await callResult(), await resultOf(ann.id), await resultOf(sam.id)]).toEqual([
      'contacted',
      'contacted',
      'missed',
    ]);
  });

  it('can be undone until it settles', async () => {
    const world = await setUpPastCall(open);
    const { agent, ann, lead, resultOf, callResult, readLead, setResult, undo } = world;
    const reason = async () =>
      (await agent.get(`/api/v1/callable?phone_number=${encodeURIComponent(lead.phone_number)}`)).body[
        'reason'
      ];
    await setResult('removed');
    // Calls to the lead are blocked even before the result settles.
    expect(await reason()).toBe('This lead was removed and must not be called.');
    expect((await undo()).body).toMatchObject({ success: true });
    await world.settle();
    expect([await callResult(), await resultOf(ann.id)]).toEqual([null, null]);
    expect((await readLead()).removed_at).toBeNull();
    expect(await reason()).not.toBe('This lead was removed and must not be called.');
    expect((await undo()).body).toMatchObject({ success: true });
    await setResult('voicemail');
    world.clock.advance(RESULT_UNDO_MS - 1);
    await setResult('voicemail');
    world.clock.advance(1_001);
    await settleResults(world);
    expect(await callResult()).toBe('voicemail');
    expect(await undo()).toMatchObject({
      status: 422,
      body: { error: 'This result can no longer be undone.' },
    });
    expect(await resultOf(ann.id)).toBe('voicemail');
  });

  it('that is replaced in time has no effect', async () => {
    const world = await setUpPastCall(open);
    const { callResult, readLead, setResult } = world;
    await setResult('contacted');
    world.clock.advance(RESULT_UNDO_MS);
    await setResult('removed');
    world.clock.advance(RESULT_UNDO_MS);
    await settleResults(world);
    expect(await callResult()).toBeNull();
    await setResult('missed');
    await world.settle();
    expect(await callResult()).toBe('missed');
    expect((await readLead()).removed_at).toBeNull();
  });

  it('that is missing is requested until it’s set, a later call has one, or a day has passed', async () => {
    const world = await setUpPastCall(open);
    const { as, agent, call, lead, ann, ben, db, callUserOf, setResult, undo } = world;
    const missing = async (email = 'agent@demo.test') =>
      (await (await as(email)).get('/apps/webrtc/missing-results')).body.data?.map(
        ({ call_id }) => call_id,
      ) ?? [];
    expect((await agent.get('/apps/webrtc/missing-results')).body.data).toContainEqual({
      call_id: call.id,
      call_user_id: (await callUserOf(ann.id)).id,
      lead: { fname: lead.fname, lname: lead.lname, label: lead.label },
      time_formatted: expect.stringMatching(/^\w{3} \d+, \d+:\d\d [AP]M$/),
      duration: '0:00',
    });
    await agent.put('/api/v1/user/locale', {
      language: 'es',
      time_zone: 'UTC',
      clock: '24',
      date_order: 'ymd',
    });
    expect((await agent.get('/apps/webrtc/missing-results')).body.data).toContainEqual(
      expect.objectContaining({
        call_id: call.id,
        time_formatted: expect.stringMatching(/^\d\d-\d\d, \d\d:\d\d$/),
      }),
    );
    expect(await missing('agent2@demo.test')).not.toContain(call.id);
    expect(await missing('supervisor@demo.test')).not.toContain(call.id);
    await setResult('missed');
    expect(await missing()).not.toContain(call.id);
    await undo();
    expect(await missing()).toContain(call.id);

    const later = await addPastCall(db, ben.id, { lead_id: lead.id });
    const benBrowser = await as('agent2@demo.test');
    expect(await missing()).toContain(call.id);
    await benBrowser.post(`/apps/webrtc/${later.id}/disposition`, { status: 'missed' });
    expect(await missing()).not.toContain(call.id);
    await benBrowser.post(`/apps/webrtc/${later.id}/disposition/undo`);
    expect(await missing()).toContain(call.id);
    world.clock.advance(RESULT_MISSING_MS);
    expect(await missing()).not.toContain(call.id);
  });

  it('can be set later from the history', async () => {
    const world = await setUpPastCall(open);
    const { as, call, setResult } = world;
    const row = async (email: string) =>
      ((await (await as(email)).get('/api/v1/mycalls')).body.data ?? []).find(({ id }) => id === call.id);
    expect(await row('agent@demo.test')).toMatchObject({ result: null, takes_result: true, undo_ms: 0 });
    expect(await row('agent2@demo.test')).toMatchObject({ takes_result: false });
    world.clock.advance(RESULT_MISSING_MS);
    await setResult('removed');
    world.clock.advance(1_000);
    expect(await row('agent@demo.test')).toMatchObject({
      result: 'removed',
      undo_ms: expect.toSatisfy((ms: number) => ms > 0 && ms <= REMOVE_UNDO_MS),
    });
    await world.settle();
    expect(await row('agent@demo.test')).toMatchObject({ result: 'removed', undo_ms: 0 });
  });

  it('can’t be set by users who weren’t on the call, or for an unknown call', async () => {
    const { as, call, callResult, resultOf, callUserOf, ann, ben, db } = await setUpPastCall(open);
    const cases: [string, string, number, number][] = [
      ['an agent who did not answer', 'agent2@demo.test', call.id, 403],
      ['a colleague', 'plain@demo.test', call.id, 403],
      ['an agent of another account', 'agent@200.test', call.id, 404],
      ['a call user’s ID', 'agent@demo.test', (await callUserOf(ann.id)).id, 404],
    ];
    for (const [name, email, id, status] of cases) {
      const user = await as(email);
      const result = await user.post(`/apps/webrtc/${id}/disposition`, { status: 'removed' });
      const note = await user.post('/api/v1/notes', { call_id: id, content: 'x' });
      expect([name, result.status, note.status]).toEqual([name, status, status]);
    }
    expect([await callResult(), await resultOf(ben.id)]).toEqual([null, null]);
    expect(await db.select().from(notes)).toEqual([]);
  });
});

withDatabase('a tag', (open) => {
  async function setUpTags() {
    const world = await setUpPastCall(open);
    const { db, call, callUserOf, readLead } = world;
    const profileOf = async (name: string) => {
      const rows = await db
        .select({ profileId: profiles.id, tag: tags })
        .from(teams)
        .innerJoin(profiles, eq(profiles.team_id, teams.id))
        .leftJoin(tags, eq(tags.profile_id, profiles.id))
        .where(and(eq(teams.account_id, 100), eq(teams.name, name)))
        .orderBy(tags.position);
      return { profileId: rows[0]?.profileId ?? 0, tags: rows.flatMap(({ tag }) => tag ?? []) };
    };
    const sales = await profileOf('Sales');
    await change(db, calls, call.id, { profile_id: sales.profileId });
    const tagOf = async (userId: number) => (await callUserOf(userId)).tag_id;
    const leadTag = async () => (await readLead()).tag_id;
    const path = `/apps/webrtc/${call.id}/disposition2`;
    return { ...world, sales: sales.tags, path, tagOf, leadTag };
  }

  it('of the call’s profile is stored with its lead, and a later one replaces it', async () => {
    const { agent, db, sales, path, tagOf, leadTag, ann } = await setUpTags();
    const events = await watchEvents(db);
    expect(sales.length).toBeGreaterThan(1);
    for (const tag of sales) {
      expect(await agent.post(path, { key: tag.key })).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect([await tagOf(ann.id), await leadTag()]).toEqual([tag.id, tag.id]);
      expect(await events()).toEqual(['lead_updated']);
    }
  });

  it('set by a barging supervisor stays on their own call user', async () => {
    const { as, agent, sales, path, tagOf, leadTag, ann, sam } = await setUpTags();
    const [first, second] = sales;
    await agent.post(path, { key: first?.key });
    await (await as('supervisor@demo.test')).post(path, { key: second?.key });
    expect([await tagOf(ann.id), await tagOf(sam.id), await leadTag()]).toEqual([
      first?.id,
      second?.id,
      first?.id,
    ]);
  });

  it('is rejected if it isn’t in the call’s profile, and for users who weren’t on the call', async () => {
    const { as, agent, db, call, sales, path, leadTag } = await setUpTags();
    const rejected = {
      status: 422,
      body: { success: false, error: 'Choose one of the tags.', code: 'badTag' },
    };
    for (const body of [{ key: 'no-such-tag' }, { key: '' }, {}, { key: 5 }])
      expect(await agent.post(path, body)).toMatchObject(rejected);
    const key = sales[0]?.key;
    const outsiders: [string, number][] = [
      ['agent2@demo.test', 403],
      ['plain@demo.test', 403],
      ['agent@200.test', 404],
    ];
    for (const [email, status] of outsiders)
      expect([email, (await (await as(email)).post(path, { key })).status]).toEqual([email, status]);
    await change(db, calls, call.id, { profile_id: null });
    expect(await agent.post(path, { key })).toMatchObject(rejected);
    expect(await leadTag()).toBeNull();
  });
});

withDatabase('a note', (open) => {
  it('is stored with its author and returned', async () => {
    const { agent, call, ann, db } = await setUpPastCall(open);
    const content = '  Wants a quote\nby Friday — ça va ✓ ';
    const event = { account_id: 100, type: 'call_completed', call_id: call.id, key: `call:${call.id}` };
    await db.insert(webhookEvents).values({ ...event, due_at: new Date(), told_at: new Date() });
    const { status, body } = await agent.post('/api/v1/notes', { call_id: call.id, content });
    const [row] = await db.select().from(notes);
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, note: { id: row?.id, content: content.trim(), call_id: call.id } },
    });
    expect(row).toMatchObject({ user_id: ann.id, call_id: call.id, content: content.trim() });
    const events = await db
      .select({ type: webhookEvents.type, call: webhookEvents.call_id })
      .from(webhookEvents);
    expect(events.slice(1)).toEqual([{ type: 'call_updated', call: call.id }]);
  });

  it('sent twice within a minute is stored once; different content is stored too', async () => {
    const { agent, call, db, clock } = await setUpPastCall(open);
    const send = (content: string) => agent.post('/api/v1/notes', { call_id: call.id, content });
    const twice = await Promise.all([send('Call back'), send('Call back')]);
    expect(twice[0].body.note?.id).toBe(twice[1].body.note?.id);
    await send('Call back on Friday');
    expect(await db.select().from(notes)).toHaveLength(2);
    clock.advance(61_000);
    await send('Call back on Friday');
    expect(await db.select().from(notes)).toHaveLength(3);
  });

  it('with an idempotency key is stored once, however late it’s repeated; an invalid key is rejected', async () => {
    const { agent, call, db, clock } = await setUpPastCall(open);
    const send = (content: string, key: string) =>
      agent.post('/api/v1/notes', { call_id: call.id, content }, { 'idempotency-key': key });
    const first = await send('Call back', 'note-1');
    clock.advance(3_600_000);
    expect((await send('Call back', 'note-1')).body).toEqual(first.body);
    await send('Call back', 'note-2');
    expect(await db.select().from(notes)).toHaveLength(2);
    expect((await send('x', 'two words')).status).toBe(422);
  });

  it('can’t be empty or longer than 5000 characters', async () => {
    const { agent, call, db } = await setUpPastCall(open);
    for (const content of ['', ' \n\t ', 'x'.repeat(5001), null, 7])
      expect(await agent.post('/api/v1/notes', { call_id: call.id, content })).toMatchObject({
        status: 422,
        body: { success: false, error: 'The note must be between 1 and 5000 characters.', code: 'emptyNote' },
      });
    expect(await db.select().from(notes)).toEqual([]);
  });

  it('can be 5000 characters long', async () => {
    const { agent, call } = await setUpPastCall(open);
    const response = await agent.post('/api/v1/notes', { call_id: call.id, content: 'x'.repeat(5000) });
    expect(response.status).toBe(200);
  });
});
