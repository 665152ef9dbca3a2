import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { OUTWARD_EVENTS, type OutwardEvent } from '@offhook/contract/outward';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { updateCalls } from '../../platform/database/record-events.ts';
import { calls, leads, webhookDeliveries, webhookEvents } from '../../platform/database/schema.ts';
import { createSafeHttp } from '../../platform/telephony/safe-http.ts';
import { userOf } from '../../testing/app/rows.ts';
import { type OpenTestDatabase, withDatabase } from '../../testing/database/database.ts';
import { addEndedCall, addLead, addNote, changeLead } from '../../testing/database/event-rows.ts';
import { serve } from '../../testing/servers/local.ts';
import { addDestination, type NewDestination, removeDestination, replay } from './destinations.ts';
import { startOutward } from './outward.ts';

const HOUR = 3_600_000;

interface Told {
  readonly id: string;
  readonly event: OutwardEvent;
  readonly isGenuine: (secret: string) => boolean;
}
type Behave = (response: ServerResponse) => void;
const take: Behave = (response) => response.writeHead(204).end();
const fail: Behave = (response) => response.writeHead(500).end('no');
const close: Behave = (response) => response.socket?.destroy();

/** An address of the account's own, which behaves as it is told. */
async function receiver(behave: Behave = take) {
  const told: Told[] = [];
  const state = { behave };
  const base = await serve(async (request, response) => {
    // Whoever goes away in the middle of it, as a worker does that ends, has told nothing.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const { type } = JSON.parse(body) as { type: keyof typeof OUTWARD_EVENTS };
    const event = OUTWARD_EVENTS[type].schema.parse(JSON.parse(body));
    const [, seconds, mac] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['offhook-signature'])) ?? [];
    told.push({
      id: String(request.headers['offhook-event-id']),
      event,
      isGenuine: (secret) => createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex') === mac,
    });
    state.behave(response);
  });
  return Object.assign(state, { told, url: `${base}/hook` });
}

async function openOutward(open: OpenTestDatabase, http = createSafeHttp(true)) {
  const { db } = await open({ demo: true });
  const { id: ann } = await userOf(db, 'agent@demo.test');
  let now = Date.now();
  const clock = { now: () => now };
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const start = () => {
    const outward = startOutward({ db, clock, log, http, publicUrl: '' });
    onTestFinished(() => outward.stop());
    return outward;
  };
  const outward = start();
  return {
    ...outward,
    db,
    ann,
    start,
    clock,
    /** Lets time go by; what became due is tried. */
    async after(ms: number) {
      now += ms;
      await outward.poll();
    },
    lead: (phone_number: string, fields: object = {}) => addLead(db, { phone_number, ...fields }, now),
    changeLead: (id: number, set: Partial<typeof leads.$inferInsert>) => changeLead(db, id, set),
    /** A call of account 100 that ends now. */
    call: (fields: Partial<typeof calls.$inferInsert> = {}) =>
      addEndedCall(db, fields, { status: fields.status ?? 'completed' }, now),
    giveResult: (id: number, result: 'contacted') => updateCalls(db, eq(calls.id, id), { result }),
    note: (call_id: number, user_id: number) => addNote(db, { call_id, user_id, content: 'By Friday' }, now),
    hook: (to: { url: string }, wish: Omit<NewDestination, 'url'> = {}) =>
      addDestination(db, 100, { ...wish, url: to.url }),
  };
}

const kinds = ({ told }: { told: readonly Told[] }) => told.map(({ event }) => event.type);
const ids = ({ told }: { told: readonly Told[] }) => told.map(({ id }) => id);

