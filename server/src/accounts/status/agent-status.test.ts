import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { perform } from '../../administration/operations.ts';
import { presenceCutoff } from '../../platform/database/query-time.ts';
import {
  agentStatusIntervals,
  sessions,
  users,
  webhookEndpoints,
  webhookEvents,
} from '../../platform/database/schema.ts';
import { readAgentStates } from '../../reports/agent-states.ts';
import { change, firstRow } from '../../testing/app/rows.ts';
import { TEST_SECRETS } from '../../testing/app/secrets.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { type Agent, errorResponse } from '../../testing/world/edge.ts';
import { callNow, connectLead } from '../../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { endStatus } from './agent-status.ts';

const LEAD = { phone_number: '+14155550100', fname: 'Grace', lname: 'Hopper' };
const PATH = '/api/v1/user/status';
const MINUTE_MS = 60_000;

const choose = (agent: Agent, status: string) => agent.put(PATH, { status });

async function own(agent: Agent): Promise<Record<string, unknown>> {
  const { body } = await agent.get(PATH);
  return body['status'] as Record<string, unknown>;
}

const intervals = (world: TestWorld, { id }: Agent) =>
  world.db
    .select()
    .from(agentStatusIntervals)
    .where(eq(agentStatusIntervals.user_id, id))
    .orderBy(asc(agentStatusIntervals.id));

const seconds = (rows: Awaited<ReturnType<typeof intervals>>) =>
  rows.map(({ status, started_at, ended_at }) => [
    status,
    (ended_at.getTime() - started_at.getTime()) / 1000,
  ]);

async function boardOf(world: TestWorld, { id }: Agent) {
  const time = { now: world.clock.now(), presenceCutoff: presenceCutoff(world.clock) };
  const row = await firstRow(readAgentStates(world.db, 100, time, [eq(users.id, id)]));
  const { state, since, reason, status } = row;
  return { state, since, reason, status };
}

const operate = (world: TestWorld, { id }: Agent, status: string, permissions: readonly string[]) =>
  world.db.transaction((tx) =>
    perform(
      'users status',
      { tx, accountId: 100, by: null, at: world.clock.now(), secrets: TEST_SECRETS },
      { id, status, by: { permissions }, presenceCutoff: presenceCutoff(world.clock) },
    ),
  );

