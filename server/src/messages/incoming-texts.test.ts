import { eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { runAdmin } from '../command-line/run.ts';
import { leads, messages, scheduledCalls } from '../platform/database/schema.ts';
import { createSafeHttp } from '../platform/telephony/safe-http.ts';
import { leadOf } from '../testing/app/rows.ts';
import { TEST_SECRETS } from '../testing/app/secrets.ts';
import { withDatabase } from '../testing/database/database.ts';
import { watchEvents } from '../testing/database/event-rows.ts';
import { PUBLIC_URL } from '../testing/world/edge.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

const FROM = '+14155552600';
const TO = '+14155550199';

function receiveText(world: TestWorld, body: string, sid = `SM${'1'.repeat(32)}`, signature?: string) {
  const form = { MessageSid: sid, From: FROM, To: TO, Body: body };
  return world.webhook('/twilio/messages/inbound', form, signature);
}
/** Each text has its own SID; `again` repeats the callback of the first text with this body. */
function textReceiver(world: TestWorld) {
  const sids = new Map<string, string>();
  let count = 0;
  const send = (body: string) => {
    count += 1;
    const sid = `SM${String(count).padStart(32, '0')}`;
    if (!sids.has(body)) sids.set(body, sid);
    return receiveText(world, body, sid);
  };
  return Object.assign(send, { again: (body: string) => receiveText(world, body, sids.get(body)) });
}
const stored = ({ db }: TestWorld) => db.select().from(messages).where(eq(messages.from_number, FROM));

withDatabase('a text from a lead', (open) => {
  const start = testWorlds(open);

  it('is stored with the lead once, and gets an empty response', async () => {
    const world = await start({ buysNumbers: true });
    for (let attempt = 1; attempt <= 2; attempt++) {
      const response = await receiveText(world, 'Can you call after five?');
      expect(response.status).toBe(200);
      expect(response.body).toContain('<Response/>');
    }
    const lead = await leadOf(world.db, FROM);
    expect(await stored(world)).toMatchObject([
      { lead_id: lead?.id, direction: 'inbound', body: 'Can you call after five?', user_id: null },
    ]);
    expect(lead?.do_not_call).toBe(false);
    expect((await receiveText(world, 'forged', undefined, 'no signature')).status).toBe(403);
    expect([...world.provider.numbers.values()][0]).toMatchObject({
      sms_url: `${PUBLIC_URL}/twilio/messages/inbound#rc=5&rp=all`,
    });
  });

  it('that opts out stops all calls to the lead: scheduled retries are canceled, and new leads are blocked', async () => {
    const world = await start();
    await world.postLead({ phone_number: FROM });
    const waiting = () => world.db.select().from(scheduledCalls).where(isNull(scheduledCalls.ended_at));
    expect(await waiting()).toHaveLength(1);
    await receiveText(world, ' Stop. ');
    expect(await waiting()).toEqual([]);
    expect((await world.postLead({ phone_number: FROM })).body).toMatchObject({
      outcome: 'blocked: do not call',
      reason: 'This number is on the do-not-call list.',
    });
  });

  it('that opts in reverts the opt-out', async () => {
    const world = await start();
    const events = await watchEvents(world.db);
    const receive = textReceiver(world);
    const optIn = 'Unstop';
    await receive(optIn);
    expect(await leadOf(world.db, FROM)).toMatchObject({ do_not_call: false });
    expect(await events()).toEqual(['lead_created']);
    await receive('STOP');
    await receive('stop');
    await receive('HELP');
    expect(await leadOf(world.db, FROM)).toMatchObject({ do_not_call: true });
    expect(await events()).toEqual(['lead_updated']);
    await receive(optIn);
    expect(await events()).toEqual(['lead_updated']);
    await receive.again('STOP');
    expect(await leadOf(world.db, FROM)).toMatchObject({ do_not_call: false, stopped_at: null });
    expect((await world.postLead({ phone_number: FROM })).body['outcome']).not.toBe('blocked: do not call');
  });

  it('that opts in doesn’t lift an administrator’s block or restore a lead removed by an agent', async () => {
    const world = await start();
    const receive = textReceiver(world);
    const admin = (...line: string[]) =>
      runAdmin(
        {
          db: world.db,
          now: world.clock.now,
          recordingsFolder: '',
          http: createSafeHttp(false),
          secrets: TEST_SECRETS,
        },
        line,
        'ada',
      );
    const number = ['--account', '100', '--number', FROM];
    await receive('hello');
    await admin('do-not-call', 'add', ...number);
    await receive('STOP');
    await receive('START');
    expect(await leadOf(world.db, FROM)).toMatchObject({ do_not_call: true });
    await admin('do-not-call', 'remove', ...number);
    await receive('STOP');
    await admin('do-not-call', 'add', ...number);
    await receive('START');
    // Only the keyword's own block is lifted; the list entry stays.
    expect(await leadOf(world.db, FROM)).toMatchObject({ do_not_call: false });
    expect((await world.postLead({ phone_number: FROM })).body['outcome']).toBe('blocked: do not call');
    await admin('do-not-call', 'remove', ...number);
    await receive('STOP');
    await world.db.update(leads).set({ removed_at: new Date() }).where(eq(leads.phone_number, FROM));
    await receive('START');
    expect(await leadOf(world.db, FROM)).toMatchObject({ do_not_call: false, removed_at: expect.any(Date) });
    expect((await world.postLead({ phone_number: FROM })).body['outcome']).toBe('blocked: do not call');
  });
});
