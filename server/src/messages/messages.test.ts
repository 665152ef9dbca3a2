import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { accounts, calls, leadConsents, leads, messages, numbers } from '../platform/database/schema.ts';
import { addPastCall, change } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { type Agent, errorResponse, PUBLIC_URL, pathOf } from '../testing/world/edge.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

const LENGTH_ERROR = 'The message must be between 1 and 1600 characters.';
const NOT_SENT = errorResponse('The message could not be sent.');
const SENT = { status: 200, body: { success: true } };

async function addCallWithLead(world: TestWorld, agent: Agent): Promise<number> {
  const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, '+14155550152'));
  const [number] = await world.db.select().from(numbers).where(eq(numbers.phone_number, '+14155550198'));
  const fields = { lead_id: lead?.id ?? 0, number_id: number?.id ?? 0 };
  return (await addPastCall(world.db, agent.id, fields)).id;
}

withDatabase('a text after a call', (open) => {
  const start = testWorlds(open);

  async function setUp(email = 'agent@demo.test') {
    const world = await start();
    const agent = await world.agent(email);
    const callId = await addCallWithLead(world, agent);
    const path = `/apps/webrtc/${callId}/sms`;
    const send = (smsbody: unknown, who = agent) => who.post(path, { smsbody } as object);
    const stored = () => world.db.select().from(messages).orderBy(messages.id);
    return { world, agent, callId, path, send, stored };
  }

  it('is sent once, from the call’s number, and stored with the lead', async () => {
    const { world, agent, callId, send, stored } = await setUp();
    expect(await send("  Sorry we couldn't reach you!\n — Ann ✓ ")).toEqual(SENT);
    const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, '+14155550152'));
    const text = {
      from: '+14155550198',
      to: '+14155550152',
      body: "Sorry we couldn't reach you!\n — Ann ✓",
    };
    expect(world.provider.texts).toMatchObject([text]);
    expect(await stored()).toMatchObject([
      {
        lead_id: lead?.id,
        call_id: callId,
        user_id: agent.id,
        account_id: 100,
        body: text.body,
        status: 'sent',
        provider_sid: world.provider.texts[0]?.sid,
      },
    ]);
  });

  it('is sent once for a repeated request, and again for another text', async () => {
    const { world, send } = await setUp();
    expect(await Promise.all([send('Hello'), send('Hello')])).toEqual([SENT, SENT]);
    await send('Hello again');
    expect(world.provider.texts.map(({ body }) => body)).toEqual(['Hello', 'Hello again']);
  });

  it('is rejected after a call without a lead', async () => {
    const { world, callId, send, stored } = await setUp();
    await world.db.update(calls).set({ lead_id: null }).where(eq(calls.id, callId));
    expect(await send('Hello')).toEqual(NOT_SENT);
    expect([await stored(), world.provider.texts]).toEqual([[], []]);
  });

  it('must have 1 to 1600 characters', async () => {
    const { world, send } = await setUp();
    for (const body of ['', '  \n ', 'x'.repeat(1601), 7, undefined])
      expect(await send(body)).toEqual(errorResponse(LENGTH_ERROR));
    expect(world.provider.texts).toEqual([]);
    expect(await send('x'.repeat(1600))).toEqual(SENT);
  });

  it('is rejected for users who lack the permission or weren’t on the call', async () => {
    const { world, send, path, stored } = await setUp('plain@demo.test');
    const cases: [string, number][] = [
      ['plain@demo.test', 403],
      ['agent@demo.test', 403],
      ['agent@200.test', 404],
    ];
    for (const [email, status] of cases) {
      const response = await (await world.agent(email)).post(path, { smsbody: 'Hello' });
      expect([email, response.status]).toEqual([email, status]);
    }
    expect((await send('Hello')).body).toEqual({
      success: false,
      error: 'You do not have permission to do this.',
      code: 'forbidden',
    });
    expect([world.provider.texts, await stored()]).toEqual([[], []]);
  });

  it('is rejected outside texting hours, with the reason', async () => {
    const { world, send, stored } = await setUp();
    const at = new Date(world.clock.now());
    const minute = at.getUTCHours() * 60 + at.getUTCMinutes();
    const hours = (from: number) => ({
      texting_from_minute: (minute + from) % 1440,
      texting_to_minute: (minute + from + 60) % 1440,
    });
    await world.db.update(leads).set({ time_zone: 'UTC' });
    await world.db.update(accounts).set(hours(60));
    const { status, body } = await send('Hello');
    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: expect.stringMatching(/^It is .+ in UTC\. Texts are sent from .+ to .+\.$/),
    });
    expect([world.provider.texts, await stored()]).toEqual([[], []]);
    await world.db.update(accounts).set(hours(0));
    expect(await send('Hello')).toEqual(SENT);
  });

  it('needs the lead’s consent if the account requires it', async () => {
    const { world, send, stored } = await setUp();
    await world.db.update(accounts).set({ texts_need_consent: true });
    const error = 'This lead has not agreed to receive texts.';
    expect(await send('Hello')).toEqual(errorResponse(error));
    expect([world.provider.texts, await stored()]).toEqual([[], []]);
    const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, '+14155550152'));
    await world.db.insert(leadConsents).values({
      lead_id: lead?.id ?? 0,
      channel: 'text',
      text: 'I agree.',
      given_at: new Date(),
      fingerprint: 'x',
    });
    expect(await send('Hello')).toEqual(SENT);
  });

  it('is never sent to a removed lead', async () => {
    const { world, send } = await setUp();
    await change(world.db, leads, and(eq(leads.account_id, 100), eq(leads.phone_number, '+14155550152')), {
      removed_at: new Date(),
    });
    expect(await send('Hello')).toEqual(errorResponse('This lead must not be texted.'));
    expect(world.provider.texts).toEqual([]);
  });

  it('that the provider rejects is reported as failed and can be sent again', async () => {
    const { world, send, stored } = await setUp();
    world.provider.faults.push({ kind: 'createText', fault: 'reject' });
    expect(await send('Hello')).toEqual(NOT_SENT);
    expect(await send('Hello')).toEqual(SENT);
    expect(world.provider.texts).toHaveLength(1);
    expect((await stored()).map(({ status }) => status)).toEqual(['failed', 'sent']);
  });

  it('that was sent but whose response was lost counts as sent and isn’t sent again', async () => {
    const { world, send, stored } = await setUp();
    world.provider.faults.push({ kind: 'createText', fault: 'loseResponse' });
    expect(await send('Hello')).toEqual(SENT);
    expect(world.provider.texts).toHaveLength(1);
    expect(await stored()).toMatchObject([{ status: 'sent', provider_sid: world.provider.texts[0]?.sid }]);
  });

  it('whose outcome is unclear counts as failed if the provider has no record of it', async () => {
    const { world, send } = await setUp();
    world.provider.faults.push({ kind: 'createText', fault: 'fail' });
    expect(await send('Hello')).toEqual(NOT_SENT);
    expect(world.provider.texts).toEqual([]);
  });

  const reportStatus = (world: TestWorld, sid: string, status: string, more: Record<string, string> = {}) => {
    const statusCallback = world.provider.requests('createText').at(-1)?.fields['StatusCallback'];
    const form = { MessageSid: sid, MessageStatus: status, SmsStatus: status, From: 'x', To: 'y', ...more };
    return world.webhook(pathOf(statusCallback), form);
  };

  it('keeps its final delivery status when reports arrive late, twice or out of order', async () => {
    const { world, send, stored } = await setUp();
    await send('Hello');
    const sid = world.provider.texts[0]?.sid ?? '';
    expect(world.provider.requests('createText')[0]?.fields['StatusCallback']).toContain(
      `${PUBLIC_URL}/twilio/status/message?message_id=`,
    );
    expect((await reportStatus(world, sid, 'sent')).status).toBe(204);
    expect(await stored()).toMatchObject([{ delivery: 'sent', delivery_error: null }]);
    await reportStatus(world, sid, 'queued');
    await reportStatus(world, sid, 'undelivered', { ErrorCode: '30003' });
    for (const late of ['sent', 'delivered', 'undelivered', 'something new'])
      await reportStatus(world, sid, late);
    expect(await stored()).toMatchObject([
      { status: 'sent', delivery: 'undelivered', delivery_error: 30003 },
    ]);
  });

  it('ignores reports that are unsigned or about another text', async () => {
    const { world, send, stored } = await setUp();
    await send('Hello');
    const path = pathOf(world.provider.requests('createText')[0]?.fields['StatusCallback']);
    const form = { MessageSid: world.provider.texts[0]?.sid ?? '', MessageStatus: 'delivered' };
    expect((await world.webhook(path, form, 'forged')).status).toBe(403);
    await reportStatus(world, `SM${'f'.repeat(32)}`, 'delivered');
    expect((await reportStatus(world, form.MessageSid, 'failed', { ErrorCode: 'x' })).status).toBe(422);
    expect(await stored()).toMatchObject([{ delivery: null, status: 'sent' }]);
    expect((await world.webhook('/twilio/status/message?message_id=999999', form)).status).toBe(204);
  });

  it('whose response was lost counts as sent once the provider reports it', async () => {
    const { world, send, stored } = await setUp();
    world.provider.faults.push({ kind: 'createText', fault: 'loseResponse' });
    for (let poll = 0; poll < 20; poll += 1) world.provider.faults.push({ kind: 'texts', fault: 'fail' });
    const createRequest = world.provider.next('createText');
    const response = send('Hello');
    await createRequest;
    const sid = world.provider.texts[0]?.sid ?? '';
    await reportStatus(world, sid, 'sent');
    expect(await response).toEqual(SENT);
    expect(await stored()).toMatchObject([{ status: 'sent', provider_sid: sid, delivery: 'sent' }]);
  });
});
