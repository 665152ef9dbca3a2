import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calls, leads, scheduledCalls } from '../platform/database/schema.ts';
import { callsWith } from '../testing/app/rows.ts';
import { makeSupervisor } from '../testing/app/supervisor.ts';
import { withDatabase } from '../testing/database/database.ts';
import { connectDevice, reportInboundCall } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds, until } from '../testing/world/world.ts';

const ADA = { fname: 'Ada', lname: 'Byron', phone_number: '+14155550100' };
const DRAINING_ERROR = 'Offhook is about to restart. Try again in a few minutes.';

const countRows = async ({ db }: TestWorld) => [await db.$count(calls), await db.$count(leads)];

withDatabase('a draining server', (open) => {
  const start = testWorlds(open);

  async function draining() {
    const [world, ann] = await start.waiting('agent@demo.test');
    world.work.stopNewCalls();
    return { world, ann };
  }

  it('schedules a lead’s call, which its successor makes', async () => {
    const { world, ann } = await draining();
    const response = await world.postLead(ADA);
    expect(response).toMatchObject({
      status: 200,
      body: {
        call_id: null,
        outcome: expect.stringMatching(/^scheduled for /),
        reason: 'Offhook is about to restart and will call the lead afterward.',
      },
    });
    // A repeated lead is scheduled only once.
    expect((await world.postLead(ADA)).body).toMatchObject({ outcome: response.body['outcome'] });
    await world.settle();
    expect(await callsWith(world.db, ADA.phone_number)).toEqual([]);
    expect(await world.db.$count(scheduledCalls, isNull(scheduledCalls.ended_at))).toBe(1);

    await world.restart();
    await ann.present();
    await world.settle();
    await world.waitForRing(ann.id);
    expect(await callsWith(world.db, ADA.phone_number)).toMatchObject([{ type: 'lead', status: 'ringing' }]);
  });

  it('leaves already scheduled calls to its successor', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    await world.postLead(ADA);
    const [scheduled] = await world.db.select().from(scheduledCalls);
    await ann.present();
    world.work.stopNewCalls();
    world.clock.advance((scheduled?.due_at.getTime() ?? 0) - world.clock.now() + 1);
    await ann.present();
    await world.settle();
    expect(world.provider.requests('create')).toEqual([]);

    await world.restart();
    await world.settle();
    await world.waitForRing(ann.id);
  });

  it('is followed by a server that waits for phones to return before it makes scheduled calls', async () => {
    const scheduledCallsDelayMs = 300;
    const world = await start({ scheduledCallsDelayMs, pollEveryMs: scheduledCallsDelayMs });
    const ann = await world.agent('agent@demo.test');
    world.work.stopNewCalls();
    await world.postLead(ADA);
    const restarted = performance.now();
    await world.restart();
    await ann.present();
    await until('the ring', () => world.provider.requests('create')[0]);
    expect(performance.now() - restarted).toBeGreaterThanOrEqual(scheduledCallsDelayMs);
  });

  it('tells agents to try again later, and stores nothing', async () => {
    const { world, ann } = await draining();
    const ben = await world.waiting('agent2@demo.test');
    const request = { ...ADA, agent_id: ann.id, interface: 'desktop' };
    await makeSupervisor(world.db, ann.id);
    const before = await countRows(world);
    const rejected = [
      await ann.post('/api/v1/calls/twilio/outbound', request),
      await ann.post('/api/v1/calls/twilio', ADA),
      await ann.post('/apps/webrtc/check'),
      await ann.post('/api/v1/calls/conference', { user_id: ben.id }),
    ];
    for (const response of rejected)
      expect(response).toMatchObject({ status: 503, body: { success: false, error: DRAINING_ERROR } });
    expect(await countRows(world)).toEqual(before);
  });

  it('doesn’t interrupt a placed call, a repeated click or a ring', async () => {
    const [world, ann, ben] = await start.waiting('agent@demo.test', 'agent2@demo.test');
    const request = { ...ADA, agent_id: ann.id, interface: 'desktop' };
    const placed = await ann.post('/api/v1/calls/twilio/outbound', request);
    await world.postLead({ ...ADA, phone_number: '+14155550106' });
    await world.waitForRing(ben.id);
    world.work.stopNewCalls();
    expect((await ann.post('/api/v1/calls/twilio/outbound', request)).body).toMatchObject({
      call_user_id: placed.body['call_user_id'],
    });
    const device = await connectDevice(world, ann, placed, ADA.phone_number);
    expect(device.body).toContain('</Conference>');
    await world.advance(RING_TIMEOUT_MS);
    expect(await callsWith(world.db, '+14155550106')).toMatchObject([{ status: 'missed' }]);
  });

  it('accepts inbound calls', async () => {
    const { world, ann } = await draining();
    await reportInboundCall(world);
    await world.waitForRing(ann.id);
  });
});
