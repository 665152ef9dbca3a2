import fc from 'fast-check';
import { it } from 'vitest';
import { onEachDatabase } from '../../testing/database/database.ts';
import { checkLateChange, checkReports } from '../../testing/reports/check-reports.ts';
import { LATE_CHANGES } from '../../testing/reports/random-calls.ts';

/** Three whole months, so that weeks and four weeks are stored too. */
const LONG_SPAN = { from: Date.UTC(2025, 8, 1), to: Date.UTC(2025, 11, 1) };

onEachDatabase('reports of random calls', (open) => {
  it.each(Array.from({ length: LATE_CHANGES }, (_, kind) => kind))(
    'equal a recount after late changes of kind %i of hours that were stored',
    async (kind) => {
      const { db } = await open({ demo: true });
      await checkLateChange(db, kind + 1, kind);
    },
  );

  it.each(fc.sample(fc.integer(), 8))('equal a recount of a few days, seed %i', async (seed) => {
    const { db } = await open({ demo: true });
    await checkReports(db, seed, { calls: 150, rounds: 25 });
  });

  it.each(fc.sample(fc.integer(), 2))('equal a recount of three months, seed %i', async (seed) => {
    const { db } = await open({ demo: true });
    await checkReports(db, seed, { span: LONG_SPAN, calls: 250, rounds: 20, hours: 2_000 });
  });
});
