import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { erasePerson, findPerson } from '../../operations/person/person.ts';
import { accounts, callUsers, profiles } from '../../platform/database/schema.ts';
import { ACCOUNT, change, find } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { reportsOf, supervisorOf } from '../../testing/reports/check-reports.ts';
import { callIdOf } from '../../testing/world/provider-events.ts';
import { testWorlds } from '../../testing/world/world.ts';
import { readToday } from './board-today.ts';

const PHONE = '+14155552600';

withDatabase('the speed to lead', (open) => {
  const start = testWorlds(open);

  it('includes the team’s delay before ringing, also once the person is erased', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { db, clock } = world;
    await change(db, accounts, ACCOUNT, { time_zone: 'UTC' });
    await db.update(profiles).set({ delay_seconds: 1 });
    await world.postLead({ phone_number: PHONE });
    clock.advance(1_000);
    await ann.present();
    await world.settle();
    const ring = await world.waitForRing(ann.id);
    const callId = callIdOf(ring);
    const today = () => readToday(db, ACCOUNT, null, 'UTC', clock.now());
    const [part] = await find(db, callUsers, eq(callUsers.call_id, callId));
    // The phone acknowledges the ring by reading it.
    expect((await ann.get(`/api/v1/callusers/${part?.id}`)).status).toBe(200);
    clock.advance(3_000);
    await world.acceptRing(ann);
    // The steps so far aren't a speed yet.
    expect(await today()).toMatchObject({
      speed: { p50_ms: null },
      steps: { ring: { p50_ms: expect.any(Number) } },
    });
    const leg = await world.leadLegOf(callId);
    clock.advance(2_000);
    await world.webhook(`/twilio/status/leg?call_id=${callId}&leg_id=${leg.id}`, {
      CallSid: leg.sid,
      CallStatus: 'in-progress',
    });
    const day = new Date(clock.now()).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const speed = async () => {
      const report = await reportsOf(db)(await supervisorOf(db), { from: day, to: day });
      return report.current.speed;
    };
    expect(await speed()).toEqual({ p50_ms: 6_000, p90_ms: 6_000, count: 1 });
    expect(await today()).toMatchObject({ first_ring_p50_ms: 1_000, speed: await speed() });
    // The phone acknowledges a ring once it rings there.
    const rung = new Date(clock.now() - 5_000 + 400);
    await db.update(callUsers).set({ acknowledged_at: rung });
    expect(await today()).toMatchObject({ first_ring_p50_ms: 1_400 });

    await ann.post(`/api/v1/calls/${callId}/hangup`);
    await db.transaction(async (tx) => {
      const person = await findPerson(tx, ACCOUNT, { phoneNumber: PHONE });
      if (person) await erasePerson({ tx, accountId: ACCOUNT, by: null, at: clock.now() }, person);
    });
    expect(await speed()).toMatchObject({ p50_ms: 6_000, count: 1 });
  });
});
