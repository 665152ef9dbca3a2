import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { perform } from '../../administration/operations.ts';
import type { Database } from '../../platform/database/database.ts';
import { users } from '../../platform/database/schema.ts';
import { openTestApp } from '../../testing/app/app.ts';
import { TEST_SECRETS } from '../../testing/app/secrets.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { readStatuses, statusesView } from './statuses.ts';

const BREAK = { key: 'break', icon: 'coffee', minutes_per_day: 30 } as const;
const COACHING = { name: 'Coaching', icon: 'groups', minutes_per_day: null } as const;
type List = Parameters<typeof perform<'statuses set'>>[2]['list'];

const DAY_MS = 24 * 3_600_000;

function save(db: Database, list: List, version?: number, afterMs = 0) {
  const context = { accountId: 100, by: null, at: Date.UTC(2026, 2, 2) + afterMs, secrets: TEST_SECRETS };
  return db.transaction((tx) =>
    perform('statuses set', { tx, ...context }, { list, ...(version === undefined ? {} : { version }) }),
  );
}

withDatabase('the statuses of an account', (open) => {
  it('are the built-in ones until an administrator changes them', async () => {
    const { db } = await openTestApp(open);
    expect((await readStatuses(db, 100)).map(({ key }) => key)).toEqual(['break', 'lunch', 'training']);
    await save(db, [COACHING, BREAK]);
    expect(await readStatuses(db, 100)).toEqual([
      { key: 'coaching', name: 'Coaching', icon: 'groups', minutes_per_day: null, archived: false },
      { key: 'break', name: null, icon: 'coffee', minutes_per_day: 30, archived: false },
      expect.objectContaining({ key: 'lunch', archived: true }),
      expect.objectContaining({ key: 'training', archived: true }),
    ]);
    expect((await readStatuses(db, 200)).every(({ archived }) => !archived)).toBe(true);
  });

  it('can be renamed and restored, and keep their keys', async () => {
    const { db } = await openTestApp(open);
    await save(db, [COACHING, BREAK]);
    await save(db, [BREAK, { ...COACHING, key: 'coaching', name: 'Team time' }, COACHING]);
    expect((await readStatuses(db, 100)).slice(0, 3)).toMatchObject([
      { key: 'break' },
      { key: 'coaching', name: 'Team time' },
      { key: 'coaching_2', name: 'Coaching' },
    ]);
  });

  it.each<[string, List]>([
    ['two of the same name', [COACHING, { ...COACHING, name: 'COACHING' }]],
    ['a new one without a name', [{ icon: 'groups', minutes_per_day: null }]],
    ['an unknown key', [{ ...COACHING, key: 'gone' }]],
    ['a key twice', [BREAK, BREAK]],
  ])('are rejected with %s', async (_, list) => {
    const { db } = await openTestApp(open);
    await expect(save(db, list)).rejects.toMatchObject({ code: 'badStatuses' });
  });

  it('are deleted when no stored time has them any more, except built-in ones', async () => {
    const { db } = await openTestApp(open);
    await save(db, [COACHING, { ...COACHING, name: 'In use' }]);
    await db.update(users).set({ status: 'in_use' }).where(eq(users.email, 'agent@demo.test'));
    await save(db, []);
    const keys = async () => (await readStatuses(db, 100)).map(({ key }) => key).sort();
    const all = ['break', 'coaching', 'in_use', 'lunch', 'training'];
    expect(await keys()).toEqual(all);
    await save(db, [], undefined, 400 * DAY_MS);
    expect(await keys()).toEqual(all);
    await save(db, [], undefined, 400 * DAY_MS + 1);
    expect(await keys()).toEqual(all.filter((key) => key !== 'coaching'));
    expect((await readStatuses(db, 100)).every(({ archived }) => archived)).toBe(true);
  });

  it('aren’t overwritten by a form opened earlier', async () => {
    const { db } = await openTestApp(open);
    const { version } = await statusesView(db, 100);
    await save(db, [BREAK], version);
    await expect(save(db, [COACHING], version)).rejects.toMatchObject({ code: 'changedMeanwhile' });
  });
});
