import { DEFAULT_BOARD_LIMITS } from '@offhook/contract/console/board-limits';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { type InputOf, perform } from '../../administration/operations.ts';
import type { Database } from '../../platform/database/database.ts';
import { accounts } from '../../platform/database/schema.ts';
import { openTestApp } from '../../testing/app/app.ts';
import { firstRow } from '../../testing/app/rows.ts';
import { TEST_SECRETS } from '../../testing/app/secrets.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { boardLimitsView } from './board-limits.ts';

type Change = InputOf<'accounts limits'>;

const save = (db: Database, change: Change) =>
  db.transaction((tx) =>
    perform(
      'accounts limits',
      { tx, accountId: 100, by: null, at: Date.UTC(2026, 2, 2), secrets: TEST_SECRETS },
      change,
    ),
  );
const read = async (db: Database, id = 100) =>
  boardLimitsView(await firstRow(db.select().from(accounts).where(eq(accounts.id, id))));

withDatabase('the limits of the live board', (open) => {
  it('are the defaults until an administrator changes them, one by one and per account', async () => {
    const { db } = await openTestApp(open);
    const { version, ...first } = await read(db);
    expect(first).toEqual(DEFAULT_BOARD_LIMITS);
    const oncall = { caution: 60, danger: null };
    expect(await save(db, { version, oncall })).toEqual({ subject: 'account 100: limits oncall' });
    expect(await read(db)).toEqual({ ...DEFAULT_BOARD_LIMITS, oncall, version: version + 1 });
    await save(db, { statuses: { lunch: { caution: null, danger: 3_600 } } });
    expect(await read(db)).toMatchObject({ oncall, statuses: { lunch: { danger: 3_600 } } });
    expect(await read(db, 200)).toMatchObject(DEFAULT_BOARD_LIMITS);

    for (const change of [
      { oncall: { caution: 60, danger: 60 } },
      { statuses: { lunch: { caution: 2, danger: 1 } } },
      { statuses: { gone: { caution: 1, danger: 2 } } },
    ] satisfies Change[])
      await expect(save(db, change)).rejects.toMatchObject({ code: 'badLimits' });
    await expect(save(db, { version, held: oncall })).rejects.toMatchObject({ code: 'changedMeanwhile' });
    expect(await read(db)).toMatchObject({ oncall, version: version + 2 });
  });

  it('of a status that no longer exists are dropped when a page sends them again', async () => {
    const { db } = await openTestApp(open);
    const limit = { caution: null, danger: 60 };
    await db.update(accounts).set({ board_limits: { statuses: { gone: limit } } });
    await save(db, { statuses: { gone: limit, break: limit } });
    expect((await read(db)).statuses).toEqual({ break: limit });
  });
});
