// Since the backup, Offhook may have made scheduled calls and sent texts. Nothing may happen twice, so work with an
// unknown outcome is canceled.

import { sql } from 'drizzle-orm';
import { endSessions } from '../../accounts/sign-in/sessions.ts';
import type { Effect } from '../../platform/core/effects.ts';
import { english } from '../../platform/core/sentences.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import {
  accounts,
  auditLog,
  calls,
  callUsers,
  effects,
  externalLinks,
  leadImportPlans,
  leadImports,
  legs,
  presence,
  reportMailRecipients,
  reportMails,
  scheduledCalls,
  signInSteps,
  signInTokens,
  userInvitations,
} from '../../platform/database/schema.ts';

type EffectAfterRestore =
  /** Idempotent, or only ends or reads something. */
  | 'keep'
  /** Looked up at the provider, but never performed again. */
  | 'lookUp'
  /** Would ring or dial a second time. */
  | 'cancel';

const EFFECTS_AFTER_RESTORE: Readonly<Record<Effect['kind'], EffectAfterRestore>> = {
  ring: 'cancel',
  dial: 'cancel',
  offerToAsker: 'cancel',
  announce: 'cancel',
  toneAndEnd: 'cancel',
  apologise: 'cancel',
  takeMessage: 'cancel',
  hold: 'cancel',
  coach: 'cancel',
  sendText: 'lookUp',
  sendInvitation: 'cancel',
  sendPasswordReset: 'cancel',
  sendReportMail: 'cancel',
  withdraw: 'keep',
  withdrawRing: 'keep',
  endLeg: 'keep',
  endSid: 'keep',
  handOver: 'keep',
  joinLimit: 'keep',
  ringTimeout: 'keep',
  acknowledgeTimeout: 'keep',
  wordCheck: 'keep',
  resumeTimeout: 'keep',
  verifyLeg: 'keep',
  updateRecording: 'keep',
  pauseUnconfirmed: 'keep',
  pauseLimit: 'keep',
  parkTimeout: 'keep',
  settleResult: 'keep',
  fetchRecording: 'keep',
  removeFile: 'keep',
  moveRecordings: 'keep',
  rescheduleCalls: 'keep',
  analyzeRecording: 'keep',
  forgetRecording: 'keep',
  forgetText: 'keep',
  closePhone: 'keep',
  closeConnections: 'keep',
};

/** Skipped because other systems may know IDs that were assigned since the backup. */
export const SKIPPED_IDS = 1_000_000;

export interface Reconciled {
  readonly calls_ended: number;
  /** Accepted calls, whose outcome comes from the comparison with the provider. */
  readonly calls_to_compare: number;
  readonly scheduled_calls_canceled: number;
  readonly scheduled_calls_kept: number;
  readonly effects_canceled: number;
  readonly texts_to_look_up: number;
  readonly imports_ended: number;
}

/** @param takenAt time of the backup @param now ms since 1970 @param who for the audit log */
export async function reconcileRestored(
  tx: Database,
  takenAt: Date,
  now: number,
  who: string,
): Promise<Reconciled> {
  const at = new Date(now).toISOString();
  const backupTime = takenAt.toISOString();
  const changed = async (statement: ReturnType<typeof sql>) => (await queryRows(tx, statement)).length;
  const isUnclaimed = sql`${calls.ended_at} is null and ${calls.claimed_by} is null and ${calls.agent_id} is null
    and ${calls.voicemail_at} is null and ${calls.status} = 'ringing'`;
  await tx.execute(
    sql`update ${legs} set status = 'canceled', ended_at = ${backupTime} where ended_at is null and provider_sid is null
      and call_id in (select id from ${calls} where ${isUnclaimed})`,
  );
  await tx.execute(
    sql`update ${callUsers} set status = 'missed', ended_at = ${backupTime} where ended_at is null
      and call_id in (select id from ${calls} where ${isUnclaimed})`,
  );
  // No webhook events for these calls: the real outcome may have been sent already.
  const callsEnded = await changed(
    sql`update ${calls} set status = 'missed', ended_at = ${backupTime},
      reasons = reasons || jsonb_build_array(${english({ id: 'callReason.restored' })}::text)
      where ${isUnclaimed} returning id`,
  );
  const toCompare = await changed(sql`select id from ${calls} where ended_at is null`);
  const dropped = await changed(
    sql`update ${scheduledCalls} set ended_at = ${at}, cancelled = ${english({ id: 'schedule.restored' })}
      where ended_at is null and due_at <= ${at} returning id`,
  );
  const kept = await changed(sql`select id from ${scheduledCalls} where ended_at is null`);
  const abandoned = await changed(
    sql`update ${effects} set done_at = ${at}, claimed_by = null, claimed_until = null,
      last_error = 'given up at restore' where done_at is null and kind in ${effectKinds('cancel')} returning id`,
  );
  const texts = await changed(
    sql`update ${effects} set attempts = greatest(attempts, 1) where done_at is null
      and kind in ${effectKinds('lookUp')} and (due_at <= ${at} or attempts > 0) returning id`,
  );
  // The processes that had claimed effects no longer run.
  await tx.execute(
    sql`update ${effects} set claimed_by = null, claimed_until = null where done_at is null and claimed_by is not null`,
  );
  const imports = await changed(
    sql`update ${leadImports} set status = 'failed', ended_at = ${at}, claimed_by = null,
      error = ${english({ id: 'import.restored' })} where ended_at is null returning id`,
  );
  await tx.execute(
    sql`update ${leadImportPlans} set work = null, claimed_by = null, expires_at = coalesce(expires_at, ${at})`,
  );
  await endSessions(tx, sql`true`, now);
  // A used link must not work again. Open invitations get new links.
  await tx.execute(sql`delete from ${signInTokens}`);
  // Nor one that was revoked since.
  await tx.delete(externalLinks);
  await tx.execute(
    sql`update ${userInvitations} set mail_status = 'failed', mail_at = ${at} where mail_status = 'queued'`,
  );
  // Times since the backup are skipped: their reports may have been sent.
  await tx.execute(sql`update ${reportMails} set next_at = null`);
  await tx.execute(
    sql`update ${reportMailRecipients} set status = 'failed', status_at = ${at} where status = 'queued'`,
  );
  await tx.delete(signInSteps);
  await tx.execute(sql`update ${presence} set renewed_at = 'epoch', session_hash = null`);
  const reconciled: Reconciled = {
    calls_ended: callsEnded,
    calls_to_compare: toCompare,
    scheduled_calls_canceled: dropped,
    scheduled_calls_kept: kept,
    effects_canceled: abandoned,
    texts_to_look_up: texts,
    imports_ended: imports,
  };
  await auditRestore(tx, takenAt, reconciled, now, who);
  return reconciled;
}

/** Writes to the audit log of every account. @param reconciled null after a move */
export async function auditRestore(
  tx: Database,
  takenAt: Date,
  reconciled: Reconciled | null,
  now: number,
  who: string,
): Promise<void> {
  const what = reconciled ? JSON.stringify(reconciled) : 'moved, pending work continues';
  await auditAllAccounts(tx, 'admin restore', `backup of ${takenAt.toISOString()}: ${what}`, now, who);
}

export async function auditAllAccounts(
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

function effectKinds(treatment: EffectAfterRestore): ReturnType<typeof sql> {
  const all = Object.entries(EFFECTS_AFTER_RESTORE).flatMap(([kind, kindTreatment]) =>
    kindTreatment === treatment ? [sql`${kind}`] : [],
  );
  return sql`(${sql.join(all, sql`, `)})`;
}
