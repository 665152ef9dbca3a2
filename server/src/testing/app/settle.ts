import { sql } from 'drizzle-orm';
import { settleResult } from '../../calls/results/disposition.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { effects } from '../../platform/database/schema.ts';

/** Settles results that can no longer be undone, for tests without a worker. */
export async function settleResults(deps: {
  readonly db: Database;
  readonly clock: { now(): number };
  readonly realtime?: { ownCallUpdated(callId: number, userIds: readonly number[]): void };
}): Promise<void> {
  const realtime = deps.realtime ?? { ownCallUpdated() {} };
  const due = new Date(deps.clock.now()).toISOString();
  const rows = await queryRows<{ call_id: string; call_user_id: number }>(
    deps.db,
    sql`select call_id, (payload ->> 'callUserId')::integer as call_user_id from ${effects}
      where kind = 'settleResult' and due_at <= ${due} order by id`,
  );
  for (const { call_id, call_user_id } of rows)
    await settleResult(
      { ...deps, realtime },
      { callId: Number(call_id) },
      { kind: 'settleResult', callUserId: call_user_id },
    );
}
