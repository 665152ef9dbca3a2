/** A page whose session has ended can do nothing, whatever credentials it still holds. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sessions, users } from '../../platform/database/schema.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { type Agent, pathOf } from '../../testing/world/edge.ts';
import { untilLockWaiters } from '../../testing/world/locks.ts';
import { CALLER, connectDevice, reportInboundCall } from '../../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { realtimeIdentity } from '../core/page-identity.ts';
import { changeUser, setPassword } from '../settings/users.ts';
import { hashToken, SESSION_MS } from './sessions.ts';

const DAY_MS = 24 * 3_600_000;
const LEAD = { phone_number: '+14155550106', fname: 'Grace' };

interface Scene {
  readonly world: TestWorld;
  readonly ann: Agent;
}

const annRow = async ({ world, ann }: Scene) => {
  const [row] = await world.db.select().from(users).where(eq(users.id, ann.id));
  if (!row) throw new Error('no user');
  return row;
};

/** Each way a page can lose the phone involuntarily. */
const ENDS: readonly { readonly name: string; readonly end: (scene: Scene) => Promise<unknown> }[] = [
  { name: 'a logout', end: ({ world, ann }) => world.sessions.close(ann.token) },
  {
    name: 'a new password',
    end: async (scene) => {
      const { id } = await annRow(scene);
      const { db, clock, work } = scene.world;
      const context = { accountId: 100, by: null, at: clock.now() };
      await db.transaction((tx) => setPassword({ ...context, tx }, { id, passwordHash: 'hash' }));
      await work.poll();
    },
  },
  {
    name: 'a deactivation',
    end: async ({ world: { db, clock, work }, ann }) => {
      const context = { accountId: 100, by: null, at: clock.now() };
      await db.transaction((tx) => changeUser({ ...context, tx }, { id: ann.id, active: false }));
      await work.poll();
    },
  },
  {
    name: 'session expiry',
    end: async ({ world, ann }) => {
      const past = new Date(world.clock.now() - 1);
      await world.db
        .update(sessions)
        .set({ expires_at: past })
        .where(eq(sessions.token_hash, hashToken(ann.token)));
      await world.sessions.endExpired();
    },
  },
  {
    name: 'a takeover in another browser',
    end: async ({ world }) => {
      const other = await world.agent('agent@demo.test');
      await other.present({ phone_id: 'other', device: 'unregistered', take_over: true });
    },
  },
];

