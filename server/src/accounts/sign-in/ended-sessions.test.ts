/** What a page can still do when its session has ended: nothing, whatever it holds in its hands. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sessions, users } from '../../platform/database/schema.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { type Agent, pathOf } from '../../testing/world/edge.ts';
import { waiting } from '../../testing/world/locks.ts';
import { CALLER, callsIn, connects } from '../../testing/world/told.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';
import { realtimeIdentity } from '../core/page-identity.ts';
import { changePerson, setPassword } from '../settings/people.ts';
import { hashToken, SESSION_MS } from './sessions.ts';

const DAY_MS = 24 * 3_600_000;
const LEAD = { phone_number: '+14155550106', fname: 'Grace' };

interface Scene {
  readonly world: TestWorld;
  readonly ann: Agent;
}

const personOf = async ({ world, ann }: Scene) => {
  const [row] = await world.db.select().from(users).where(eq(users.id, ann.id));
  if (!row) throw new Error('no user');
  return row;
};

/** Each way in which a page stops being an agent's phone against its will. */
const ENDS: readonly { readonly name: string; readonly end: (scene: Scene) => Promise<unknown> }[] = [
  { name: 'a logout', end: ({ world, ann }) => world.sessions.close(ann.token) },
  {
    name: 'a new password',
    end: async (scene) => {
      const person = await personOf(scene);
      const { db, clock, work } = scene.world;
      const acting = { accountId: 100, by: null, at: clock.now() };
      await db.transaction((tx) => setPassword({ ...acting, tx }, { id: person.id, passwordHash: 'hash' }));
      await work.poll();
    },
  },
  {
    name: 'a deactivation',
    end: async ({ world: { db, clock, work }, ann }) => {
      const acting = { accountId: 100, by: null, at: clock.now() };
      await db.transaction((tx) => changePerson({ ...acting, tx }, { id: ann.id, active: false }));
      await work.poll();
    },
  },
  {
    name: 'the expiry of the session',
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

withDatabase('a page that is the phone no more', (open) => {
  const start = testWorlds(open);

  async function begin(): Promise<Scene> {
    const [world, ann] = await start.waiting('agent@demo.test');
    return { world, ann };
  }

  for (const { name: how, end } of ENDS) {
    it(`after ${how} is rung for nothing, and its call to the server is hung up`, async () => {
      const { world, ann } = await begin();
      await end({ world, ann });
      await world.settle();
      await world.postLead(LEAD);
      await world.settle();
      const rung = world.provider.asked('create').map(({ about }) => about.split('?')[0]);
      expect(rung).not.toContain(ann.client());
      const placed = { status: 200, body: { call_user_id: 1, call: { id: 1 } } };
      const device = await connects(world, ann, placed, '+14155550100');
      expect(device.body).toContain('<Hangup/>');
    });

    it(`after ${how} loses its ring to the next agent`, async () => {
      const { world, ann } = await begin();
      const ben = await world.agent('agent2@demo.test');
      await ben.present({ device: 'unregistered' });
      await world.postLead(LEAD);
      const ring = await world.rung(ann.id);
      await ben.present();
      await end({ world, ann });
      await world.settle();
      expect(world.provider.asked('update', ring.sid)).toMatchObject([{ fields: { Status: 'completed' } }]);
      const late = await world.webhook(ring.offer, {
        CallSid: ring.sid,
        From: '+14155550199',
        To: ann.client(),
      });
      expect(late.body).toContain('<Hangup/>');
      await world.rung(ben.id);
    });

    it.each([
      ['', false],
      [', also when it had said that it goes', true],
    ])(`after ${how} loses its call, whose caller waits with music for the agent%s`, async (_, hasLeft) => {
      const { world, ann } = await begin();
      await callsIn(world);
      const ring = await world.rung(ann.id);
      const form = { CallSid: ring.sid, From: '+14155550199', To: ann.client() };
      const callId = Number(new URL(`http://x${pathOf(ring.offer)}`).searchParams.get('call_id'));
      await world.webhook(ring.offer, form);
      const conference = { ConferenceSid: 'CFconference1', StatusCallbackEvent: 'conference-start' };
      await world.webhook(`/twilio/status/conference?call_id=${callId}`, conference);
      if (hasLeft) await ann.present({ state: 'oncall', leaving: true });
      await end({ world, ann });
      await world.settle();
      expect(world.provider.asked('update', ring.sid)).toMatchObject([{ fields: { Status: 'completed' } }]);
      const [held] = world.provider.asked('hold', CALLER.CallSid);
      expect(held?.fields['HoldUrl']).toContain('/twilio/wait/music');
      expect((await world.webhook(ring.offer, form)).body).toContain('<Hangup/>');
      expect(await world.call(callId)).toMatchObject({ ended_at: null, vanished_at: expect.any(Date) });
      // Let in again, the agent has the same call.
      await world.db.update(users).set({ active: true }).where(eq(users.id, ann.id));
      const again = await world.agent('agent@demo.test');
      const { body } = await again.present({ phone_id: 'again', take_over: true });
      expect(body['resume']).toBe(callId);
      await world.webhook(ring.status, { CallSid: ring.sid, CallStatus: 'completed' });
      expect((await world.call(callId)).ended_at).toBeNull();
    });

    it(`after ${how} hears no event: its connections are ended`, async () => {
      const { world, ann } = await begin();
      world.provider.faults.push({ what: 'endConnections', fault: 'fail' });
      await end({ world, ann });
      await world.settle();
      await world.advance(1_000);
      const ended = () => world.provider.asked('endConnections').map(({ about }) => about);
      const name = realtimeIdentity(hashToken(ann.token));
      // The first request failed.
      expect(ended()).toEqual([name, name]);
      // A signature that was given before the end is good for no sign-in any more.
      await world.advance(12_000);
      expect(ended()).toEqual([name, name, name]);
    });
  }

  it('has no lease by a report that was let in before the session ended', async () => {
    const { world, ann } = await begin();
    const reported = await world.db.transaction(async (tx) => {
      await tx.delete(sessions).where(eq(sessions.token_hash, hashToken(ann.token)));
      const report = ann.present({ phone_id: 'late', state: 'thankyou' });
      await waiting(tx, 1);
      return { report };
    });
    expect((await reported.report).status).toBe(401);
  });

  it('of another browser that is not the phone keeps its session and its connections', async () => {
    const { world, ann } = await begin();
    const other = await world.agent('agent@demo.test');
    expect((await other.present({ phone_id: 'other' })).body['phone']).toBe(false);
    await world.sessions.close(other.token);
    await world.settle();
    expect(world.provider.asked('endConnections').map(({ about }) => about)).toEqual([
      realtimeIdentity(hashToken(other.token)),
    ]);
    expect((await ann.present()).body['phone']).toBe(true);
    await world.postLead(LEAD);
    await world.rung(ann.id);
  });

  it('has a whole new time at each use, until thirty days after the login', async () => {
    const { world, ann } = await begin();
    const expires = async () => {
      const [row] = await world.db.select().from(sessions).where(eq(sessions.user_id, ann.id));
      return row ? row.expires_at.getTime() - row.created_at.getTime() : null;
    };
    const use = async () => {
      world.clock.advance(8 * DAY_MS);
      return [await world.sessions.prolong(ann.token), (await expires()) ?? 0];
    };
    expect(await use()).toEqual([true, 22 * DAY_MS]);
    expect(await use()).toEqual([true, 30 * DAY_MS]);
    expect(await use()).toEqual([false, 30 * DAY_MS]);
    await use();
    expect(await world.sessions.endExpired()).toBe(1);
  });

  it('has a session that was used for as long as it lasts, and no longer', async () => {
    const { world, ann } = await begin();
    world.clock.advance(SESSION_MS - 1);
    expect((await ann.present()).body['phone']).toBe(true);
    expect(await world.sessions.endExpired()).toBe(0);
    world.clock.advance(2);
    await world.postLead(LEAD);
    await world.settle();
    expect(world.provider.asked('create')).toEqual([]);
    expect(await world.sessions.endExpired()).toBe(1);
    expect((await ann.present()).status).toBe(401);
  });
});
