import { eq, sql } from 'drizzle-orm';
import { type Database, transaction } from '../platform/database/database.ts';
import { settings } from '../platform/database/schema.ts';
import { DEMO_MOMENT } from './seed.ts';

const TIMES = {
  leads: ['created_at', 'updated_at'],
  calls: ['started_at', 'talk_started_at', 'ended_at'],
  call_users: ['created_at', 'rung_at', 'acknowledged_at', 'accepted_at', 'ended_at'],
  recordings: ['created_at', 'completed_at'],
} as const;

/** Shifts the times of a prebuilt demo to the present at its first use. */
export async function moveDemoToPresent(db: Database, now: number): Promise<void> {
  await transaction(db, async (tx) => {
    const [moment] = await tx.delete(settings).where(eq(settings.key, DEMO_MOMENT)).returning();
    if (!moment) return;
    const seconds = Math.round((now - Number(moment.value)) / 1000);
    for (const [table, columns] of Object.entries(TIMES)) {
      const moves = columns.map((column) =>
        sql.raw(`${column} = ${column} + ${seconds} * interval '1 second'`),
      );
      await tx.execute(sql`update ${sql.identifier(table)} set ${sql.join(moves, sql`, `)}`);
    }
  });
}
