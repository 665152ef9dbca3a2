import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addCallUser } from '../../platform/database/call-users.ts';
import { queryRows } from '../../platform/database/database.ts';
import { agentCallTimes, calls, users } from '../../platform/database/schema.ts';
import { addCall, change, userOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';

withDatabase('times of an agent in a call', (open) => {
  async function start() {
    const { db } = await open({ demo: true });
    const ann = await userOf(db, 'agent@demo.test');
    const call = await addCall(db, { status: 'in-progress' });
    const ended_at = new Date(Date.now() - 60_000);
    const part = await addCallUser(db, {
      call_id: call.id,
      user_id: ann.id,
      type: 'lead',
      status: 'ended',
      ended_at,
    });
    const times = () => db.select().from(agentCallTimes).where(eq(agentCallTimes.call_id, call.id));
    /** The embedded database's clock has milliseconds, and a hold without length isn't kept. */
    const holdLasts = async () => {
      const isLonger = sql`select clock_timestamp() > held_since as longer from ${calls} where id = ${call.id}`;
      while (!(await queryRows<{ longer: boolean }>(db, isLonger))[0]?.longer);
    };
    return { db, ann, call, part, times, holdLasts };
  }

  it('include a hold once it ends, and one that ends with the call', async () => {
    const { db, ann, call, part, times, holdLasts } = await start();
    await change(db, calls, call.id, { held_by: part.id });
    expect(await times()).toEqual([]);
    await holdLasts();
    await change(db, calls, call.id, { held_by: null });
    await change(db, calls, call.id, { held_by: part.id });
    await holdLasts();
    await change(db, calls, call.id, { status: 'completed', ended_at: new Date() });
    const rows = await times();
    expect(rows).toMatchObject([
      { user_id: ann.id, kind: 'hold' },
      { user_id: ann.id, kind: 'hold' },
    ]);
    expect(rows.every(({ started_at, ended_at }) => started_at <= ended_at)).toBe(true);
  });

  it('include a wrap-up from the end of the agent’s part, at most to its fixed end', async () => {
    const { db, ann, call, part, times } = await start();
    await change(db, users, ann.id, { wrap_up_call_id: call.id });
    await change(db, users, ann.id, { wrap_up_call_id: null });
    const wrap_up_ends_at = new Date(Date.now() - 30_000);
    await change(db, users, ann.id, { wrap_up_call_id: call.id, wrap_up_ends_at });
    await change(db, users, ann.id, { wrap_up_call_id: null, wrap_up_ends_at: null });
    expect(await times()).toMatchObject([
      { user_id: ann.id, kind: 'wrap_up', started_at: part.ended_at },
      { user_id: ann.id, kind: 'wrap_up', started_at: part.ended_at, ended_at: wrap_up_ends_at },
    ]);
  });
});
