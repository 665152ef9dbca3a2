import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog, users } from '../../platform/database/schema.ts';
import { openTestAppAs } from '../../testing/app/app.ts';
import { userOf } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { errorResponse } from '../../testing/world/edge.ts';

const PATH = '/api/v1/user/locale';
const CHOSEN = { language: 'es', time_zone: 'America/New_York', clock: '24', date_order: 'dmy' };
const DEFAULTS = { language: null, time_zone: 'America/Los_Angeles', clock: null, date_order: null };

withDatabase('the language and time settings of a user', (open) => {
  it('follow the browser until the user chooses, and don’t affect other users', async () => {
    const [agent, { as }] = await openTestAppAs(open, 'agent@demo.test');
    expect((await agent.get('/api/v1/user')).body.user).toMatchObject(DEFAULTS);
    expect(await agent.put(PATH, CHOSEN)).toMatchObject({ status: 200, body: { success: true } });
    expect((await agent.get('/api/v1/user')).body.user).toMatchObject(CHOSEN);
    const other = await as('agent2@demo.test');
    expect((await other.get('/api/v1/user')).body.user).toMatchObject(DEFAULTS);
    await agent.put(PATH, DEFAULTS);
    expect((await agent.get('/api/v1/user')).body.user).toMatchObject(DEFAULTS);
  });

  it.each([
    ['an unknown time zone', { time_zone: 'Nowhere/City' }, 'Choose a time zone.'],
    ['an offset as the time zone', { time_zone: '+02:00' }, 'Choose a time zone.'],
    ['no time zone', { time_zone: null }, 'Choose a time zone.'],
    ['an unknown language', { language: 'de' }, undefined],
    ['an unknown clock', { clock: '10' }, undefined],
    ['an unknown date order', { date_order: 'dym' }, undefined],
    ['a missing field', { clock: undefined }, undefined],
  ])('with %s are rejected, and nothing changes', async (_title, wrong, sentence) => {
    const [agent, { db }] = await openTestAppAs(open, 'agent@demo.test');
    const before = await userOf(db, 'agent@demo.test');
    const response = await agent.put(PATH, { ...CHOSEN, ...wrong });
    expect(response.status).toBe(422);
    if (sentence !== undefined) expect(response).toMatchObject(errorResponse(sentence));
    expect(await userOf(db, 'agent@demo.test')).toEqual(before);
  });

  it('are recorded in the audit log by field name, once per change', async () => {
    const [agent, { db }] = await openTestAppAs(open, 'agent@demo.test');
    const { id, version } = await userOf(db, 'agent@demo.test');
    await agent.put(PATH, { ...CHOSEN, time_zone: DEFAULTS.time_zone });
    await agent.put(PATH, { ...CHOSEN, time_zone: DEFAULTS.time_zone });
    await agent.put(PATH, CHOSEN);
    const rows = await db.select().from(auditLog).where(eq(auditLog.user_id, id)).orderBy(desc(auditLog.id));
    expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
      ['own locale', `user ${id}: time_zone`],
      ['own locale', `user ${id}: language, clock, date_order`],
    ]);
    expect((await userOf(db, 'agent@demo.test')).version).toBe(version + 3);
  });

  it('can only be stored with known values', async () => {
    const [, { db }] = await openTestAppAs(open, 'agent@demo.test');
    for (const wrong of [{ language: 'de' }, { clock: '10' }, { date_order: 'dym' }])
      await expect(db.update(users).set(wrong as Partial<typeof users.$inferInsert>)).rejects.toThrow();
  });
});
