/**
 * What a restored database must forget. Between the backup and its return somebody may have gone on: made the calls
 * that were promised, sent the texts that were ordered. Nothing of that is done twice; what cannot be known is not done.
 */

import { sql } from 'drizzle-orm';
import { endSessions } from '../../accounts/sign-in/sessions.ts';
import type { Effect } from '../../platform/core/effects.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import {
  accounts,
  auditLog,
  calls,
  callUsers,
  effects,
  leadImports,
  legs,
  presence,
  scheduledCalls,
} from '../../platform/database/schema.ts';

type AfterRestore =
  /** Doing it again changes nothing, or it only ends or reads something. */
  | 'kept'
  /** The provider is asked whether it was done; it is never done again. */
  | 'lookedUp'
  /** Would ring, dial or lead somebody elsewhere a second time. */
  | 'givenUp';

const AFTER_RESTORE: Readonly<Record<Effect['kind'], AfterRestore>> = {
  ring: 'givenUp',
  dial: 'givenUp',
  offerToAsker: 'givenUp',
  announce: 'givenUp',
  toneAndEnd: 'givenUp',
  apologise: 'givenUp',
  takeMessage: 'givenUp',
  hold: 'givenUp',
  coach: 'givenUp',
  sendText: 'lookedUp',
  withdraw: 'kept',
  endLeg: 'kept',
  endSid: 'kept',
  handOver: 'kept',
  ringTimeout: 'kept',
  acknowledgeTimeout: 'kept',
  wordCheck: 'kept',
  resumeTimeout: 'kept',
  verifyLeg: 'kept',
  settleResult: 'kept',
  fetchRecording: 'kept',
  removeFile: 'kept',
  moveRecordings: 'kept',
  forgetRecording: 'kept',
  forgetText: 'kept',
  closePhone: 'kept',
  closeConnections: 'kept',
};

/** So many ids are left out: those that were given out since the backup stand in calls and messages elsewhere. */
export const IDS_LEFT_OUT = 1_000_000;

const RESTORED = 'The server was restored from a backup';

export interface Settled {
  /** Calls that nobody had taken yet. */
  readonly calls_ended: number;
  /** Calls that had been taken: the comparison with the provider tells what became of them. */
  readonly calls_to_compare: number;
  readonly promises_dropped: number;
  readonly promises_kept: number;
  readonly orders_given_up: number;
  readonly texts_to_look_up: number;
  readonly imports_ended: number;
}

/** @param takenAt of the backup @param now ms since 1970 @param who for the audit log */
export async function settleRestored(
  tx: Database,
  takenAt: Date,
  now: number,
  who: string,
): Promise<Settled> {
  const at = new Date(now).toISOString();
  const then = takenAt.toISOString();
  const changed = async (statement: ReturnType<typeof sql>) => (await queryRows(tx, statement)).length;
  const untaken = sql`${calls.ended_at} is null and ${calls.claimed_by} is null and ${calls.agent_id} is null
    and ${calls.voicemail_at} is null and ${calls.status} = 'ringing'`;
  await tx.execute(
    sql`update ${legs} set status = 'canceled', ended_at = ${then} where ended_at is null and provider_sid is null
      and call_id in (select id from ${calls} where ${untaken})`,
  );
  await tx.execute(
    sql`update ${callUsers} set status = 'missed', ended_at = ${then} where ended_at is null
      and call_id in (select id from ${calls} where ${untaken})`,
  );
  // Nobody outside is told of it: what really became of these calls may have been told.
  const callsEnded = await changed(
    sql`update ${calls} set status = 'missed', ended_at = ${then},
      reasons = reasons || jsonb_build_array(${`${RESTORED} while nobody had taken the call yet.`}::text)
      where ${untaken} returning id`,
  );
  const toCompare = await changed(sql`select id from ${calls} where ended_at is null`);
  const dropped = await changed(
    sql`update ${scheduledCalls} set ended_at = ${at}, cancelled = ${`${RESTORED}; the call may have been made since.`}
      where ended_at is null and due_at <= ${at} returning id`,
  );
  const kept = await changed(sql`select id from ${scheduledCalls} where ended_at is null`);
  const givenUp = await changed(
    sql`update ${effects} set done_at = ${at}, claimed_by = null, claimed_until = null,
      last_error = 'given up at restore' where done_at is null and kind in ${kinds('givenUp')} returning id`,
  );
  const texts = await changed(
    sql`update ${effects} set attempts = greatest(attempts, 1) where done_at is null
      and kind in ${kinds('lookedUp')} and (due_at <= ${at} or attempts > 0) returning id`,
  );
  // Who had claimed them is no more.
  await tx.execute(
    sql`update ${effects} set claimed_by = null, claimed_until = null where done_at is null and claimed_by is not null`,
  );
  const imports = await changed(
    sql`update ${leadImports} set status = 'failed', ended_at = ${at}, claimed_by = null,
      error = ${`${RESTORED}. Its further lines may have been taken in since.`} where ended_at is null returning id`,
  );
  await endSessions(tx, sql`true`, now);
  await tx.execute(sql`update ${presence} set renewed_at = 'epoch', session_hash = null`);
  const settled: Settled = {
    calls_ended: callsEnded,
    calls_to_compare: toCompare,
    promises_dropped: dropped,
    promises_kept: kept,
    orders_given_up: givenUp,
    texts_to_look_up: texts,
    imports_ended: imports,
  };
  await noteRestored(tx, takenAt, settled, now, who);
  return settled;
}

/** In the audit log of every account. @param settled null: all goes on as it stood */
export async function noteRestored(
  tx: Database,
  takenAt: Date,
  settled: Settled | null,
  now: number,
  who: string,
): Promise<void> {
  const what = settled ? JSON.stringify(settled) : 'moved, all goes on';
  await noteForAll(tx, 'admin restore', `backup of ${takenAt.toISOString()}: ${what}`, now, who);
}

/** What is done to the whole installation stands in the audit log of every account. */
export async function noteForAll(
  tx: Database,
  action: string,
  subject: string,
  now: number,
  who: string,
): Promise<void> {
  const all = await tx.select({ id: accounts.id }).from(accounts);
  if (all.length === 0) return;
  await tx.insert(auditLog).values(
    all.map(({ id }) => ({
      account_id: id,
      action,
      subject,
      address: `command line, ${who}`,
      at: new Date(now),
    })),
  );
}

function kinds(what: AfterRestore): ReturnType<typeof sql> {
  const all = Object.entries(AFTER_RESTORE).flatMap(([kind, is]) => (is === what ? [sql`${kind}`] : []));
  return sql`(${sql.join(all, sql`, `)})`;
}
