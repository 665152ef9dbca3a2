/** Blocked numbers at every entry point, and rate limits for texts and calls. */

import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { changeUser } from '../accounts/settings/users.ts';
import { readCallable } from '../leads/contact-facts.ts';
import type { Database } from '../platform/database/database.ts';
import {
  accounts,
  apiKeyMinutes,
  calls,
  leads,
  messages,
  numbers,
  scheduledCalls,
  users,
} from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { addPastCall, change, find } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import type { Agent } from '../testing/world/edge.ts';
import { callNow } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

const EMERGENCY = [422, 'Use a telephone for emergency calls.'];
const PREMIUM = [422, 'Your account doesn’t allow calls to premium-rate numbers.'];
const KEY = { authorization: 'Bearer demo-100' };

async function addPastCallTo(db: Database, agent: Agent, phone: string): Promise<number> {
  const lead = { account_id: 100, phone_number: phone, label: phone };
  const [row] = await db
    .insert(leads)
    .values(lead)
    .onConflictDoUpdate({ target: [leads.account_id, leads.phone_number], set: lead })
    .returning();
  const [line] = await db.select().from(numbers).where(eq(numbers.account_id, 100));
  const ids = { lead_id: row?.id ?? 0, number_id: line?.id ?? 0 };
  return (await addPastCall(db, agent.id, ids)).id;
}

const countRows = async (db: Database) => ({
  leads: await db.$count(leads),
  calls: await db.$count(calls),
  planned: await db.$count(scheduledCalls),
  messages: await db.$count(messages),
});

const errorIn = async (response: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await response;
  return [status, body['error']];
};

withDatabase('a blocked number', (open) => {
  const start = testWorlds(open);

  async function setUp(): Promise<{ world: TestWorld; agent: Agent; callId: number }> {
    const [world, agent] = await start.as('agent@demo.test');
    await change(world.db, users, agent.id, { permissions: ['app-sms', 'app-retry'] });
    await agent.present();
    const placed = await callNow(agent, '+14155550100', { fname: '', lname: '' });
    return { world, agent, callId: (placed.body['call'] as { id: number }).id };
  }

  it.each([
    ['911', EMERGENCY],
    ['+1 999', EMERGENCY],
    ['(900) 555-0123', PREMIUM],
    ['+979 123 456 789', PREMIUM],
  ])('is rejected by every request, and nothing changes: %s', async (phone_number, rejection) => {
    const { world, agent, callId } = await setUp();
    const before = await countRows(world.db);
    const fields = { fname: '', lname: '', phone_number };
    const request = { ...fields, agent_id: agent.id, interface: 'desktop' };
    expect(await errorIn(agent.post('/api/v1/calls/twilio/outbound', request))).toEqual(rejection);
    expect(await errorIn(agent.post('/api/v1/calls/twilio', fields))).toEqual(rejection);
    expect(await errorIn(agent.post('/api/v1/calls/conferencelead', { ...fields, call_id: callId }))).toEqual(
      rejection,
    );
    const user = { id: agent.id, account_id: 100 } as SignedInUser;
    const callable = readCallable(world, user, phone_number);
    if (rejection === EMERGENCY) await expect(callable).rejects.toThrow(ApiError);
    else expect(await callable).toMatchObject({ allowed: false, next: null });
    expect(await errorIn(world.postLead({ phone_number }))).toEqual(rejection);
    const send = (path: string, body: string, type: string) =>
      fetch(world.base() + path, { method: 'POST', headers: { ...KEY, 'content-type': type }, body }).then(
        async (reply) => ({ status: reply.status, body: (await reply.json()) as Record<string, unknown> }),
      );
    expect(
      await errorIn(send('/api/v1/calls', JSON.stringify({ phone_number }), 'application/json')),
    ).toEqual(rejection);
    expect(
      await errorIn(
        send('/api/v1/leads/salesforce', JSON.stringify({ Phone: phone_number }), 'application/json'),
      ),
    ).toEqual(rejection);
    const file = await send('/api/v1/leads/imports', `phone_number\n${phone_number}\n`, 'text/csv');
    await world.settle();
    const { id } = file.body['import'] as { id: number };
    const report = await fetch(`${world.base()}/api/v1/leads/imports/${id}`, { headers: KEY });
    expect(await report.json()).toMatchObject({
      import: { taken: 0, refused: 1 },
      lines: [{ outcome: 'refused', reason: rejection[1] }],
    });
    await expect(
      changeUser({ tx: world.db, accountId: 100, by: null, at: 0 }, { id: agent.id, phone_number }),
    ).rejects.toThrow(ApiError);
    expect(await countRows(world.db)).toEqual(before);
  });

  it.each([
    ['112', EMERGENCY],
    ['+19005550123', PREMIUM],
  ])('gets no text and no scheduled call even if it belongs to a lead: %s', async (phone, rejection) => {
    const { world, agent } = await setUp();
    const callId = await addPastCallTo(world.db, agent, phone);
    expect(await errorIn(agent.post(`/apps/webrtc/${callId}/sms`, { smsbody: 'Hello' }))).toEqual(rejection);
    const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, phone));
    await world.db.insert(scheduledCalls).values({
      account_id: 100,
      lead_id: lead?.id ?? 0,
      due_at: new Date(world.clock.now()),
      requested_at: new Date(world.clock.now()),
      reason: 'x',
    });
    await world.settle();
    const [scheduled] = await find(world.db, scheduledCalls, eq(scheduledCalls.lead_id, lead?.id ?? 0));
    expect(scheduled).toMatchObject({ call_id: null, cancelled: rejection[1] });
    expect(world.provider.texts).toEqual([]);
  });

  it('can be called if the account allows its type and country', async () => {
    const { world } = await setUp();
    const set = (changes: Partial<typeof accounts.$inferInsert>) =>
      world.db.update(accounts).set(changes).where(eq(accounts.id, 100));
    await set({ special_numbers: ['premium'] });
    expect((await world.postLead({ phone_number: '+19005550123' })).status).toBe(200);
    await set({ calling_countries: ['US'] });
    expect(await errorIn(world.postLead({ phone_number: '+44 7400 123456' }))).toEqual([
      422,
      'Your account doesn’t allow calls to this country.',
    ]);
    expect((await world.postLead({ phone_number: '+14155550142' })).status).toBe(200);
  });
});

