/** Dials a number into the running call. If the number is the unknown caller's own, it isn't
 * dialed: the caller becomes a lead. */

import type { Call } from '@offhook/contract/calls/call';
import type { Lead } from '@offhook/contract/leads/lead';
import { eq } from 'drizzle-orm';
import { readAccountRules } from '../../leads/contact-facts.ts';
import { toCallName } from '../../leads/core/call-name.ts';
import { rejectBusyLead } from '../../leads/lead-busy.ts';
import { leadView, upsertLead } from '../../leads/lead-rows.ts';
import { calls } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { maskNumber, readNumberToCall } from '../../platform/phone-numbers/phone-numbers.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { lockActiveCallUser } from '../active-call-user.ts';
import { notifyOfChangedCall, type TransitionDeps } from '../call-transitions.ts';
import { readCallView } from '../call-view.ts';
import { addLeg, type CallFacts } from '../conversations.ts';
import type { Conversation } from '../core/conversation/conversation.ts';
import { isConsulting } from '../core/conversation/hand-over/consultations.ts';
import { partyLegs } from '../core/parties.ts';
import { findTeamLine } from '../outbound/lines.ts';

export interface AddLeadRequest {
  readonly call_id: number;
  readonly fname: string | null;
  readonly lname: string | null;
  readonly phone_number: string;
}

function isCaller(facts: CallFacts, conversation: Conversation, number: string): boolean {
  const isOnTheLine = partyLegs(conversation).some(({ kind }) => kind === 'caller');
  return facts.leadId === null && facts.phoneNumber === number && isOnTheLine;
}

export async function addLead(
  deps: TransitionDeps,
  user: SignedInUser,
  request: AddLeadRequest,
): Promise<{ call: Call; lead: Lead }> {
  const account = await readAccountRules(deps.db, user.account_id);
  const number = readNumberToCall(request.phone_number, account.country, account.numbers, {
    dialsExtension: true,
  });
  const callId = request.call_id;
  const lead = await transact(deps, async (tx, outbox) => {
    const now = deps.clock.now();
    const { loaded } = await lockActiveCallUser(tx, user, callId);
    const { facts, conversation } = loaded;
    const names = { fname: request.fname, lname: request.lname, teamId: facts.teamId };
    const country = user.country_code;
    const found = await upsertLead(tx, user.account_id, number.phoneNumber, country, 'agent', names, now);
    if (found.do_not_call || found.is_removed) throw new ApiError('doNotCall');
    if (facts.leadId === found.id && partyLegs(conversation).length > 0) return found;
    if (isCaller(facts, conversation, number.phoneNumber)) {
      await tx
        .update(calls)
        .set({ lead_id: found.id, ...toCallName(found) })
        .where(eq(calls.id, callId));
      notifyOfChangedCall(deps, outbox, loaded);
      deps.log.info({ call: callId, user: user.id }, 'caller added as a lead');
      return found;
    }
    if (isConsulting(conversation)) throw new ApiError('consulting');
    await rejectBusyLead(tx, user.id, {
      accountId: user.account_id,
      leadId: found.id,
      phoneNumber: number.phoneNumber,
      exceptCallId: callId,
    });
    const from = facts.fromNumber || (await findTeamLine(tx, user.account_id, facts.teamId))?.phoneNumber;
    if (!from) throw new ApiError('noNumber');
    await tx
      .update(calls)
      .set({
        lead_id: found.id,
        phone_number: number.phoneNumber,
        extension: number.extension,
        ...toCallName(found),
      })
      .where(eq(calls.id, callId));
    const leg = await addLeg(tx, { callId, kind: 'lead', callUserId: null, at: now });
    outbox.effects.push({
      callId,
      dueAt: null,
      effect: {
        kind: 'dial',
        legId: leg.id,
        from,
        to: number.phoneNumber,
        ...(number.extension === null ? {} : { extension: number.extension }),
        added: {
          leadId: found.id,
          replacedLeadId: facts.leadId,
          replacedNumber: facts.phoneNumber,
          replacedExtension: facts.extension,
        },
      },
    });
    notifyOfChangedCall(deps, outbox, loaded);
    deps.log.info({ call: callId, user: user.id, to: maskNumber(number.phoneNumber) }, 'lead added');
    return found;
  });
  const call = await readCallView(deps.db, callId, user.country_code);
  if (call === null) throw new ApiError('internal');
  return { call, lead: leadView(lead, user.country_code) };
}
