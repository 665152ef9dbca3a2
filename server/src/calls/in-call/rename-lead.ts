import type { Call } from '@offhook/contract/calls/call';
import type { Lead } from '@offhook/contract/leads/lead';
import { eq, sql } from 'drizzle-orm';
import { type Actor, auditSubject, recordChange } from '../../accounts/settings/change.ts';
import { changeLeads } from '../../leads/change-leads.ts';
import { labelAfterRename, toCallName } from '../../leads/core/call-name.ts';
import { leadView } from '../../leads/lead-rows.ts';
import { calls, leads } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { lockActiveCallUser } from '../active-call-user.ts';
import { notifyOfChangedCall, type TransitionDeps } from '../call-transitions.ts';
import { readCallView } from '../call-view.ts';

export interface NewName {
  readonly fname: string;
  readonly lname: string;
}

/**
 * Past calls keep their names. Idempotent.
 * @throws ApiError emptyName or notFound, and the ApiErrors that `lockActiveCallUser` throws
 */
export async function renameLead(
  deps: TransitionDeps,
  actor: Actor,
  callId: number,
  name: NewName,
): Promise<{ call: Call; lead: Lead }> {
  const { user } = actor;
  const [fname, lname] = [name.fname.trim(), name.lname.trim()];
  const lead = await transact(deps, async (tx, outbox) => {
    const now = deps.clock.now();
    const { loaded } = await lockActiveCallUser(tx, user, callId, { includePlacing: true });
    if (fname === '' && lname === '') throw new ApiError('emptyName');
    const { leadId } = loaded.facts;
    const [current] = await tx
      .select()
      .from(leads)
      .where(eq(leads.id, leadId ?? 0))
      .for('no key update');
    if (!current) throw new ApiError('notFound');
    if (current.fname === fname && current.lname === lname) return current;
    const label = labelAfterRename(current, { fname, lname });
    const renamed = { ...current, fname, lname, label };
    await changeLeads(tx, eq(leads.id, current.id), {
      fname,
      lname,
      label,
      updated_at: new Date(now),
      // An open console form with the old name must not overwrite the new one.
      version: sql`${leads.version} + 1`,
    });
    await tx.update(calls).set(toCallName(renamed)).where(eq(calls.id, callId));
    const subject = auditSubject(`lead ${current.id}`, { fname, lname });
    await recordChange(tx, actor, 'leads set', subject, now);
    notifyOfChangedCall(deps, outbox, loaded);
    deps.log.info({ call: callId, user: user.id, lead: current.id }, 'lead renamed');
    return renamed;
  });
  const call = await readCallView(deps.db, callId, user.country_code);
  if (call === null) throw new ApiError('internal');
  return { call, lead: leadView(lead, user.country_code) };
}
