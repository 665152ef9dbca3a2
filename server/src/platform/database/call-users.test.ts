import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addCall, userOf } from '../../testing/app/rows.ts';
import { onEachDatabase } from '../../testing/database/database.ts';
import { addCallUser } from './call-users.ts';
import { transaction } from './database.ts';
import { callUsers, users } from './schema.ts';

onEachDatabase('call users', (open) => {
  it('are numbered per user without gaps, despite rollbacks and concurrency', async () => {
    const { db } = await open({ demo: true });
    const agent = await userOf(db, 'agent@demo.test');
    const call = await addCall(db, { status: 'ringing' });
    expect(call.id % 2).toBe(0);
    const part = { call_id: call.id, user_id: agent.id, type: 'lead' } as const;
    const endedRing = { ...part, status: 'ended', ended_at: new Date() } as const;
    const failing = transaction(db, async (tx) => {
      await addCallUser(tx, endedRing);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const added = await Promise.all([1, 2, 3].map(() => transaction(db, (tx) => addCallUser(tx, endedRing))));
    expect(added.map((row) => row.n).sort((a, b) => a - b)).toEqual([16, 17, 18]);
    expect(added.every((row) => row.id % 2 === 1)).toBe(true);
    const rows = await db.select({ n: callUsers.n }).from(callUsers).where(eq(callUsers.user_id, agent.id));
    expect(rows.map((row) => row.n).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 18 }, (_, i) => i + 1),
    );
  });

  it('start from the demo data in each test', async () => {
    const { db } = await open({ demo: true });
    expect((await userOf(db, 'agent@demo.test')).call_user_total).toBe(15);
    const { db: empty } = await open();
    expect(await empty.select().from(users)).toEqual([]);
  });
});
