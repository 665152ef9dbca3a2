import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calls, presence } from '../platform/database/schema.ts';
import { withDatabase } from '../testing/database/database.ts';
import { untilLockWaiters } from '../testing/world/locks.ts';
import {
  CALLER,
  callUserIdOf,
  connectCaller,
  reportConferenceStarted,
  setProviderCall,
} from '../testing/world/provider-events.ts';
import { testWorlds } from '../testing/world/world.ts';

withDatabase('presence', (open) => {
  const start = testWorlds(open);

  it('is a lease of one page: another browser waits, but a reload and ‘Use it here’ take over immediately', async () => {
    const [world, chrome, firefox] = await start.as('agent@demo.test', 'agent@demo.test');
    const isPhone = async (agent: typeof chrome, changes: object) =>
      (await agent.present({ ...changes })).body['phone'];
    expect(await isPhone(chrome, { phone_id: 'tab-1' })).toBe(true);
    expect(await isPhone(firefox, { phone_id: 'tab-2' })).toBe(false);
    expect(await isPhone(chrome, { phone_id: 'tab-1-reloaded' })).toBe(true);
    expect(await isPhone(firefox, { phone_id: 'tab-2', take_over: true })).toBe(true);
    expect(await isPhone(chrome, { phone_id: 'tab-1-reloaded' })).toBe(false);
    world.clock.advance(10_000);
    expect(await isPhone(chrome, { phone_id: 'tab-1-reloaded' })).toBe(true);
  });

  it.each<[Record<string, string>, number]>([
    [{ device: 'unregistered' }, 0],
    [{ audio: 'locked' }, 0],
    [{ state: 'note' }, 0],
    [{ state: 'thankyou' }, 1],
  ])('with %j lets a lead ring %i phones', async (changes, rings) => {
    const [world, ann] = await start.as('agent@demo.test');
    await ann.present(changes);
    const { body } = await world.postLead({ phone_number: '+14155550100' });
    expect(await world.callUsersOf(Number(body['call_id']))).toEqual(
      Array.from({ length: rings }, () => expect.objectContaining({ user_id: ann.id, status: 'ringing' })),
    );
  });

  it('expires 10 s after the last report', async () => {
    const world = await start();
    await world.waiting('agent@demo.test');
    world.clock.advance(10_000);
    const response = await world.postLead({ phone_number: '+14155550100' });
    expect(response.body).toMatchObject({ outcome: expect.stringMatching(/^scheduled for /) });
  });

  it.each([600_000, 3 * 86_400_000])('keeps its age when the clock is set forward by %i ms', async (step) => {
    const [world, ann, firefox] = await start.as('agent@demo.test', 'agent@demo.test');
    await ann.present({ phone_id: 'tab-1' });
    world.clock.setForward(step);
    world.clock.advance(9_999);
    // The clock change alone doesn't give another browser the lease, and the first lead rings immediately.
    expect((await firefox.present({ phone_id: 'tab-2' })).body['phone']).toBe(false);
    await world.postLead({ phone_number: '+14155550100' });
    await world.waitForRing(ann.id);
    await world.settle();
    world.clock.advance(1);
    const { body } = await world.postLead({ phone_number: '+14155550101' });
    expect(body).toMatchObject({ outcome: expect.stringMatching(/^scheduled for /) });
  });

  it('is renewed by each report, and counts as changed after a new or late one', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const lease = async () => {
      const [row] = await world.db.select().from(presence).where(eq(presence.user_id, ann.id));
      return { renewed: row?.renewed_at.getTime(), changed: row?.changed_at?.getTime() };
    };
    const first = world.clock.now();
    await ann.present();
    expect(await lease()).toEqual({ renewed: first, changed: first });
    world.clock.advance(4_000);
    expect((await ann.present()).body).toMatchObject({ success: true, phone: true, resume: null });
    expect(await lease()).toEqual({ renewed: first + 4_000, changed: first });
    world.clock.advance(4_000);
    await ann.present({ state: 'thankyou' });
    expect(await lease()).toEqual({ renewed: first + 8_000, changed: first + 8_000 });
    world.clock.advance(10_000);
    await ann.present({ state: 'thankyou' });
    expect(await lease()).toEqual({ renewed: first + 18_000, changed: first + 18_000 });
    const updates = world.provider
      .requests('publish')
      .filter(({ target }) => target.includes('agent.updated'));
    expect(updates).toHaveLength(3);
  });

  it('ends when its page closes: the phone isn’t rung, and another browser gets the lease immediately', async () => {
    const [world, chrome, firefox] = await start.as('agent@demo.test', 'agent@demo.test');
    await chrome.present({ phone_id: 'tab-1' });
    // A late report from a page that closed earlier doesn't end the lease.
    await chrome.present({ phone_id: 'tab-0', leaving: true });
    expect((await firefox.present({ phone_id: 'tab-2' })).body['phone']).toBe(false);
    expect((await chrome.present({ phone_id: 'tab-1', leaving: true })).body['phone']).toBe(false);
    // This report was sent before the page closed and arrives afterwards.
    expect((await chrome.present({ phone_id: 'tab-1' })).body['phone']).toBe(false);
    expect((await world.postLead({ phone_number: '+14155550100' })).body).toMatchObject({
      outcome: expect.stringMatching(/^scheduled for /),
    });
    expect((await firefox.present({ phone_id: 'tab-2' })).body['phone']).toBe(true);
  });

  it('is rejected if the report is invalid', async () => {
    const [, ann] = await start.as('agent@demo.test');
    expect((await ann.present({ state: 'asleep' })).status).toBe(422);
    expect((await ann.present({ phone_id: 'x'.repeat(65) })).status).toBe(422);
  });
});

