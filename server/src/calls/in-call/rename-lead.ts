/** An agent who is in a call with a lead gives the lead another name. */

import type { Call, Lead } from '@offhook/contract/entities';
import { eq, sql } from 'drizzle-orm';
import { type Actor, auditSubject, recordChange } from '../../accounts/settings/change.ts';
import { changeLeads } from '../../leads/change-leads.ts';
import { labelAfterRename, toCallName } from '../../leads/core/call-name.ts';
import { leadView } from '../../leads/lead-rows.ts';
import { calls, leads } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import type { StepParts } from '../call-steps.ts';
import { readCallView } from '../call-view.ts';
import { lockOwnPart } from '../own-part.ts';

export interface NewName {
  readonly fname: string;
  readonly lname: string;
}

/**
 * The lead and this call get the name; past calls keep theirs. The same name again changes nothing.
 * @throws Refusal emptyName, notFound without a lead, and those of `lockOwnPart`
 */
export async function renameLead(
  parts: StepParts,
  actor: Actor,
  callId: number,
  name: NewName,
): Promise<{ call: Call; lead: Lead }> {
  const { user } = actor;
  const [fname, lname] = [name.fname.trim(), name.lname.trim()];
  const lead = await transact(parts, async (tx, outbox) => {
    const now = parts.clock.now();
    const { loaded } = await lockOwnPart(tx, user, callId, { placing: true });
    if (fname === '' && lname === '') throw new ApiError('emptyName');
    const { accountId, leadId } = loaded.facts;
    const [known] = await tx
      .select()
      .from(leads)
      .where(eq(leads.id, leadId ?? 0))
      .for('no key update');
    if (!known) throw new ApiError('notFound');
    if (known.fname === fname && known.lname === lname) return known;
    const label = labelAfterRename(known, { fname, lname });
    const renamed = { ...known, fname, lname, label };
    await changeLeads(tx, eq(leads.id, known.id), {
      fname,
      lname,
      label,
      updated_at: new Date(now),
      // A form of the console that still shows the old name must not save it back.
      version: sql`${leads.version} + 1`,
    });
    await tx.update(calls).set(toCallName(renamed)).where(eq(calls.id, callId));
    const subject = auditSubject(`lead ${known.id}`, { fname, lname });
    await recordChange(tx, actor, 'leads set', subject, now);
    outbox.afterCommit.push(() => parts.realtime.callUpdated(accountId, callId));
    parts.log.info({ call: callId, user: user.id, lead: known.id }, 'lead renamed');
    return renamed;
  });
  const call = await readCallView(parts.db, callId, user.country_code);
  if (call === null) throw new ApiError('internal');
  return { call, lead: leadView(lead, user.country_code) };
}