withDatabase('the phone page', (open) => {
  const start = testWorlds(open);

  async function openScene(): Promise<Scene> {
    const [world, ann] = await start.waiting('agent@demo.test');
    return { world, ann };
  }

  it.each(ENDS.filter(({ name }) => name === 'a new password' || name === 'a deactivation'))(
    'that reports while $name ends its session isn’t deadlocked with it',
    async ({ end }) => {
      const { world, ann } = await openScene();
      let ended: Promise<unknown> = Promise.resolve();
      // As a report does: the session first, then its user.
      await world.db.transaction(async (tx) => {
        await tx.select().from(sessions).where(eq(sessions.user_id, ann.id)).for('key share');
        ended = end({ world, ann });
        await untilLockWaiters(world.db, 1);
        await tx.select().from(users).where(eq(users.id, ann.id)).for('no key update', { noWait: true });
      });
      await ended;
    },
  );

  for (const { name: how, end } of ENDS) {
    it(`after ${how} is no longer rung, and any call that it places is hung up`, async () => {
      const { world, ann } = await openScene();
      await end({ world, ann });
      await world.settle();
      await world.postLead(LEAD);
      await world.settle();
      const rung = world.provider.requests('create').map(({ target }) => target.split('?')[0]);
      expect(rung).not.toContain(ann.client());
      const placed = { status: 200, body: { call_user_id: 1, call: { id: 1 } } };
      const device = await connectDevice(world, ann, placed, '+14155550100');
      expect(device.body).toContain('<Hangup/>');
    });

    it(`after ${how} loses its ring to the next agent`, async () => {
      const { world, ann } = await openScene();
      const ben = await world.agent('agent2@demo.test');
      await ben.present({ device: 'unregistered' });
      await world.postLead(LEAD);
      const ring = await world.waitForRing(ann.id);
      await ben.present();
      await end({ world, ann });
      await world.settle();
      expect(world.provider.requests('update', ring.sid)).toMatchObject([
        { fields: { Status: 'completed' } },
      ]);
      const late = await world.webhook(ring.offerPath, {
        CallSid: ring.sid,
        From: '+14155550199',
        To: ann.client(),
      });
      expect(late.body).toContain('<Hangup/>');
      await world.waitForRing(ben.id);
    });

    it.each([
      ['', false],
      [', even if the page had already closed', true],
    ])(`after ${how} loses its call, and the caller waits with music%s`, async (_, hasLeft) => {
      const { world, ann } = await openScene();
      await reportInboundCall(world);
      const ring = await world.waitForRing(ann.id);
      const form = { CallSid: ring.sid, From: '+14155550199', To: ann.client() };
      const callId = Number(new URL(`http://x${pathOf(ring.offerPath)}`).searchParams.get('call_id'));
      await world.webhook(ring.offerPath, form);
      const conference = { ConferenceSid: 'CFconference1', StatusCallbackEvent: 'conference-start' };
      await world.webhook(`/twilio/status/conference?call_id=${callId}`, conference);
      if (hasLeft) await ann.present({ state: 'oncall', leaving: true });
      await end({ world, ann });
      await world.settle();
      expect(world.provider.requests('update', ring.sid)).toMatchObject([
        { fields: { Status: 'completed' } },
      ]);
      const [held] = world.provider.requests('hold', CALLER.CallSid);
      expect(held?.fields['HoldUrl']).toContain('/twilio/wait/music');
      expect((await world.webhook(ring.offerPath, form)).body).toContain('<Hangup/>');
      expect(await world.call(callId)).toMatchObject({ ended_at: null, vanished_at: expect.any(Date) });
      await world.db.update(users).set({ active: true }).where(eq(users.id, ann.id));
      const again = await world.agent('agent@demo.test');
      const { body } = await again.present({ phone_id: 'again', take_over: true });
      expect(body['resume']).toBe(callId);
      await world.webhook(ring.statusPath, { CallSid: ring.sid, CallStatus: 'completed' });
      expect((await world.call(callId)).ended_at).toBeNull();
    });

    it(`after ${how} receives no events: its connections are closed`, async () => {
      const { world, ann } = await openScene();
      world.provider.faults.push({ kind: 'endConnections', fault: 'fail' });
      await end({ world, ann });
      await world.settle();
      await world.advance(1_000);
      const ended = () => world.provider.requests('endConnections').map(({ target }) => target);
      const name = realtimeIdentity(hashToken(ann.token));
      expect(ended()).toEqual([name, name]);
      await world.advance(12_000);
      expect(ended()).toEqual([name, name, name]);
    });
  }

  it('gets 401 for a presence report that is still in progress when the session ends', async () => {
    const { world, ann } = await openScene();
    const reported = await world.db.transaction(async (tx) => {
      await tx.delete(sessions).where(eq(sessions.token_hash, hashToken(ann.token)));
      const report = ann.present({ phone_id: 'late', state: 'thankyou' });
      await untilLockWaiters(tx, 1);
      return { report };
    });
    expect((await reported.report).status).toBe(401);
  });

  it('keeps the phone when a page in another browser logs out', async () => {
    const { world, ann } = await openScene();
    const other = await world.agent('agent@demo.test');
    expect((await other.present({ phone_id: 'other' })).body['phone']).toBe(false);
    await world.sessions.close(other.token);
    await world.settle();
    expect(world.provider.requests('endConnections').map(({ target }) => target)).toEqual([
      realtimeIdentity(hashToken(other.token)),
    ]);
    expect((await ann.present()).body['phone']).toBe(true);
    await world.postLead(LEAD);
    await world.waitForRing(ann.id);
  });

  it('has its session extended at each use, up to 30 days after login', async () => {
    const { world, ann } = await openScene();
    const sessionLength = async () => {
      const [row] = await world.db.select().from(sessions).where(eq(sessions.user_id, ann.id));
      return row ? row.expires_at.getTime() - row.created_at.getTime() : null;
    };
    const use = async () => {
      world.clock.advance(8 * DAY_MS);
      return [await world.sessions.extend(ann.token), (await sessionLength()) ?? 0];
    };
    expect(await use()).toEqual([true, 22 * DAY_MS]);
    expect(await use()).toEqual([true, 30 * DAY_MS]);
    expect(await use()).toEqual([false, 30 * DAY_MS]);
    await use();
    expect(await world.sessions.endExpired()).toBe(1);
  });

  it('is no longer rung once its session expires', async () => {
    const { world, ann } = await openScene();
    world.clock.advance(SESSION_MS - 1);
    expect((await ann.present()).body['phone']).toBe(true);
    expect(await world.sessions.endExpired()).toBe(0);
    world.clock.advance(2);
    await world.postLead(LEAD);
    await world.settle();
    expect(world.provider.requests('create')).toEqual([]);
    expect(await world.sessions.endExpired()).toBe(1);
    expect((await ann.present()).status).toBe(401);
  });
});
