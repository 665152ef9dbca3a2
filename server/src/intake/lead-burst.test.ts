import { inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calls } from '../platform/database/schema.ts';
import { withDatabase } from '../testing/database/database.ts';
import { testWorlds } from '../testing/world/world.ts';

const LEAD_COUNT = 30;

withDatabase('a burst of leads', (open) => {
  const start = testWorlds(open);

  it('does not delay a phone that acknowledges its ring, and is stored completely', async () => {
    const world = await start({ settles: false });
    const ann = await world.waiting('agent@demo.test');
    await world.postLead({ phone_number: '+14155553000', fname: 'Ada' });
    const ring = await world.waitForRing(ann.id);
    const callUserId = new URL(`http://x/?${ring.target.split('?')[1]}`).searchParams.get('call_user_id');
    let responseCount = 0;
    const burst = Array.from({ length: LEAD_COUNT }, async (_, n) => {
      const response = await world.postLead({ phone_number: `+1415555${3_100 + n}`, fname: 'Ben' });
      responseCount += 1;
      return response;
    });
    // The first request may finish before any lead does.
    for (let n = 0; n < 3; n += 1)
      expect(await ann.get(`/api/v1/callusers/${callUserId}`)).toMatchObject({ status: 200 });
    // Each statement waits for at most two leads, not for the whole burst.
    expect(responseCount).toBeLessThan(0.95 * LEAD_COUNT);
    const responses = await Promise.all(burst);
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: LEAD_COUNT }, () => 200));
    const leadIds = responses.map(({ body }) => (body['lead'] as { id: number }).id).sort((a, b) => a - b);
    expect(new Set(leadIds).size).toBe(LEAD_COUNT);
    const created = await world.db
      .select({ leadId: calls.lead_id })
      .from(calls)
      .where(inArray(calls.lead_id, leadIds));
    expect(created.map(({ leadId }) => leadId ?? 0).sort((a, b) => a - b)).toEqual(leadIds);
  });
});
