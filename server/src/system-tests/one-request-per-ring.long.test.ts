// Each planned ring is requested once, whichever servers are slow, suspended or gone. The provider's API has no
// idempotency key, so a request whose response was lost is looked up, and a call that appears later is ended.
import { eq, gte } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { callUsers, effects, profiles } from '../platform/database/schema.ts';
import { change } from '../testing/app/rows.ts';
import { onEachDatabase } from '../testing/database/database.ts';
import type { FakeProvider } from '../testing/world/fake-provider.ts';
import { callUserIdOf } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds, until } from '../testing/world/world.ts';
import type { Work } from '../work.ts';

const LEAD = { phone_number: '+14155550100' };
const LEASE_MS = 20_001;
const BACK_OFF_MS = 300;

/** Holds only the requests of this kind that are made before the returned function is called. */
function holdFirst(provider: FakeProvider, kind: string) {
  const open = provider.holdRequests(kind);
  return {
    open,
    /** Later requests of this kind are answered. */
    letOthersPass: () => provider.holdRequests(kind)(),
  };
}

const pathOf = (url: string | undefined) => {
  const { pathname, search } = new URL(url ?? '');
  return pathname + search;
};

onEachDatabase('a planned ring', (open) => {
  const start = testWorlds(open);

  async function startUnsettled() {
    const world = await start({ settles: false });
    const ann = await world.waiting('agent@demo.test');
    return { world, ann };
  }

  /** The other server waits for the claim to expire. */
  function takeOver(world: TestWorld, other: Work, isTaken: () => boolean) {
    let isPolling = false;
    return until('the other server to take over', () => {
      if (!isPolling) {
        isPolling = true;
        world.clock.advance(LEASE_MS);
        // It ends only when what it has claimed is performed.
        void other.poll().finally(() => {
          isPolling = false;
        });
      }
      return isTaken();
    });
  }

  const endedSids = ({ provider }: TestWorld) =>
    provider
      .requests('update')
      .filter(({ fields }) => fields['Status'] === 'completed')
      .map(({ target }) => target);

  it('is left to the server that took it over while this one was suspended', async () => {
    const { world, ann } = await startUnsettled();
    const { provider } = world;
    provider.faults.push({ kind: 'create', fault: 'fail' });
    await world.postLead(LEAD);
    await world.work.settled();
    const lookup = holdFirst(provider, 'calls');
    world.clock.advance(BACK_OFF_MS);
    const found = provider.next('calls');
    void world.work.poll();
    await found;
    lookup.letOthersPass();
    const other = await world.secondServer();
    await takeOver(world, other, () => provider.calls.size === 1);
    await other.settled();
    lookup.open();
    await world.work.settled();
    await world.settle();
    expect([...provider.calls.values()].map(({ to }) => to.split('?')[0])).toEqual([ann.client()]);
  });

  it('stays claimed by the server that took it over when this one fails late', async () => {
    const { world } = await startUnsettled();
    const { provider } = world;
    provider.faults.push({ kind: 'create', fault: 'fail' });
    const first = holdFirst(provider, 'create');
    const requested = provider.next('create');
    await world.postLead(LEAD);
    await requested;
    const second = provider.holdRequests('create');
    const other = await world.secondServer();
    await takeOver(world, other, () => provider.requests('create').length === 2);
    // The other server renews its claim.
    await change(world.db, effects, eq(effects.kind, 'ring'), {
      claimed_until: new Date(world.clock.now() + LEASE_MS),
    });
    first.open();
    await world.work.settled();
    world.clock.advance(BACK_OFF_MS);
    await world.work.poll();
    second();
    await other.settled();
    await world.settle();
    expect(provider.requests('create')).toHaveLength(2);
    expect(provider.calls.size).toBe(1);
  });

  it('is ended if it appears after it was requested again, and the other keeps ringing', async () => {
    const { world } = await startUnsettled();
    const { provider } = world;
    provider.faults.push({ kind: 'create', fault: 'performLate' });
    const first = holdFirst(provider, 'create');
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    await world.work.settled();
    first.letOthersPass();
    world.clock.advance(BACK_OFF_MS);
    await world.settle();
    const [kept] = await world.legsOf(callId);
    expect([...provider.calls.keys()]).toEqual([kept?.provider_sid]);
    first.open();
    await provider.settled();
    const late = [...provider.calls.keys()].at(-1) ?? '';
    const path = pathOf(provider.requests('create')[0]?.fields['StatusCallback']);
    await world.webhook(path, { CallSid: late, CallStatus: 'initiated' });
    await world.settle();
    expect(endedSids(world)).toEqual([late]);
    expect(await world.callUsersOf(callId)).toMatchObject([{ status: 'ringing' }]);
  });

  it('is found by its first report if the response to its request was lost', async () => {
    const { world } = await startUnsettled();
    const { provider } = world;
    provider.faults.push({ kind: 'create', fault: 'loseResponse' });
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    await world.work.settled();
    const [sid = ''] = provider.calls.keys();
    const path = pathOf(provider.requests('create')[0]?.fields['StatusCallback']);
    await world.webhook(path, { CallSid: sid, CallStatus: 'ringing' });
    world.clock.advance(BACK_OFF_MS);
    await world.settle();
    expect(provider.requests('create')).toHaveLength(1);
    expect(provider.requests('calls')).toEqual([]);
    expect(endedSids(world)).toEqual([]);
    expect(await world.legsOf(callId)).toMatchObject([{ provider_sid: sid, ended_at: null }]);
  });

  it('is ended if it appears after the agent was given up, so that it doesn’t ring again', async () => {
    const { world, ann } = await startUnsettled();
    const { provider } = world;
    provider.faults.push({ kind: 'create', fault: 'performLate' });
    const first = holdFirst(provider, 'create');
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    await world.work.settled();
    first.letOthersPass();
    await ann.post(`/apps/webrtc/${callId}/reject`);
    world.clock.advance(BACK_OFF_MS);
    await world.settle();
    first.open();
    await provider.settled();
    const [late = ''] = provider.calls.keys();
    const path = pathOf(provider.requests('create')[0]?.fields['StatusCallback']);
    await world.webhook(path, { CallSid: late, CallStatus: 'initiated' });
    await world.settle();
    expect(provider.requests('create')).toHaveLength(1);
    expect(endedSids(world)).toContain(late);
    expect(await world.callUsersOf(callId)).toMatchObject([{ status: 'ignored' }]);
  });

  it('isn’t requested if it was withdrawn while it waited for the provider’s calls per second', async () => {
    const world = await start({ settles: false, callsPerSecond: 1 });
    const [ann, bob] = [await world.waiting('agent@demo.test'), await world.waiting('agent2@demo.test')];
    await world.db.update(profiles).set({ mode: 'simultaneous' });
    const { provider } = world;
    const requested = provider.next('create');
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    const { target, fields } = await requested;
    const rung = target.startsWith(ann.client()) ? ann : bob;
    expect(await world.callUsersOf(callId)).toHaveLength(2);
    const [sid = ''] = await until('the call', () => provider.calls.size === 1 && [...provider.calls.keys()]);
    await world.webhook(pathOf(fields['Url']), { CallSid: sid });
    const dialed = provider.next('participant');
    world.clock.advance(1_000);
    expect((await dialed).fields['To']).toBe(LEAD.phone_number);
    await world.settle();
    expect(provider.requests('create').map((one) => one.target.split('?')[0])).toEqual([rung.client()]);
  });

  it('is requested once by two servers that find its due call at the same time', async () => {
    const { world, ann } = await startUnsettled();
    await world.db.update(profiles).set({ retry_minutes: [2] });
    const { provider } = world;
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    await world.settle();
    await ann.post(`/apps/webrtc/${callId}/reject`);
    await world.settle();
    const other = await world.secondServer();
    world.clock.advance(121_000);
    await ann.present();
    await Promise.all([world.work.poll(), other.poll(), ann.present(), world.work.poll(), other.poll()]);
    await other.settled();
    await world.settle();
    expect(provider.requests('create')).toHaveLength(2);
    const rows = await world.db
      .select()
      .from(callUsers)
      .where(gte(callUsers.call_id, callId))
      .orderBy(callUsers.id);
    expect(rows.map(({ status }) => status)).toEqual(['ignored', 'ringing']);
  });

  it('follows a ring whose end is reported twice, while its time runs out on two servers', async () => {
    const world = await start({ settles: false });
    await world.db.update(profiles).set({ mode: 'round_robin' });
    const agents = [await world.waiting('agent@demo.test'), await world.waiting('agent2@demo.test')];
    const { provider } = world;
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    await world.settle();
    const first = provider.only('create');
    const [sid = ''] = provider.calls.keys();
    const other = await world.secondServer();
    world.clock.advance(30_000);
    for (const agent of agents) await agent.present();
    const end = { CallSid: sid, CallStatus: 'no-answer' };
    const path = pathOf(first.fields['StatusCallback']);
    await Promise.all([world.webhook(path, end), world.work.poll(), other.poll(), world.webhook(path, end)]);
    await other.settled();
    await world.settle();
    const rows = await world.callUsersOf(callId);
    expect(rows.map(({ status }) => status)).toEqual(['missed', 'ringing']);
    expect(
      provider.requests('create').map(({ fields }) => callUserIdOf({ offerPath: pathOf(fields['Url']) })),
    ).toEqual(rows.map(({ id }) => id));
  });
});
