import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@offhook/contract/webhook-events';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { updateCalls } from '../../platform/database/record-events.ts';
import {
  calls,
  leads,
  recordingPauses,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../../platform/database/schema.ts';
import { createSafeHttp } from '../../platform/telephony/safe-http.ts';
import { userOf } from '../../testing/app/rows.ts';
import { OTHER_SECRETS, TEST_SECRETS } from '../../testing/app/secrets.ts';
import { type OpenTestDatabase, withDatabase } from '../../testing/database/database.ts';
import { addEndedCall, addLead, addNote, changeLead } from '../../testing/database/event-rows.ts';
import { serve } from '../../testing/servers/local.ts';
import { addEndpoint, type NewEndpoint, removeEndpoint, replayDeliveries } from './endpoints.ts';
import { startWebhookDeliveries } from './webhook-deliveries.ts';

const HOUR = 3_600_000;

interface Received {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly isGenuine: (secret: string) => boolean;
}
type Behavior = (response: ServerResponse) => void;
const accept: Behavior = (response) => response.writeHead(204).end();
const respond500: Behavior = (response) => response.writeHead(500).end('no');
const disconnect: Behavior = (response) => response.socket?.destroy();

async function receiver(behave: Behavior = accept) {
  const received: Received[] = [];
  const state = { behave };
  const base = await serve(async (request, response) => {
    // A sender that disconnects before the end of the body has delivered nothing.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const { type } = JSON.parse(body) as { type: keyof typeof WEBHOOK_EVENTS };
    const event = WEBHOOK_EVENTS[type].schema.parse(JSON.parse(body));
    const [, seconds, mac] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['offhook-signature'])) ?? [];
    received.push({
      id: String(request.headers['offhook-event-id']),
      event,
      isGenuine: (secret) => createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex') === mac,
    });
    state.behave(response);
  });
  return Object.assign(state, { received, url: `${base}/hook` });
}

async function openWebhooks(open: OpenTestDatabase, http = createSafeHttp(true)) {
  const { db } = await open({ demo: true });
  const { id: ann } = await userOf(db, 'agent@demo.test');
  let now = Date.now();
  const clock = { now: () => now };
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const attempts: string[] = [];
  const start = () => {
    const webhooks = startWebhookDeliveries({
      ...{ db, clock, log, http, secrets: TEST_SECRETS, publicUrl: '' },
      onAttempted: (kind, outcome) => attempts.push(`${kind} ${outcome}`),
    });
    onTestFinished(() => webhooks.stop());
    return webhooks;
  };
  const webhooks = start();
  return {
    ...webhooks,
    attempts,
    db,
    ann,
    start,
    clock,
    async advanceAndPoll(ms: number) {
      now += ms;
      await webhooks.poll();
    },
    lead: (phone_number: string, fields: object = {}) => addLead(db, { phone_number, ...fields }, now),
    changeLead: (id: number, set: Partial<typeof leads.$inferInsert>) => changeLead(db, id, set),
    call: (fields: Partial<typeof calls.$inferInsert> = {}) =>
      addEndedCall(db, fields, { status: fields.status ?? 'completed' }, now),
    setResult: (id: number, result: 'contacted') => updateCalls(db, eq(calls.id, id), { result }),
    note: (call_id: number, user_id: number) => addNote(db, { call_id, user_id, content: 'By Friday' }, now),
    hook: (to: { url: string }, options: Omit<NewEndpoint, 'url'> = {}) =>
      addEndpoint(db, TEST_SECRETS, 100, { ...options, url: to.url }),
  };
}

const eventTypes = ({ received }: { received: readonly Received[] }) =>
  received.map(({ event }) => event.type);
const ids = ({ received }: { received: readonly Received[] }) => received.map(({ id }) => id);

