import type { ParkedCall } from '@offhook/contract/calls/parked-call';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { accounts, profiles, users } from '../../platform/database/schema.ts';
import { ACCOUNT, change, find, firstRow, scheduledCallsWith } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import type { Agent } from '../../testing/world/edge.ts';
import {
  callUserIdOf,
  connectLead,
  reportJoined,
  setProviderCall,
} from '../../testing/world/provider-events.ts';
import { testWorlds } from '../../testing/world/world.ts';
import { setResult } from '../results/disposition.ts';

const LEAD = { phone_number: '+14155550100', fname: 'Grace', lname: 'Hopper' };

const listed = async (agent: Agent) =>
  (await agent.get('/api/v1/calls/parked')).body['data'] as unknown as readonly ParkedCall[];

withDatabase('a parked call', (open) => {
  const start = testWorlds(open);

  async function parkedCall() {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    const ben = await world.waiting('agent2@demo.test');
    const talk = await connectLead(world, ann, LEAD);
    await ann.present({ state: 'oncall' });
    expect(await ann.post(`/api/v1/calls/${talk.callId}/park`, { note: 'Call again at 3' })).toMatchObject({
      status: 200,
    });
    await world.settle();
    await ann.present();
    const keepPresent = async (seconds: number, ...agents: readonly Agent[]) => {
      for (let passed = 0; passed < seconds; passed += 5) {
        await Promise.all(agents.map((agent) => agent.present()));
        await world.advance(5_000);
      }
    };
    return { world, ann, ben, ...talk, keepPresent };
  }

  it('is listed for the team, and the lead hears music', async () => {
    const { world, ann, ben, callId, ring, lead } = await parkedCall();
    expect(world.provider.only('hold', lead).fields).toMatchObject({ Hold: 'true' });
    expect(world.provider.only('update', ring.sid).fields).toMatchObject({ Status: 'completed' });
    await world.advance(2_000);
    for (const agent of [ann, ben])
      expect(await listed(agent)).toEqual([
        {
          call_id: callId,
          lead_name: 'Grace Hopper',
          phone_number_formatted: '(415) 555-0100',
          parked_by: 'Ann Reyes',
          is_own: agent === ann,
          seconds: 2,
          seconds_left: 178,
          is_taken: false,
        },
      ]);
    const published = world.provider
      .requests('publish')
      .filter(({ target }) => target.includes('parked.updated'));
    expect(published.map(({ target }) => target).join()).toContain(`presence-user.${ben.id}`);
    expect(await world.call(callId)).toMatchObject({ status: 'in-progress', ended_at: null });
  });

  it('goes to the first of two agents who pick up at once', async () => {
    const { world, ben, callId, lead } = await parkedCall();
    const chloe = await world.waiting('agent3@demo.test');
    const picks = await Promise.all(
      [chloe, ben].map((agent) => agent.post(`/api/v1/calls/${callId}/pickup`)),
    );
    expect(picks.map(({ status }) => status).sort()).toEqual([200, 422]);
    const winner = picks[0]?.status === 200 ? chloe : ben;
    const taken = {
      code: 'notParked',
      error: `Taken by ${winner === ben ? 'Ben Okafor' : 'Chloe Lindqvist'}`,
    };
    expect(picks.find(({ status }) => status === 422)?.body).toMatchObject(taken);
    expect(await listed(winner)).toMatchObject([{ is_taken: true }]);
    // Ben's phone also rang for the lead.
    const ring = await world.waitForRing(winner.id, winner === ben ? 2 : 1);
    expect((await winner.get(`/api/v1/callusers/${callUserIdOf(ring)}`)).body).toMatchObject({
      autoaccept: true,
      invited_by: { name: 'Ann Reyes', parked: true, note: 'Call again at 3' },
    });
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    await reportJoined(world, callId, ring.sid);
    await world.settle();
    expect(world.provider.requests('hold', lead).at(-1)?.fields).toMatchObject({ Hold: 'false' });
    expect(await world.call(callId)).toMatchObject({ parked: null, agent_id: winner.id });
    expect(await listed(ben)).toEqual([]);
    const loser = winner === ben ? chloe : ben;
    expect((await loser.post(`/api/v1/calls/${callId}/pickup`)).body).toMatchObject(taken);
    expect((await winner.post(`/api/v1/calls/${callId}/pickup`)).body).toMatchObject({
      error: 'This call is no longer parked.',
    });
  });

  it('rings the agent who parked it when its time is over, then the team, and then says that no agent is free', async () => {
    const { world, ann, ben, callId, lead, keepPresent } = await parkedCall();
    await change(world.db, profiles, undefined, { voicemail_greeting: null });
    await world.restart();
    await keepPresent(180, ann, ben);
    const back = await world.waitForRing(ann.id, 2);
    expect((await ann.get(`/api/v1/callusers/${callUserIdOf(back)}`)).body).toMatchObject({
      autoaccept: false,
      invited_by: { name: 'Ann Reyes', parked: true, is_own: true },
    });
    expect(await listed(ben)).toMatchObject([{ seconds_left: 0 }]);
    await ann.post(`/apps/webrtc/${callId}/reject`);
    await world.settle();
    await world.waitForRing(ben.id, 2);
    expect(await world.call(callId)).toMatchObject({ ended_at: null });
    await ben.post(`/apps/webrtc/${callId}/reject`);
    await world.settle();
    const { fields } = world.provider.requests('update', lead).at(-1) ?? {};
    expect(fields?.['Twiml']).toContain('<Say');
    expect(await world.call(callId)).toMatchObject({ status: 'missed', parked: null });
  });

  it('whose lead hangs up is missed, and the lead is called back even if the first agent reached them', async () => {
    const { world, ann, callId, lead } = await parkedCall();
    const user = await firstRow(find(world.db, users, eq(users.id, ann.id)));
    await setResult(
      world,
      { ...user, country_code: 'US', custom_crm_url: null, account_language: 'en' },
      callId,
      'contacted',
    );
    await world.advance(20_000);
    expect(await world.call(callId)).toMatchObject({ result: 'contacted', ended_at: null });
    const { id: legId } = await world.leadLegOf(callId);
    await world.webhook(`/twilio/status/leg?call_id=${callId}&leg_id=${legId}`, {
      CallSid: lead,
      CallStatus: 'completed',
    });
    const call = await world.call(callId);
    expect(call).toMatchObject({ status: 'missed', reasons: ['The lead hung up while the call was parked'] });
    expect(await scheduledCallsWith(world.db, LEAD.phone_number)).toMatchObject([
      { previous_call_id: callId, retry: 1 },
    ]);
  });

  it('ends with a voicemail if the team offers one', async () => {
    const { world, callId, lead } = await parkedCall();
    await change(world.db, profiles, undefined, { voicemail_greeting: 'Leave a message.' });
    await world.advance(180_000);
    const { fields } = world.provider.requests('update', lead).at(-1) ?? {};
    expect(fields?.['Twiml']).toContain('<Record');
    expect(await world.call(callId)).toMatchObject({ ended_at: null, parked: null });
    // The server also checks with the provider, because reports can be lost.
    setProviderCall(world, lead, { status: 'completed' });
    world.provider.voicemails.set(lead, [{ sid: `RE${'7'.repeat(32)}`, status: 'completed', duration: '7' }]);
    await world.work.reconcile();
    world.clock.advance(16_000);
    await world.work.reconcile();
    expect(await world.call(callId)).toMatchObject({ voicemail_seconds: 7 });
  });

  it('is parked again if the phone of the agent who picks up never joins', async () => {
    const { world, ann, ben, callId, lead } = await parkedCall();
    await ben.post(`/api/v1/calls/${callId}/pickup`);
    const ring = await world.waitForRing(ben.id, 2);
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    expect(await listed(ann)).toEqual([]);
    await world.webhook(ring.statusPath, { CallSid: ring.sid, CallStatus: 'completed', CallDuration: '1' });
    await world.settle();
    expect(await listed(ann)).toMatchObject([{ call_id: callId, parked_by: 'Ann Reyes', is_taken: false }]);
    expect(world.provider.requests('hold', lead).at(-1)?.fields).toMatchObject({ Hold: 'true' });
    expect(await world.call(callId)).toMatchObject({ ended_at: null, agent_id: ann.id });
    await ben.present();
    expect(await ben.post(`/api/v1/calls/${callId}/pickup`)).toMatchObject({ status: 200 });
    const second = await world.waitForRing(ben.id, 3);
    await world.webhook(second.offerPath, { CallSid: second.sid });
    await reportJoined(world, callId, second.sid);
    expect(await world.call(callId)).toMatchObject({ parked: null, agent_id: ben.id });
  });

  it('is parked again if the phone that picks up stays connected without joining', async () => {
    const { world, ann, ben, callId, lead } = await parkedCall();
    await ben.post(`/api/v1/calls/${callId}/pickup`);
    const ring = await world.waitForRing(ben.id, 2);
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    world.provider.faults.push({ kind: 'readParticipant', fault: 'missing' });
    await world.advance(15_000);
    await world.settle();
    expect(await listed(ann)).toMatchObject([{ call_id: callId, parked_by: 'Ann Reyes', seconds: 0 }]);
    expect(world.provider.requests('hold', lead).at(-1)?.fields).toMatchObject({ Hold: 'true' });
    expect(world.provider.only('update', ring.sid).fields).toMatchObject({ Status: 'completed' });
    expect(await world.call(callId)).toMatchObject({ ended_at: null, agent_id: ann.id });
  });

  it('goes on with the agent who picked up if only the report of their join was lost', async () => {
    const { world, ann, ben, callId, lead } = await parkedCall();
    await ben.post(`/api/v1/calls/${callId}/pickup`);
    const ring = await world.waitForRing(ben.id, 2);
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    await world.advance(15_000);
    await world.settle();
    expect(world.provider.only('readParticipant').target).toBe(ring.sid);
    expect(await listed(ann)).toEqual([]);
    expect(world.provider.requests('hold', lead).at(-1)?.fields).toMatchObject({ Hold: 'false' });
    expect(await world.call(callId)).toMatchObject({ parked: null, agent_id: ben.id });
  });

  it('waits as long as the account says', async () => {
    const { world, ben, callId } = await parkedCall();
    await change(world.db, accounts, ACCOUNT, { park_minutes: 10 });
    expect(await listed(ben)).toMatchObject([{ seconds_left: 600 }]);
    expect(await world.call(callId)).toMatchObject({ ended_at: null });
  });

  it('can be picked up only by the team and the agent who parked it', async () => {
    const { world, callId } = await parkedCall();
    const other = await world.waiting('supervisor@demo.test');
    expect(await listed(other)).toEqual([]);
    expect(await other.post(`/api/v1/calls/${callId}/pickup`)).toMatchObject({ status: 403 });
  });
});
