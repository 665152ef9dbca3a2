import type { Disposition } from '@offhook/contract/calls/dispositions';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { setResult } from '../../calls/results/disposition.ts';
import { addCallUser } from '../../platform/database/call-users.ts';
import { insert } from '../../platform/database/database.ts';
import { calls, leads, presence, scheduledCalls } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { addCall, find, firstRow, leadOf, userOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import type { Agent } from '../../testing/world/edge.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { createLeadQueues } from './lead-queues.ts';
import { RESULT_WAIT_MS } from './pending-results.ts';
import type { DueRow } from './read-due-calls.ts';
import { startScheduledCall } from './start-scheduled-call.ts';

const PHONE = '+14155550152';
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

const PLANS = {
  'callback for the agent': (id: number) => ({ callback_by: id, callback_for: id }),
  'callback for the team': (id: number) => ({ callback_by: id }),
  'follow-up': () => ({ lead_retry: 1 }),
  retry: () => ({ retry: 1 }),
} as const;

withDatabase('a lead whose last call just ended', (open) => {
  const start = testWorlds(open);

  /** The agent placed a call that lasted past the due time of the lead's next one, and is at Call Result. */
  async function startWith(plan: keyof typeof PLANS) {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    const lead = await leadOf(world.db, PHONE);
    if (!lead) throw new Error('the demo lead is missing');
    const startedAt = new Date(world.clock.now() - 2 * MINUTE_MS);
    const ended_at = new Date(world.clock.now());
    const call = await addCall(world.db, {
      lead_id: lead.id,
      phone_number: PHONE,
      team_id: 1,
      type: 'outbound',
      direction: 'outbound',
      agent_id: ann.id,
      status: 'completed',
      started_at: startedAt,
      talk_started_at: startedAt,
      ended_at,
    });
    const part = await addCallUser(world.db, {
      call_id: call.id,
      user_id: ann.id,
      type: 'outbound',
      status: 'ended',
      accepted_at: startedAt,
      ended_at,
    });
    const row = await insert(world.db, scheduledCalls, {
      account_id: 100,
      team_id: 1,
      lead_id: lead.id,
      due_at: new Date(world.clock.now() - MINUTE_MS),
      requested_at: new Date(startedAt.getTime() - MINUTE_MS),
      created_at: new Date(startedAt.getTime() - MINUTE_MS),
      reason: '',
      ...PLANS[plan](ann.id),
    });
    const atResult = { state: 'disposition', call_user_id: part.id };
    await ann.present(atResult);
    await ben.present();
    await world.settle();
    return { world, ann, ben, lead, call, row, atResult };
  }

  const newCalls = ({ db }: TestWorld, leadId: number) =>
    find(db, calls, and(eq(calls.lead_id, leadId), eq(calls.status, 'ringing')));
  const planOf = ({ db }: TestWorld, id: number) =>
    firstRow(find(db, scheduledCalls, eq(scheduledCalls.id, id)));
  async function choose({ db, clock }: TestWorld, callId: number, result: Disposition) {
    const user = await userOf(db, 'agent@demo.test');
    await setResult({ db, clock }, user as unknown as SignedInUser, callId, result);
  }
  async function pass(world: TestWorld, ms: number, agents: readonly [Agent, object?][]) {
    world.clock.advance(ms);
    for (const [agent, changes] of agents) await agent.present({ ...changes });
    await world.settle();
  }

  const plans = Object.keys(PLANS) as (keyof typeof PLANS)[];
  it.each(plans)('isn’t called by its %s before the result settles', async (plan) => {
    const { world, ann, ben, lead, call, row, atResult } = await startWith(plan);
    const isntCalled = async () => expect(await newCalls(world, lead.id)).toEqual([]);
    await isntCalled();
    await pass(world, SECOND_MS, [[ann, atResult], [ben]]);
    await isntCalled();
    await choose(world, call.id, 'contacted');
    for (let second = 0; second < 8; second += 1) {
      await pass(world, SECOND_MS, [[ann], [ben]]);
      await isntCalled();
    }
    expect((await ann.post('/apps/webrtc/check')).body).not.toMatchObject({ lead: { id: lead.id } });
    expect((await planOf(world, row.id)).ended_at).toBeNull();
    await pass(world, 2 * SECOND_MS, [[ann], [ben]]);
    expect(await planOf(world, row.id)).toMatchObject({ cancelled: 'The lead was contacted', call_id: null });
    await isntCalled();
  });

  it('is called back once a result settles that keeps the callback', async () => {
    const { world, ann, ben, lead, call } = await startWith('callback for the agent');
    await choose(world, call.id, 'voicemail');
    await pass(world, 8 * SECOND_MS, [[ann], [ben]]);
    expect(await newCalls(world, lead.id)).toEqual([]);
    await pass(world, 2 * SECOND_MS, [[ann], [ben]]);
    expect(await newCalls(world, lead.id)).toMatchObject([{ callback_for: ann.id }]);
  });

  it('is called once the agent left Call Result without a result, or left it open too long', async () => {
    const left = await startWith('follow-up');
    await pass(left.world, SECOND_MS, [[left.ann], [left.ben]]);
    expect(await newCalls(left.world, left.lead.id)).toHaveLength(1);
    const { world, ann, ben, lead, atResult } = await startWith('follow-up');
    await pass(world, RESULT_WAIT_MS, [[ann, atResult], [ben]]);
    expect(await newCalls(world, lead.id)).toHaveLength(1);
  });

  it('doesn’t delay the agent’s other due calls, and isn’t counted as waiting', async () => {
    const { world, ann, call } = await startWith('callback for the agent');
    await choose(world, call.id, 'contacted');
    const queue = () => createLeadQueues(world.work.deps)({ id: ann.id, account_id: 100 });
    expect(await queue()).toMatchObject({ waiting: 0 });
    const other = await firstRow(find(world.db, leads, eq(leads.phone_number, '+14155550153')));
    const at = new Date(world.clock.now() - SECOND_MS);
    await insert(world.db, scheduledCalls, {
      ...{ account_id: 100, team_id: 1, lead_id: other.id, due_at: at, requested_at: at, created_at: at },
      ...{ reason: '', callback_by: ann.id, callback_for: ann.id },
    });
    await pass(world, SECOND_MS, [[ann]]);
    expect(await newCalls(world, other.id)).toHaveLength(1);
  });

  it('isn’t called by a server that found its call due before the result', async () => {
    const { world, ann, lead, call, row } = await startWith('follow-up');
    const left = { call_user_id: null, state: 'waiting' } as const;
    await world.db.update(presence).set(left).where(eq(presence.user_id, ann.id));
    const due: DueRow = {
      ...{ id: row.id, dueAt: row.due_at.getTime(), isCallback: false, callbackFor: null, ownerId: null },
      ...{ heldFor: null, requestedBy: null, leadId: lead.id, retry: null, leadRetry: 1, scheduledAt: 0 },
    };
    await choose(world, call.id, 'contacted');
    const started = await transact(world.work.deps, (tx, outbox) =>
      startScheduledCall(world.work.deps, tx, outbox, due, world.clock.now()),
    );
    expect(started).toBe(false);
    expect(await newCalls(world, lead.id)).toEqual([]);
  });
});