withDatabase('webhooks', (open) => {
  it('a webhook receives signed events when a lead is created and when it changes', async () => {
    const webhooks = await openWebhooks(open);
    const { db } = webhooks;
    const [one, two] = [await receiver(), await receiver()];
    const first = await webhooks.hook(one);
    const second = await webhooks.hook(two, { events: ['lead_updated'] });
    const id = await webhooks.lead('+14155550881', { fname: 'Ada', crm: 'hubspot', source_id: '7' });
    await webhooks.poll();
    await webhooks.changeLead(id, { company: 'Acme' });
    await webhooks.changeLead(id, { company: 'Acme', updated_at: new Date() });
    await webhooks.poll();
    expect(eventTypes(one)).toEqual(['lead_created', 'lead_updated']);
    expect(eventTypes(two)).toEqual(['lead_updated']);
    expect(one.received[1]).toMatchObject({
      id: two.received[0]?.id,
      event: { account_id: 100, data: { lead: { id, fname: 'Ada', company: 'Acme', source_id: '7' } } },
    });
    expect([one.received[1]?.isGenuine(first.secret), one.received[1]?.isGenuine(second.secret)]).toEqual([
      true,
      false,
    ]);
    expect(two.received[0]?.isGenuine(second.secret)).toBe(true);
    await db
      .insert(leads)
      .values({ account_id: 200, phone_number: '+14155550881', label: 'another account’s' });
    await webhooks.poll();
    expect(one.received.length).toBe(2);
  });

  it('an event of a newer version is left to its servers, and others are delivered', async () => {
    const webhooks = await openWebhooks(open);
    const one = await receiver();
    await webhooks.hook(one);
    const due = new Date(webhooks.clock.now());
    await webhooks.db.insert(webhookEvents).values({ account_id: 100, type: 'added_later', due_at: due });
    await webhooks.lead('+14155550881');
    await webhooks.poll();
    expect(eventTypes(one)).toEqual(['lead_created']);
    const stored = await webhooks.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.type, 'added_later'));
    expect(stored).toMatchObject([{ told_at: null, body: null }]);
  });

  it('no events are stored for an account without endpoints', async () => {
    const webhooks = await openWebhooks(open);
    const { db } = webhooks;
    const eventCount = () => db.$count(webhookEvents);
    const id = await webhooks.lead('+14155550881');
    const before = await eventCount();
    await webhooks.changeLead(id, { company: 'Acme' });
    expect(await eventCount()).toBe(before);
    const { id: destination } = await webhooks.hook(await receiver());
    await webhooks.changeLead(id, { company: 'Acme Ltd' });
    expect(await eventCount()).toBe(before + 1);
    await removeEndpoint(db, destination, webhooks.clock.now());
    await webhooks.changeLead(id, { company: 'Acme' });
    await webhooks.call();
    expect(await eventCount()).toBe(before + 1);
  });

  it('call_completed is sent when the result is recorded, or 15 minutes after the call', async () => {
    const webhooks = await openWebhooks(open);
    const to = await receiver();
    await webhooks.hook(to, { events: ['call_completed'] });
    const missed = await webhooks.call({ status: 'missed' });
    const withResult = await webhooks.call({ agent_id: webhooks.ann });
    const withoutResult = await webhooks.call({ agent_id: webhooks.ann });
    await webhooks.poll();
    const received = () => to.received.map(({ event }) => event.type === 'call_completed' && event.data.call);
    expect(received()).toMatchObject([{ id: missed, status: 'missed', result: null, agent: null }]);
    await webhooks.note(withResult, webhooks.ann);
    const paused_at = new Date('2026-03-02T16:01:00.000Z');
    await webhooks.db
      .insert(recordingPauses)
      .values({ call_id: withResult, user_id: webhooks.ann, paused_at });
    await webhooks.setResult(withResult, 'contacted');
    await webhooks.poll();
    expect(received()[1]).toMatchObject({
      id: withResult,
      result: 'contacted',
      agent: { email: 'agent@demo.test' },
      notes: ['By Friday'],
      recording_pauses: [
        { user: { email: 'agent@demo.test' }, paused_at: '2026-03-02T16:01:00.000Z', resumed_at: null },
      ],
    });
    expect(received()[0]).not.toHaveProperty('recording_pauses');
    await webhooks.advanceAndPoll(15 * 60_000 - 1);
    expect(received().length).toBe(2);
    await webhooks.advanceAndPoll(1);
    expect(received()[2]).toMatchObject({ id: withoutResult, result: null });
    await webhooks.advanceAndPoll(HOUR);
    expect(received().length).toBe(3);
  });

  it('a late result or note is sent as call_updated, and call_completed only once', async () => {
    const webhooks = await openWebhooks(open);
    const [all, reached, leadsOnly, unset] = [
      await receiver(),
      await receiver(),
      await receiver(),
      await receiver(),
    ];
    await webhooks.hook(all, { events: ['call_completed'] });
    await webhooks.hook(reached, { events: ['call_completed'], filters: { result: ['contacted'] } });
    await webhooks.hook(leadsOnly, { events: ['lead_created', 'lead_updated'] });
    await webhooks.hook(unset, { events: ['call_completed'], filters: { result: ['none'] } });
    const agent_id = webhooks.ann;
    const id = await webhooks.call({ agent_id });
    await webhooks.advanceAndPoll(15 * 60_000);
    await webhooks.setResult(id, 'contacted');
    await webhooks.setResult(id, 'contacted');
    await webhooks.advanceAndPoll(HOUR);
    await webhooks.note(id, agent_id);
    await webhooks.advanceAndPoll(HOUR);
    const summary = ({ received }: { received: readonly Received[] }) =>
      received.map(({ event }) =>
        event.type === 'call_completed' || event.type === 'call_updated'
          ? [event.type, event.data.call.id, event.data.call.result, event.data.call.notes.length]
          : event.type,
      );
    const updates = [
      ['call_updated', id, 'contacted', 0],
      ['call_updated', id, 'contacted', 1],
    ];
    expect(summary(all)).toEqual([['call_completed', id, null, 0], ...updates]);
    // One receiver's filters match only after the result; the other's matched before, so it needs the update.
    expect(summary(reached)).toEqual(updates);
    expect(summary(unset)).toEqual([['call_completed', id, null, 0], ...updates]);
    expect(summary(leadsOnly)).toEqual([]);
    expect(new Set(ids(all)).size).toBe(3);
  });

  it('a note written before call_completed is included in that event', async () => {
    const webhooks = await openWebhooks(open);
    const to = await receiver();
    await webhooks.hook(to, { events: ['call_completed'] });
    const id = await webhooks.call({ agent_id: webhooks.ann });
    await webhooks.note(id, webhooks.ann);
    await webhooks.advanceAndPoll(HOUR);
    expect(eventTypes(to)).toEqual(['call_completed']);
  });

  it('a call is sent only to webhooks whose filters it matches', async () => {
    const webhooks = await openWebhooks(open);
    const cases: [NewEndpoint['filters'], string[]][] = [
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
      await webhooks.hook(to, { events: ['call_completed'], filters: cases[index]?.[0] ?? {} });
    const names = new Map([
      [await webhooks.call({ result: 'contacted' }), 'a'],
      [await webhooks.call({ status: 'busy' }), 'b'],
      [await webhooks.call({ status: 'missed', direction: 'inbound', type: 'inbound' }), 'c'],
    ]);
    await webhooks.poll();
    const bodies = receivers.map(({ received }) =>
      received
        .map(({ event }) => (event.type === 'call_completed' ? names.get(event.data.call.id) : '?'))
        .sort(),
    );
    expect(bodies).toEqual(cases.map(([, expected]) => expected));
  });

  it('no event is lost or delivered twice while a receiver returns 500 for an hour', async () => {
    const webhooks = await openWebhooks(open);
    const { db } = webhooks;
    const to = await receiver(respond500);
    await webhooks.hook(to, { events: ['lead_created'] });
    for (let minute = 0; minute < 60; minute += 5) {
      await webhooks.lead(`+1415555${1000 + minute}`);
      await webhooks.advanceAndPoll(5 * 60_000);
    }
    expect(new Set(ids(to)).size).toBe(12);
    expect(
      await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.status, 'waiting')),
    ).toHaveLength(12);
    to.received.length = 0;
    to.behave = accept;
    for (let step = 0; step < 3; step += 1) await webhooks.advanceAndPoll(HOUR);
    expect(to.received.length).toBe(12);
    expect(new Set(ids(to)).size).toBe(12);
    const rows = await db.select().from(webhookDeliveries);
    expect(rows.every(({ status, last_status }) => status === 'delivered' && last_status === 204)).toBe(true);
  });

  it('a delivery waits until its secret can be read again', async () => {
    const webhooks = await openWebhooks(open);
    const { db } = webhooks;
    const to = await receiver();
    const { id, secret } = await webhooks.hook(to, { events: ['lead_created'] });
    const ofHook = eq(webhookEndpoints.id, id);
    const [{ secret: stored = '' } = {}] = await db.select().from(webhookEndpoints).where(ofHook);
    await db
      .update(webhookEndpoints)
      .set({ secret: OTHER_SECRETS.seal('destinations', id, 'another') })
      .where(ofHook);
    await webhooks.lead('+14155550882');
    await webhooks.poll();
    const last = async () => (await db.select().from(webhookDeliveries))[0];
    expect(await last()).toMatchObject({
      ...{ status: 'waiting', attempts: 1 },
      last_error: expect.stringContaining('can’t read the stored secret'),
    });
    expect(to.received).toEqual([]);
    await db.update(webhookEndpoints).set({ secret: stored }).where(ofHook);
    await webhooks.advanceAndPoll(HOUR);
    expect(to.received[0]?.isGenuine(secret)).toBe(true);
    expect(await last()).toMatchObject({ status: 'delivered' });
  });

  it('a delivery fails after a day with its last error, and a replay sends it with the same ID', async () => {
    const webhooks = await openWebhooks(open);
    const { db } = webhooks;
    const to = await receiver(disconnect);
    const { id } = await webhooks.hook(to, { events: ['lead_created'] });
    await webhooks.lead('+14155550882');
    for (let step = 0; step < 40; step += 1) await webhooks.advanceAndPoll(HOUR);
    const row = async () => (await db.select().from(webhookDeliveries))[0];
    expect(await row()).toMatchObject({
      status: 'failed',
      last_status: null,
      last_error: 'The connection failed: ECONNRESET',
    });
    const attempts = to.received.length;
    expect(attempts).toBeGreaterThan(20);
    expect(webhooks.attempts).toEqual([...Array(attempts - 1).fill('webhook again'), 'webhook failed']);
    to.behave = accept;
    await webhooks.advanceAndPoll(HOUR);
    expect(to.received.length).toBe(attempts);
    expect(await replayDeliveries(db, eq(webhookDeliveries.destination_id, id), webhooks.clock.now())).toBe(
      1,
    );
    await webhooks.poll();
    expect(new Set(ids(to)).size).toBe(1);
    expect([to.received.length, await row()]).toMatchObject([
      attempts + 1,
      { status: 'delivered', last_error: null },
    ]);
    await webhooks.lead('+14155550883');
    await removeEndpoint(db, id, webhooks.clock.now());
    await webhooks.poll();
    expect(to.received.length).toBe(attempts + 1);
  });

  it('a receiver that hangs does not block the others, and its deliveries wait', async () => {
    const [hanging, healthy] = [await receiver(() => undefined), await receiver()];
    // A short timeout only for the receiver that hangs keeps the test fast and stable.
    const [withShortTimeout, withTimeout] = [createSafeHttp(true, 100), createSafeHttp(true)];
    let isHanging = true;
    const webhooks = await openWebhooks(open, {
      send: (request) =>
        (isHanging && request.url === hanging.url ? withShortTimeout : withTimeout).send(request),
    });
    await webhooks.hook(hanging, { events: ['lead_created'] });
    await webhooks.hook(healthy, { events: ['lead_created'] });
    const count = 12;
    for (let n = 0; n < count; n += 1) await webhooks.lead(`+14155551${100 + n}`);
    const delivered = async () =>
      (await webhooks.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.status, 'delivered')))
        .length;
    await webhooks.poll();
    for (let step = 0; step < 60 && (await delivered()) < count; step += 1)
      await webhooks.advanceAndPoll(60_000);
    expect(new Set(ids(healthy)).size).toBe(count);
    const waiting = await webhooks.db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.status, 'waiting'));
    expect(waiting.map(({ last_error }) => last_error)).toEqual(
      Array(count).fill('No response within 0.1 s.'),
    );
    hanging.behave = accept;
    isHanging = false;
    for (let step = 0; step < 20; step += 1) await webhooks.advanceAndPoll(HOUR);
    expect(await delivered()).toBe(2 * count);
  });

  it('several processes deliver each event once, and take over the deliveries of a dead process', async () => {
    const webhooks = await openWebhooks(open);
    const { db } = webhooks;
    const others = [webhooks.start(), webhooks.start()];
    // A process may dispatch events whose deliveries another one has yet to claim, so each polls twice.
    const all = async () => {
      for (let round = 0; round < 2; round += 1)
        await Promise.all([webhooks, ...others].map((one) => one.poll()));
    };
    const to = await receiver();
    await webhooks.hook(to, { events: ['lead_created'] });
    await Promise.all(Array.from({ length: 20 }, (_, n) => webhooks.lead(`+14155552${100 + n}`)));
    await all();
    expect([to.received.length, new Set(ids(to)).size]).toEqual([20, 20]);
    const claimed = new Date(webhooks.clock.now() + 60_000);
    await db.update(webhookDeliveries).set({ status: 'waiting', claimed_until: claimed });
    await webhooks.poll();
    expect(to.received.length).toBe(20);
    await webhooks.advanceAndPoll(60_001);
    await all();
    expect([to.received.length, new Set(ids(to)).size]).toEqual([40, 20]);
  });

  it('every event is eventually delivered, however the receiver fails at first', async () => {
    const webhooks = await openWebhooks(open);
    const to = await receiver();
    await webhooks.hook(to, { events: ['lead_created'] });
    let number = 1000;
    const next = () => {
      number += 1;
      return number;
    };
    const behaviorLists = fc.array(fc.constantFrom(accept, respond500, disconnect), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(behaviorLists, async (behaviors) => {
        const queue = [...behaviors];
        let accepted = 0;
        to.received.length = 0;
        to.behave = (response) => {
          const behavior = queue.shift() ?? accept;
          if (behavior === accept) accepted += 1;
          behavior(response);
        };
        for (let n = 0; n < 3; n += 1) await webhooks.lead(`+1415666${next()}`);
        for (let step = 0; step < 9; step += 1) await webhooks.advanceAndPoll(HOUR);
        expect([new Set(ids(to)).size, accepted]).toEqual([3, 3]);
      }),
      { numRuns: 5 },
    );
  });
});