withDatabase('a disconnected agent', (open) => {
  const start = testWorlds(open);

  async function disconnected() {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { ring, callId } = await connectCaller(world, ann);
    await reportConferenceStarted(world, callId);
    setProviderCall(world, CALLER.CallSid);
    setProviderCall(world, ring.sid);
    await ann.present({ state: 'oncall' });
    await world.webhook(ring.statusPath, { CallSid: ring.sid, CallStatus: 'completed', CallDuration: '3' });
    return { world, ann, ring, callId };
  }

  it('leaves the caller on hold immediately, and for 45 s', async () => {
    const { world, callId } = await disconnected();
    const [held, ...others] = world.provider.requests('hold', CALLER.CallSid);
    expect(others).toEqual([]);
    expect(held?.fields).toMatchObject({ Hold: 'true', HoldMethod: 'POST' });
    expect(held?.fields['HoldUrl']).toContain('/twilio/wait/music');
    expect((await world.call(callId)).status).toBe('in-progress');
    await world.advance(30_000);
    expect((await world.call(callId)).ended_at).toBeNull();
    expect(world.provider.requests('update', CALLER.CallSid)).toEqual([]);
    await world.advance(15_000);
    expect(await world.call(callId)).toMatchObject({ status: 'completed' });
    expect(world.provider.requests('update', CALLER.CallSid)).toHaveLength(1);
  });

  it('who reloads is offered the call, rung once, accepted automatically, and talks to the same caller', async () => {
    const { world, ann, callId, ring } = await disconnected();
    expect(world.provider.requests('hold', CALLER.CallSid)).toHaveLength(1);
    const unregistered = await ann.present({ phone_id: 'reloaded', device: 'unregistered' });
    expect(unregistered.body).toMatchObject({ phone: true, resume: callId });
    expect(world.provider.requests('create')).toHaveLength(1);
    expect((await ann.present({ phone_id: 'reloaded' })).body['resume']).toBe(callId);
    expect((await ann.present({ phone_id: 'reloaded' })).body).toMatchObject({ phone: true, resume: callId });
    const again = await world.waitForRing(ann.id, 2);
    expect(world.provider.requests('create')).toHaveLength(2);
    const callUserId = callUserIdOf(again);
    expect(callUserId).toBe(callUserIdOf(ring));
    expect((await ann.get(`/api/v1/callusers/${callUserId}`)).body).toMatchObject({
      autoaccept: true,
      status: 'accepted',
      call: { id: callId },
    });
    const joined = await world.webhook(again.offerPath, { CallSid: again.sid });
    expect(joined.body).toContain(`>call-${callId}</Conference>`);
    const [, back, ...others] = world.provider.requests('hold', CALLER.CallSid);
    expect(back?.fields['Hold']).toBe('false');
    expect(others).toEqual([]);
    expect((await ann.present({ phone_id: 'reloaded', state: 'oncall' })).body['resume']).toBeNull();
    await world.advance(60_000);
    expect((await world.call(callId)).ended_at).toBeNull();
  });

  it('who connected while a report was in flight isn’t rung again because of it', async () => {
    const { world, ann, callId } = await disconnected();
    await ann.present({ phone_id: 'reloaded' });
    const again = await world.waitForRing(ann.id, 2);
    const concurrent = await world.db.transaction(async (tx) => {
      await tx.select().from(calls).where(eq(calls.id, callId)).for('update');
      // Both wait for the call's lock, in this order; the report has read the old state.
      const answered = world.webhook(again.offerPath, { CallSid: again.sid });
      await untilLockWaiters(tx, 1);
      const reported = ann.present({ phone_id: 'reloaded' });
      await untilLockWaiters(tx, 2);
      return { answered, reported };
    });
    expect((await concurrent.answered).body).toContain(`>call-${callId}</Conference>`);
    expect((await concurrent.reported).body).toMatchObject({ phone: true });
    expect(world.provider.requests('create')).toHaveLength(2);
    expect(world.provider.requests('update', again.sid)).toEqual([]);
  });

  it('who returns before the old leg has ended gets a new one, and the old one is ended', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { ring } = await connectCaller(world, ann);
    const resume = (await ann.present({ phone_id: 'reloaded' })).body['resume'];
    await world.waitForRing(ann.id, 2);
    expect(world.provider.requests('update', ring.sid)).toHaveLength(1);
    await world.webhook(ring.statusPath, { CallSid: ring.sid, CallStatus: 'completed' });
    expect(await world.call(Number(resume))).toMatchObject({ status: 'in-progress' });
  });

  it('whose page closed hasn’t hung up: the caller waits, and another browser can resume immediately', async () => {
    const { world, ann, callId } = await disconnected();
    await ann.present({ state: 'oncall', leaving: true });
    const elsewhere = await world.agent('agent@demo.test');
    await world.advance(30_000);
    expect((await world.call(callId)).ended_at).toBeNull();
    const response = await elsewhere.present({ phone_id: 'elsewhere' });
    expect(response.body).toMatchObject({ phone: true, resume: callId });
  });

  it('whose phone still reports no call after 2 s counts as having hung up', async () => {
    const { world, ann, callId } = await disconnected();
    await ann.present({ state: 'disposition' });
    expect((await world.call(callId)).ended_at).toBeNull();
    await world.advance(2_000);
    expect(await world.call(callId)).toMatchObject({ status: 'completed' });
  });

  it('whose phone later reports no call counts as having hung up', async () => {
    const { world, ann, callId } = await disconnected();
    await world.advance(5_000);
    expect((await world.call(callId)).ended_at).toBeNull();
    expect((await ann.present({ state: 'disposition' })).body['resume']).toBeNull();
    expect(await world.call(callId)).toMatchObject({ status: 'completed' });
  });

  it('who clicked Hang Up is not awaited', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { ring, callId } = await connectCaller(world, ann);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    await world.webhook(ring.statusPath, { CallSid: ring.sid, CallStatus: 'completed' });
    expect(await world.call(callId)).toMatchObject({ status: 'completed', vanished_at: null });
    expect(world.provider.requests('hold')).toEqual([]);
  });
});
