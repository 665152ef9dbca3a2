import { statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { callUsers, legs, recordings } from '../platform/database/schema.ts';
import { withDatabase } from '../testing/database/database.ts';
import { acceptRing, callOf, TALKING_LEAD, untilAllLinesClosed } from '../testing/world/conversations.ts';
import { callNow } from '../testing/world/provider-events.ts';
import { type VoiceWorld, voiceWorlds } from '../testing/world/voice-world.ts';
import { until } from '../testing/world/world.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const MAIN_LINE = '+14155550199';

const untilStatus = (world: VoiceWorld, callId: number, status: string) =>
  until(
    `call ${callId} to be ${status}`,
    async () => {
      const call = await callOf(world, callId);
      return call.status === status ? call : null;
    },
    50_000,
  );

withDatabase('calls on the real voice service', (open) => {
  const start = voiceWorlds(open);

  async function answerLead() {
    const [world, ann] = await start.as('agent@demo.test');
    const callId = await world.postLead(TALKING_LEAD);
    const ring = await acceptRing(ann);
    await untilStatus(world, callId, 'in-progress');
    return { world, ann, callId, ring };
  }

  it('a lead rings two phones; one agent accepts, the lead is dialed, talks and hangs up', async () => {
    const [world, ann, bob] = await start.as('agent@demo.test', 'agent2@demo.test');
    const callId = await world.postLead(TALKING_LEAD);
    const [ring, other] = [await ann.phone.ring(1), await bob.phone.ring(1)];
    expect((await world.lines()).filter(({ kind }) => kind === 'carrier')).toEqual([]);

    ann.phone.accept(ring);
    await until('the other phone to stop ringing', () => other.state === 'canceled');
    await until('the other phone to be notified of the accept', () =>
      world.published().some((text) => text.includes('calluser.withdrawn')),
    );
    const talking = await untilStatus(world, callId, 'in-progress');
    expect(talking.talk_started_at).not.toBeNull();
    const lines = await until('both to hear each other', async () => {
      const all = await world.lines();
      return all.length === 2 && all.every(({ hears }) => hears.length === 1) ? all : null;
    });
    const lead = lines.find(({ to }) => to === TALKING_LEAD);
    expect(new Set(lines.map(({ conference }) => conference)).size).toBe(1);
    expect(lead?.hears).toEqual([ring.callSid]);

    await world.hangUp(lead?.call_sid ?? '');
    await untilStatus(world, callId, 'completed');
    await until('the agent’s leg to end', () => ring.state === 'over');
    const row = await until('the recording', async () =>
      (await world.db.select().from(recordings).where(eq(recordings.call_id, callId))).find(
        ({ status }) => status === 'complete',
      ),
    );
    expect(row.agent_channel).toBe(1);
    expect(statSync(join(world.dataFolder, 'recordings', row.path ?? '')).size).toBeGreaterThan(44);
    await untilAllLinesClosed(world);
  });

  it('an agent places a call and hangs up', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const placed = await callNow(ann, TALKING_LEAD, { fname: '', lname: '' });
    const { call_user_id, call } = placed.body as { call_user_id: number; call: { id: number } };
    const device = await ann.phone.connect({
      call_user_id: String(call_user_id),
      caller_id: '',
      To: TALKING_LEAD,
    });
    await untilStatus(world, call.id, 'in-progress');
    expect(await world.lines()).toHaveLength(2);
    await ann.post(`/api/v1/calls/${call.id}/hangup`);
    ann.phone.hangUp(device.callSid);
    expect(await callOf(world, call.id)).toMatchObject({ status: 'completed', vanished_at: null });
    await untilAllLinesClosed(world);
  });

  const unreached: readonly [string, string, string][] = [
    ['is busy', '+14155550102', 'no-answer'],
    ['does not exist', '+14155550104', 'failed'],
  ];
  it.each(unreached)(
    'the agent’s leg ends after a tone if the lead’s number %s',
    async (_label, number, status) => {
      const [world, ann] = await start.as('agent@demo.test');
      const callId = await world.postLead(number);
      const ring = await ann.phone.ring(1);
      await ann.get(`/api/v1/callusers/${ring.callUserId}`);
      ann.phone.accept(ring);
      expect(await untilStatus(world, callId, status)).toMatchObject({ seconds: 0 });
      await until('the agent to leave the conference for the tone', async () =>
        (await world.lines()).every(({ conference }) => conference === null),
      );
      ann.phone.hangUp(ring.callSid);
      await untilAllLinesClosed(world);
    },
  );

  it('a caller hears music until an agent accepts, and the agent ends the call', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const caller = await world.callIn(TALKING_LEAD, MAIN_LINE);
    const ring = await ann.phone.ring(1);
    const shown = await ann.get(`/api/v1/callusers/${ring.callUserId}`);
    expect(shown.body).toMatchObject({ type: 'inbound', call: { number: { name: 'Main line' } } });
    const callId = (shown.body['call'] as { id: number }).id;
    ann.phone.accept(ring);
    await untilStatus(world, callId, 'in-progress');
    await until('both to hear each other', async () =>
      (await world.lines()).every(({ hears }) => hears.length === 1),
    );
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    expect(await untilStatus(world, callId, 'completed')).toMatchObject({ direction: 'inbound' });
    await until('the caller to leave', async () =>
      (await world.lines()).every(({ call_sid }) => call_sid !== caller),
    );
  });

  it('a call whose caller hangs up while agents ring is missed', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const caller = await world.callIn(TALKING_LEAD, MAIN_LINE);
    const ring = await ann.phone.ring(1);
    await world.hangUp(caller);
    await until('the phone to stop ringing', () => ring.state === 'canceled');
    const [row] = await world.db.select().from(callUsers).where(eq(callUsers.id, ring.callUserId));
    await untilStatus(world, row?.call_id ?? 0, 'missed');
  });

  it('a declined ring stops the phone ringing, and the call is missed', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const callId = await world.postLead(TALKING_LEAD);
    const ring = await ann.phone.ring(1);
    await ann.post(`/apps/webrtc/${callId}/reject`);
    ann.phone.reject(ring);
    await untilStatus(world, callId, 'missed');
    await untilAllLinesClosed(world);
  });

  it('the call waits for a disconnected agent, who returns and talks to the same lead', async () => {
    const { world, ann, callId, ring } = await answerLead();
    await ann.present({ state: 'oncall' });
    ann.phone.hangUp(ring.callSid);
    await until('the agent to be disconnected', async () => (await callOf(world, callId)).vanished_at);
    const reloaded = await ann.reload();
    expect(reloaded.resume).toBe(callId);
    const again = await reloaded.phone.ring(1);
    expect((await ann.get(`/api/v1/callusers/${again.callUserId}`)).body['autoaccept']).toBe(true);
    reloaded.phone.accept(again);
    await until(
      'the agent to be reconnected',
      async () => (await callOf(world, callId)).vanished_at === null,
    );
    await until('both to hear each other', async () => {
      const lines = await world.lines();
      return lines.length === 2 && lines.every(({ hears }) => hears.length === 1);
    });
    expect((await callOf(world, callId)).status).toBe('in-progress');
  });

  it('the restarted server makes up for callbacks that it missed', async () => {
    const { world, callId, ring } = await answerLead();
    await world.restart(async () => {
      const response = await world.telephony.call(ring.callSid);
      expect(response.ok && response.value.status).toBe('in-progress');
      const rows = await world.db.select().from(legs).where(eq(legs.call_id, callId));
      const lead = rows.find(({ kind }) => kind === 'lead')?.provider_sid ?? '';
      await world.hangUp(lead);
      // The lead first: an agent who leaves before the lead counts as disconnected.
      await until('the lead to leave', async () => {
        const lookup = await world.telephony.call(lead);
        return lookup.ok && lookup.value.status === 'completed';
      });
      await world.telephony.end(ring.callSid);
    });
    expect(await untilStatus(world, callId, 'completed')).toMatchObject({ vanished_at: null });
  });

  it('a call that the voice service loses gets one final status at the next reconciliation', async () => {
    const { world, callId } = await answerLead();
    await world.killVoice();
    await world.work.reconcile();
    expect(await untilStatus(world, callId, 'completed')).toMatchObject({ vanished_at: null });
  });
});