withDatabase('a status other than available', (open) => {
  const start = testWorlds(open);

  it('stops rings at once, and leads go to the colleague', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    const ben = await world.waiting('agent2@demo.test');
    expect((await choose(ann, 'break')).body).toMatchObject({ success: true, status: { key: 'break' } });
    const { body } = await world.postLead(LEAD);
    const rings = await world.callUsersOf(Number(body['call_id']));
    expect(rings.map(({ user_id }) => user_id)).toEqual([ben.id]);
    await choose(ann, 'available');
    const next = await world.postLead({ phone_number: '+14155550101' });
    const rung = await world.callUsersOf(Number(next.body['call_id']));
    expect(rung.map(({ user_id }) => user_id)).toEqual([ann.id]);
  });

  it('gives a ring that isn’t accepted yet to the next agent, and doesn’t count as ignored', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    const { body } = await world.postLead(LEAD);
    await world.waitForRing(ann.id);
    const ben = await world.waiting('agent2@demo.test');
    await choose(ann, 'lunch');
    await world.waitForRing(ben.id);
    expect(await world.callUsersOf(Number(body['call_id']))).toMatchObject([
      { user_id: ann.id, status: 'withdrawn', reason: 'The agent was no longer available' },
      { user_id: ben.id, status: 'ringing' },
    ]);
  });

  it('chosen during a call never cuts it, and starts when wrap-up ends', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    const { callId } = await connectLead(world, ann, LEAD);
    await ann.present({ state: 'oncall' });
    const chosen = await choose(ann, 'break');
    expect(chosen.body).toMatchObject({ status: { key: 'available', next: 'break' } });
    expect(await world.call(callId)).toMatchObject({ status: 'in-progress', ended_at: null });
    expect(await boardOf(world, ann)).toMatchObject({
      state: 'oncall',
      status: { key: 'break', since: null },
    });
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    await ann.present({ state: 'disposition' });
    expect(await own(ann)).toMatchObject({ key: 'available', next: 'break' });
    expect(await boardOf(world, ann)).toMatchObject({ state: 'wrapup' });
    world.clock.advance(5_000);
    const report = await ann.present({ state: 'waiting' });
    const status = await own(ann);
    expect(status).toMatchObject({ key: 'break', next: null, seconds: 0, revision: report.body['status'] });
    expect(await boardOf(world, ann)).toMatchObject({
      state: 'unavailable',
      reason: 'On a break',
      since: world.clock.now(),
    });
    const { body } = await world.postLead({ phone_number: '+14155550101' });
    expect(await world.callUsersOf(Number(body['call_id']))).toEqual([]);
  });

  it('can be taken back before the call ends', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    await connectLead(world, ann, LEAD);
    await ann.present({ state: 'oncall' });
    await choose(ann, 'break');
    await choose(ann, 'available');
    expect(await own(ann)).toMatchObject({ key: 'available', next: null });
  });

  it('doesn’t keep the agent from placing a call', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    await choose(ann, 'break');
    expect(await callNow(ann, '+14155550100')).toMatchObject({ status: 200 });
  });

  it('is stored as times in each status, and counted per day', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    world.clock.advance(10 * MINUTE_MS);
    await ann.present({ state: 'note' });
    await ann.present();
    const before = await intervals(world, ann);
    await choose(ann, 'break');
    world.clock.advance(3 * MINUTE_MS);
    await choose(ann, 'training');
    world.clock.advance(MINUTE_MS);
    await choose(ann, 'break');
    world.clock.advance(MINUTE_MS);
    const times = (await intervals(world, ann)).slice(before.length);
    expect(seconds(times)).toEqual([
      ['break', 180],
      ['training', 60],
    ]);
    expect(await own(ann)).toMatchObject({
      key: 'break',
      seconds: 60,
      choices: [
        { key: 'break', name: null, icon: 'coffee', used_seconds: 240 },
        { key: 'lunch', used_seconds: 0 },
        { key: 'training', used_seconds: 60 },
      ],
    });
    expect((await boardOf(world, ann)).status).toMatchObject({ key: 'break', used_seconds: 240 });
  });

  it('goes on after a restart and a reload, and for another browser', async () => {
    const [world, ann, firefox] = await start.as('agent@demo.test', 'agent@demo.test');
    await ann.present({ phone_id: 'tab-1' });
    const { body } = await choose(ann, 'break');
    const { revision } = body['status'] as { revision: string };
    await ann.present({ phone_id: 'tab-1', leaving: true });
    world.clock.advance(5_000);
    expect((await ann.present({ phone_id: 'tab-2' })).body).toMatchObject({ status: revision });
    await world.restart();
    expect((await ann.present({ phone_id: 'tab-2' })).body).toMatchObject({ status: revision });
    expect((await firefox.present({ phone_id: 'other' })).body).toMatchObject({
      phone: false,
      status: revision,
    });
  });

  it('ends when the agent was away for hours; time as available ends with the last report', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    world.clock.advance(60_000);
    await ann.present({ state: 'note' });
    await ann.present();
    world.clock.advance(3 * MINUTE_MS);
    await ann.present();
    expect(seconds(await intervals(world, ann))).toEqual([['available', 60]]);
    await choose(ann, 'break');
    world.clock.advance(4 * 3_600_000 + 1_000);
    await ann.present();
    expect(await own(ann)).toMatchObject({ key: 'available', seconds: 0 });
  });

  it('ends with the last session of the agent', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    await choose(ann, 'break');
    world.clock.advance(MINUTE_MS);
    const end = () => world.db.transaction((tx) => endStatus(tx, ann.id, world.clock.now()));
    await end();
    expect(await own(ann)).toMatchObject({ key: 'break' });
    const ended = await intervals(world, ann);
    await world.db.delete(sessions).where(eq(sessions.user_id, ann.id));
    await end();
    expect(seconds((await intervals(world, ann)).slice(ended.length))).toEqual([['break', 60]]);
    expect(await firstRow(world.db.select().from(users).where(eq(users.id, ann.id)))).toMatchObject({
      status: 'available',
      status_since: null,
    });
  });

  it('must be one of the account’s', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    expect(await choose(ann, 'siesta')).toEqual(errorResponse('This status can’t be chosen anymore.'));
    expect(await choose(ann, 'do_not_disturb')).toMatchObject({ status: 403 });
  });

  it('is an event for webhooks', async () => {
    const world = await start();
    await world.db.insert(webhookEndpoints).values({
      account_id: 100,
      url: 'https://example.com',
      secret: 's',
      events: ['agent_status_changed'],
    });
    const ann = await world.waiting('agent@demo.test');
    await choose(ann, 'break');
    const rows = await world.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.type, 'agent_status_changed'))
      .orderBy(asc(webhookEvents.id));
    expect(rows.at(-1)?.data).toMatchObject({
      agent: { id: ann.id, email: 'agent@demo.test' },
      status: { key: 'break', name: 'Break' },
      previous: { key: 'available', name: 'Available' },
    });
  });
});

withDatabase('do not disturb', (open) => {
  const start = testWorlds(open);

  it('is set and cleared only by administrators, and withdraws a ring', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    const { body } = await world.postLead(LEAD);
    await world.waitForRing(ann.id);
    await expect(operate(world, ann, 'do_not_disturb', ['listen'])).rejects.toMatchObject({
      code: 'forbidden',
    });
    await operate(world, ann, 'do_not_disturb', ['admin']);
    await world.advance(1_000);
    expect(await world.callUsersOf(Number(body['call_id']))).toMatchObject([{ status: 'withdrawn' }]);
    expect(await own(ann)).toMatchObject({ key: 'do_not_disturb' });
    expect(await choose(ann, 'available')).toMatchObject({ status: 422, body: { code: 'statusLocked' } });
    await expect(operate(world, ann, 'available', ['listen'])).rejects.toMatchObject({
      code: 'statusLocked',
    });
    await operate(world, ann, 'available', ['admin']);
    expect(await own(ann)).toMatchObject({ key: 'available' });
  });

  it('is the same as the field of the agent', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    await choose(ann, 'break');
    const set = (do_not_disturb: boolean) =>
      world.db.transaction((tx) =>
        perform(
          'users set',
          { tx, accountId: 100, by: null, at: world.clock.now(), secrets: TEST_SECRETS },
          { id: ann.id, do_not_disturb },
        ),
      );
    await set(true);
    expect(await own(ann)).toMatchObject({ key: 'do_not_disturb' });
    expect(await boardOf(world, ann)).toMatchObject({ reason: 'Do not disturb is on' });
    await change(world.db, users, eq(users.id, ann.id), { full_name: 'Ann Reyes' });
    await set(false);
    expect(await own(ann)).toMatchObject({ key: 'available' });
  });

  it('set by a supervisor, a break can be ended again', async () => {
    const world = await start();
    const ann = await world.waiting('agent@demo.test');
    await operate(world, ann, 'break', ['listen']);
    expect(await own(ann)).toMatchObject({ key: 'break' });
    await operate(world, ann, 'available', ['listen']);
    expect(await own(ann)).toMatchObject({ key: 'available' });
  });
});
