import { and, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { leads, messages, plannedCalls } from '../store/schema.ts';
import { forEachDatabase } from '../store/test-database.ts';
import { PUBLIC_URL, type TestWorld, testWorlds } from './test-world.ts';

const FROM = '+14155552600';
const TO = '+14155550199';

function says(world: TestWorld, body: string, sid = `SM${'1'.repeat(32)}`, signature?: string) {
  const form = { MessageSid: sid, From: FROM, To: TO, Body: body };
  return world.webhook('/twilio/messages/inbound', form, signature);
}
const stored = ({ db }: TestWorld) => db.select().from(messages).where(eq(messages.from_number, FROM));

forEachDatabase('a text from a lead', (open) => {
  const start = testWorlds(open);

  it('is kept with the lead, once, and answered with nothing', async () => {
    const world = await start();
    for (let twice = 0; twice < 2; twice++) {
      const answer = await says(world, 'Can you call after five?');
      expect(answer.status).toBe(200);
      expect(answer.body).toContain('<Response/>');
    }
    const [lead] = await world.db
      .select()
      .from(leads)
      .where(and(eq(leads.account_id, 100), eq(leads.phone_number, FROM)));
    expect(await stored(world)).toMatchObject([
      { lead_id: lead?.id, direction: 'inbound', body: 'Can you call after five?', user_id: null },
    ]);
    expect(lead?.do_not_call).toBe(false);
    expect((await says(world, 'forged', undefined, 'no signature')).status).toBe(403);
    expect([...world.provider.numbers.values()][0]).toMatchObject({
      sms_url: `${PUBLIC_URL}/twilio/messages/inbound#rc=5&rp=all`,
    });
  });

  it('that asks to stop ends all calls to them: no try is left, and no new one is made', async () => {
    const world = await start();
    await world.postLead({ phone_number: FROM });
    const waiting = () => world.db.select().from(plannedCalls).where(isNull(plannedCalls.ended_at));
    expect(await waiting()).toHaveLength(1);
    await says(world, ' Stop. ');
    expect(await waiting()).toEqual([]);
    expect((await world.postLead({ phone_number: FROM })).body).toMatchObject({
      outcome: 'blocked: do not call',
      reason: 'This number is on the do-not-call list.',
    });
  });
});