withDatabase('rate limits', (open) => {
  const start = testWorlds(open);

  it('allow 10 texts per lead per day and 10 texts per agent per minute', async () => {
    const [world, agent] = await start.as('agent@demo.test');
    await change(world.db, users, agent.id, { permissions: ['app-sms'] });
    const [one, other] = [
      await addPastCallTo(world.db, agent, '+14155550181'),
      await addPastCallTo(world.db, agent, '+14155550182'),
    ];
    let n = 0;
    const send = (callId: number) => {
      n += 1;
      return errorIn(agent.post(`/apps/webrtc/${callId}/sms`, { smsbody: `Text ${n}` }));
    };
    for (let count = 0; count < 6; count += 1) await send(one);
    for (let count = 0; count < 4; count += 1) expect(await send(other)).toEqual([200, undefined]);
    expect(await send(other)).toEqual([429, 'You’ve sent too many texts. Try again later.']);
    world.clock.advance(60_000);
    for (let count = 0; count < 4; count += 1) expect(await send(one)).toEqual([200, undefined]);
    expect(await send(one)).toEqual([429, 'This lead was sent too many texts. Try again tomorrow.']);
    expect(await send(other)).toEqual([200, undefined]);
    expect(world.provider.texts).toHaveLength(15);
    world.clock.advance(24 * 3_600_000);
    expect(await send(one)).toEqual([200, undefined]);
  });

  it('allow the account’s number of calls per API key per minute', async () => {
    const world = await start();
    await world.db.update(accounts).set({ key_calls_per_minute: 3 }).where(eq(accounts.id, 100));
    world.clock.advance(60_000 - (world.clock.now() % 60_000));
    const post = (n: number) => errorIn(world.postLead({ phone_number: `+1415555014${n}` }));
    for (const n of [0, 1, 2]) expect((await post(n))[0]).toBe(200);
    const before = await countRows(world.db);
    expect(await post(3)).toEqual([429, 'This API key has requested too many calls. Try again in a minute.']);
    expect(await countRows(world.db)).toEqual(before);
    world.clock.advance(60_000);
    expect((await post(3))[0]).toBe(200);
    expect(await world.db.$count(apiKeyMinutes)).toBe(2);
  });
});
