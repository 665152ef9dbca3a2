import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { doNotCallNumbers, leads, scheduledCalls } from '../../platform/database/schema.ts';
import { scheduledCallsWith } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { watchEvents } from '../../testing/database/event-rows.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { checkContact, readAccountRules } from '../contact-facts.ts';
import { addToDoNotCallList, isOnDoNotCallList, removeFromDoNotCallList } from './do-not-call.ts';

const NUMBER = '+14155552600';
const LEAD = { phone_number: NUMBER, fname: 'Grace' };
const BLOCKED = { outcome: 'blocked: do not call', call_id: null };
const FROM_CONSOLE = { source: 'console', by: null } as const;
const list = (world: TestWorld, ...numbers: string[]) =>
  addToDoNotCallList(world.db, 100, numbers, FROM_CONSOLE, world.clock.now());
const openScheduledCalls = ({ db }: TestWorld) => scheduledCallsWith(db, NUMBER);

withDatabase('a number on the do-not-call list', (open) => {
  const start = testWorlds(open);

  it('blocks a new lead that has it, but only in its own account', async () => {
    const world = await start();
    await addToDoNotCallList(world.db, 200, [NUMBER], FROM_CONSOLE, world.clock.now());
    expect((await world.postLead(LEAD)).body['outcome']).not.toBe(BLOCKED.outcome);
    await list(world, '+14155552601');
    expect((await world.postLead({ ...LEAD, phone_number: '+14155552601' })).body).toMatchObject(BLOCKED);
  });

  it('cannot be called or texted by an agent even if it is not a lead', async () => {
    const world = await start();
    const agent = await world.agent('agent@demo.test');
    await agent.present();
    await list(world, NUMBER);
    const person = { fname: 'Grace', lname: '', phone_number: NUMBER };
    const post = (path: string, body: object) => agent.post(path, body);
    const call = { ...person, agent_id: agent.id, interface: 'desktop' };
    expect(await post('/api/v1/calls/twilio/outbound', call)).toMatchObject({
      status: 422,
      body: { error: 'This lead must not be called.' },
    });
    const account = await readAccountRules(world.db, 100);
    for (const channel of ['call', 'text'] as const)
      expect(
        await checkContact(world, channel, account, { phoneNumber: NUMBER, lead: null, teamId: null }),
      ).toEqual({ kind: 'blocked', reason: { id: 'callable.listed' } });
  });

  it('has its scheduled calls canceled in the same transaction', async () => {
    const world = await start();
    await world.postLead(LEAD);
    await world.settle();
    expect(await openScheduledCalls(world)).toHaveLength(1);
    await list(world, NUMBER);
    expect(await openScheduledCalls(world)).toEqual([]);
    const [cancelled] = await world.db.select().from(scheduledCalls);
    expect(cancelled?.cancelled).toBe('This number is on the do-not-call list.');
  });

  it('is not dialed by a call that was scheduled concurrently', async () => {
    const world = await start();
    await world.postLead(LEAD);
    await world.settle();
    const listed = { account_id: 100, phone_number: NUMBER, source: 'console' } as const;
    await world.db.insert(doNotCallNumbers).values(listed);
    const before = world.provider.requests('create').length;
    await world.advance(24 * 3_600_000);
    expect(world.provider.requests('create')).toHaveLength(before);
    expect(await openScheduledCalls(world)).toEqual([]);
  });

  it('is removed together with its lead’s flag', async () => {
    const world = await start();
    await world.postLead(LEAD);
    const events = await watchEvents(world.db);
    await list(world, NUMBER);
    await list(world, NUMBER);
    expect(await events()).toEqual(['lead_updated']);
    await world.db.update(leads).set({ do_not_call: true }).where(eq(leads.phone_number, NUMBER));
    expect(await removeFromDoNotCallList(world.db, 100, NUMBER, world.clock.now())).toBe(true);
    expect(await isOnDoNotCallList(world.db, 100, NUMBER)).toBe(false);
    const [lead] = await world.db.select().from(leads).where(eq(leads.phone_number, NUMBER));
    expect(lead?.do_not_call).toBe(false);
    expect(await events()).toEqual(['lead_updated', 'lead_updated']);
    expect(await removeFromDoNotCallList(world.db, 100, NUMBER, world.clock.now())).toBe(false);
    expect(await events()).toEqual([]);
  });

  it('is counted once if it is sent several times', async () => {
    const world = await start();
    expect(await list(world, NUMBER, NUMBER, '+14155552601')).toBe(2);
    expect(await list(world, NUMBER, '+14155552602')).toBe(1);
  });
});