withDatabase('outward webhooks', (open) => {
  it('tell of a new lead, of what is new about it, and of nothing else, signed with the secret of each', async () => {
    const outward = await openOutward(open);
    const { db } = outward;
    const [one, two] = [await receiver(), await receiver()];
    const first = await outward.hook(one);
    const second = await outward.hook(two, { events: ['lead_updated'] });
    const id = await outward.lead('+14155550881', { fname: 'Ada', crm: 'hubspot', source_id: '7' });
    await outward.poll();
    await outward.changeLead(id, { company: 'Acme' });
    await outward.changeLead(id, { company: 'Acme', updated_at: new Date() });
    await outward.poll();
    expect(kinds(one)).toEqual(['lead_created', 'lead_updated']);
    expect(kinds(two)).toEqual(['lead_updated']);
    expect(one.told[1]).toMatchObject({
      id: two.told[0]?.id,
      event: { account_id: 100, data: { lead: { id, fname: 'Ada', company: 'Acme', source_id: '7' } } },
    });
    expect([one.told[1]?.isGenuine(first.secret), one.told[1]?.isGenuine(second.secret)]).toEqual([
      true,
      false,
    ]);
    expect(two.told[0]?.isGenuine(second.secret)).toBe(true);
    await db
      .insert(leads)
      .values({ account_id: 200, phone_number: '+14155550881', label: 'another account’s' });
    await outward.poll();
    expect(one.told.length).toBe(2);
  });

  it('leave nothing of an account that has none, or has none any more', async () => {
    const outward = await openOutward(open);
    const { db } = outward;
    const kept = () => db.$count(webhookEvents);
    const id = await outward.lead('+14155550881');
    const before = await kept();
    await outward.changeLead(id, { company: 'Acme' });
    expect(await kept()).toBe(before);
    const { id: destination } = await outward.hook(await receiver());
    await outward.changeLead(id, { company: 'Acme Ltd' });
    expect(await kept()).toBe(before + 1);
    await removeDestination(db, destination, outward.clock.now());
    await outward.changeLead(id, { company: 'Acme' });
    await outward.call();
    expect(await kept()).toBe(before + 1);
  });

  it('tell of a call once its result is given, or after a quarter of an hour without one', async () => {
    const outward = await openOutward(open);
    const to = await receiver();
    await outward.hook(to, { events: ['call_completed'] });
    const missed = await outward.call({ status: 'missed' });
    const given = await outward.call({ agent_id: outward.ann });
    const silent = await outward.call({ agent_id: outward.ann });
    await outward.poll();
    const told = () => to.told.map(({ event }) => event.type === 'call_completed' && event.data.call);
    expect(told()).toMatchObject([{ id: missed, status: 'missed', result: null, agent: null }]);
    await outward.note(given, outward.ann);
    await outward.giveResult(given, 'contacted');
    await outward.poll();
    expect(told()[1]).toMatchObject({
      id: given,
      result: 'contacted',
      agent: { email: 'agent@demo.test' },
      notes: ['By Friday'],
    });
    await outward.after(15 * 60_000 - 1);
    expect(told().length).toBe(2);
    await outward.after(1);
    expect(told()[2]).toMatchObject({ id: silent, result: null });
    await outward.after(HOUR);
    expect(told().length).toBe(3);
  });

  it('tell of a late result, and of a note, as news of the call: the call itself is told once', async () => {
    const outward = await openOutward(open);
    const [all, reached, leadsOnly, unset] = [
      await receiver(),
      await receiver(),
      await receiver(),
      await receiver(),
    ];
    await outward.hook(all, { events: ['call_completed'] });
    await outward.hook(reached, { events: ['call_completed'], filters: { result: ['contacted'] } });
    await outward.hook(leadsOnly, { events: ['lead_created', 'lead_updated'] });
    await outward.hook(unset, { events: ['call_completed'], filters: { result: ['none'] } });
    const agent_id = outward.ann;
    const id = await outward.call({ agent_id });
    await outward.after(15 * 60_000);
    await outward.giveResult(id, 'contacted');
    await outward.giveResult(id, 'contacted');
    await outward.after(HOUR);
    await outward.note(id, agent_id);
    await outward.after(HOUR);
    const summary = ({ told }: { told: readonly Told[] }) =>
      told.map(({ event }) =>
        event.type === 'call_completed' || event.type === 'call_updated'
          ? [event.type, event.data.call.id, event.data.call.result, event.data.call.notes.length]
          : event.type,
      );
    const news = [
      ['call_updated', id, 'contacted', 0],
      ['call_updated', id, 'contacted', 1],
    ];
    expect(summary(all)).toEqual([['call_completed', id, null, 0], ...news]);
    // It did not pass the filters before, and does now; it did, and must not be left with what is no longer so.
    expect(summary(reached)).toEqual(news);
    expect(summary(unset)).toEqual([['call_completed', id, null, 0], ...news]);
    expect(summary(leadsOnly)).toEqual([]);
    expect(new Set(ids(all)).size).toBe(3);
  });

  it('tell a note that was written before the call is told with the call', async () => {
    const outward = await openOutward(open);
    const to = await receiver();
    await outward.hook(to, { events: ['call_completed'] });
    const id = await outward.call({ agent_id: outward.ann });
    await outward.note(id, outward.ann);
    await outward.after(HOUR);
    expect(kinds(to)).toEqual(['call_completed']);
  });

  it('go only where the filters let a call pass', async () => {
    const outward = await openOutward(open);
    const cases: [NewDestination['filters'], string[]][] = [
      [{}, ['a', 'b', 'c']],
      [{ direction: ['inbound'] }, ['c']],
      [{ status: ['missed', 'busy'] }, ['b', 'c']],
      [{ result: ['contacted'] }, ['a']],
      [{ result: ['none'], direction: ['outbound'] }, ['b']],
      [{ team: [999_999] }, []],
      [{ number: [] }, []],
    ];
    const receivers = await Promise.all(cases.map(() => receiver()));
    for (const [index, to] of receivers.entries())
      await outward.hook(to, { events: ['call_completed'], filters: cases[index]?.[0] ?? {} });
    const names = new Map([
      [await outward.call({ result: 'contacted' }), 'a'],
      [await outward.call({ status: 'busy' }), 'b'],
      [await outward.call({ status: 'missed', direction: 'inbound', type: 'inbound' }), 'c'],
    ]);
    await outward.poll();
    const got = receivers.map(({ told }) =>
      told.map(({ event }) => (event.type === 'call_completed' ? names.get(event.data.call.id) : '?')).sort(),
    );
    expect(got).toEqual(cases.map(([, expected]) => expected));
  });

  it('lose nothing and take nothing twice while a receiver answers 500 for an hour', async () => {
    const outward = await openOutward(open);
    const { db } = outward;
    const to = await receiver(fail);
    await outward.hook(to, { events: ['lead_created'] });
    for (let minute = 0; minute < 60; minute += 5) {
      await outward.lead(`+1415555${1000 + minute}`);
      await outward.after(5 * 60_000);
    }
    expect(new Set(ids(to)).size).toBe(12);
    expect(
      await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.status, 'waiting')),
    ).toHaveLength(12);
    to.told.length = 0;
    to.behave = take;
    for (let step = 0; step < 3; step += 1) await outward.after(HOUR);
    expect(to.told.length).toBe(12);
    expect(new Set(ids(to)).size).toBe(12);
    const rows = await db.select().from(webhookDeliveries);
    expect(rows.every(({ status, last_status }) => status === 'delivered' && last_status === 204)).toBe(true);
  });

  it('are given up after a day with the last error, and told again by a replay under the same id', async () => {
    const outward = await openOutward(open);
    const { db } = outward;
    const to = await receiver(close);
    const { id } = await outward.hook(to, { events: ['lead_created'] });
    await outward.lead('+14155550882');
    for (let step = 0; step < 40; step += 1) await outward.after(HOUR);
    const row = async () => (await db.select().from(webhookDeliveries))[0];
    expect(await row()).toMatchObject({ status: 'failed', last_status: null, last_error: 'socket hang up' });
    const tries = to.told.length;
    expect(tries).toBeGreaterThan(20);
    to.behave = take;
    await outward.after(HOUR);
    expect(to.told.length).toBe(tries);
    expect(await replay(db, eq(webhookDeliveries.destination_id, id), outward.clock.now())).toBe(1);
    await outward.poll();
    expect(new Set(ids(to)).size).toBe(1);
    expect([to.told.length, await row()]).toMatchObject([
      tries + 1,
      { status: 'delivered', last_error: null },
    ]);
    await outward.lead('+14155550883');
    await removeDestination(db, id, outward.clock.now());
    await outward.poll();
    expect(to.told.length).toBe(tries + 1);
  });

  it('reach the others while one receiver hangs, and the one that hangs is given up for now', async () => {
    const [hangs, takes] = [await receiver(() => undefined), await receiver()];
    // Nobody need wait long for an answer that never comes, and long enough for any other.
    const [impatient, patient] = [createSafeHttp(true, 100), createSafeHttp(true)];
    let isHanging = true;
    const outward = await openOutward(open, {
      send: (request) => (isHanging && request.url === hangs.url ? impatient : patient).send(request),
    });
    await outward.hook(hangs, { events: ['lead_created'] });
    await outward.hook(takes, { events: ['lead_created'] });
    const count = 12;
    for (let n = 0; n < count; n += 1) await outward.lead(`+14155551${100 + n}`);
    const delivered = async () =>
      (await outward.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.status, 'delivered')))
        .length;
    await outward.poll();
    for (let step = 0; step < 60 && (await delivered()) < count; step += 1) await outward.after(60_000);
    expect(new Set(ids(takes)).size).toBe(count);
    const waiting = await outward.db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.status, 'waiting'));
    expect(waiting.map(({ last_error }) => last_error)).toEqual(Array(count).fill('No answer within 0.1 s.'));
    hangs.behave = take;
    isHanging = false;
    for (let step = 0; step < 20; step += 1) await outward.after(HOUR);
    expect(await delivered()).toBe(2 * count);
  });

  it('go out once from several processes, and again from another when one died with them', async () => {
    const outward = await openOutward(open);
    const { db } = outward;
    const others = [outward.start(), outward.start()];
    // What one of them tells its receivers is claimed by another in a round of its own: the second time all is in hand.
    const all = async () => {
      for (let round = 0; round < 2; round += 1)
        await Promise.all([outward, ...others].map((one) => one.poll()));
    };
    const to = await receiver();
    await outward.hook(to, { events: ['lead_created'] });
    await Promise.all(Array.from({ length: 20 }, (_, n) => outward.lead(`+14155552${100 + n}`)));
    await all();
    expect([to.told.length, new Set(ids(to)).size]).toEqual([20, 20]);
    // As a process leaves it that died in a try.
    const claimed = new Date(outward.clock.now() + 60_000);
    await db.update(webhookDeliveries).set({ status: 'waiting', claimed_until: claimed });
    await outward.poll();
    expect(to.told.length).toBe(20);
    await outward.after(60_001);
    await all();
    expect([to.told.length, new Set(ids(to)).size]).toEqual([40, 20]);
  });

  it('are delivered in the end whatever a receiver does in between', async () => {
    const outward = await openOutward(open);
    const to = await receiver();
    await outward.hook(to, { events: ['lead_created'] });
    let number = 1000;
    const next = () => {
      number += 1;
      return number;
    };
    const deeds = fc.array(fc.constantFrom(take, fail, close), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(deeds, async (behaviours) => {
        const queue = [...behaviours];
        let taken = 0;
        to.told.length = 0;
        to.behave = (response) => {
          const deed = queue.shift() ?? take;
          if (deed === take) taken += 1;
          deed(response);
        };
        for (let n = 0; n < 3; n += 1) await outward.lead(`+1415666${next()}`);
        for (let step = 0; step < 9; step += 1) await outward.after(HOUR);
        expect([new Set(ids(to)).size, taken]).toEqual([3, 3]);
      }),
      { numRuns: 5 },
    );
  });
});
