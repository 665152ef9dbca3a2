import { and, eq, isNull } from 'drizzle-orm';
import { isFinal } from '../../platform/core/leg-status.ts';
import { calls, callUsers, presence } from '../../platform/database/schema.ts';
import { ALREADY_MARKED, DONE, type EffectOf } from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import type { PresenceReport } from '../../presence/presence.ts';
import { advance, applyEvents, type TransitionDeps } from '../call-transitions.ts';
import { addLeg, lockConversation, toCall, toCallUser } from '../conversations.ts';
import { phaseOf } from '../core/call-lifecycle.ts';
import { PHONE_REPORT_GRACE_MS, reportsHangUp } from '../core/conversation/leaving.ts';
import { onlySupervises } from '../core/parties.ts';

/** Rings a page that can take over the agent's call; ends a supervision that another page had. @returns the call's ID, or null if there's no call to resume */
export async function findCallToResume(
  deps: TransitionDeps,
  report: PresenceReport,
  at: number,
): Promise<number | null> {
  const open = await findOpenCall(deps, report.userId);
  if (open?.callUser.status !== 'accepted' || open.callUser.phone_id === null) return null;
  const call = toCall(open.call);
  const phase = phaseOf(call);
  if (phase === 'offering' || phase === 'ended') return null;
  if (open.callUser.phone_id === report.phoneId) {
    const phoneReport = { phoneId: report.phoneId, state: report.state, at };
    if (reportsHangUp(toCallUser(open.callUser), phoneReport, PHONE_REPORT_GRACE_MS))
      await applyEvents(deps, call.id, [{ type: 'phoneReportedNoCall', callUserId: open.callUser.id, at }]);
    return null;
  }
  if (onlySupervises(call, toCallUser(open.callUser))) {
    await applyEvents(deps, call.id, [{ type: 'phoneClosed', callUserId: open.callUser.id, at }]);
    return null;
  }
  if (report.device === 'registered' && report.state === 'waiting')
    await ringReturnedPhone(deps, call.id, open.callUser.id, report.phoneId, at);
  return call.id;
}

/** The leg's own end may arrive late, and until then the supervisor could join no call. */
export async function endLeftSupervision(
  deps: TransitionDeps,
  { userId, phoneId }: PresenceReport,
  at: number,
): Promise<void> {
  const open = await findOpenCall(deps, userId);
  if (open?.callUser.status !== 'accepted' || open.callUser.phone_id !== phoneId) return;
  if (!onlySupervises(toCall(open.call), toCallUser(open.callUser))) return;
  await applyEvents(deps, open.call.id, [{ type: 'phoneClosed', callUserId: open.callUser.id, at }]);
}

async function findOpenCall({ db }: TransitionDeps, userId: number) {
  const [open] = await db
    .select({ callUser: callUsers, call: calls })
    .from(callUsers)
    .innerJoin(calls, eq(calls.id, callUsers.call_id))
    .where(and(eq(callUsers.user_id, userId), isNull(callUsers.ended_at)));
  return open;
}

/** Runs `PHONE_REPORT_GRACE_MS` after an agent's leg dropped, and checks what the phone has reported since. */
export async function checkPhoneReport(
  deps: TransitionDeps,
  row: EffectRow,
  { callUserId }: EffectOf<'wordCheck'>,
): Promise<EffectResult> {
  const [found] = await deps.db
    .select({ callUser: callUsers, presence })
    .from(callUsers)
    .innerJoin(presence, eq(presence.user_id, callUsers.user_id))
    .where(eq(callUsers.id, callUserId));
  if (!found) return DONE;
  const { phone_id: phoneId, state, renewed_at } = found.presence;
  const phoneReport = { phoneId, state, at: renewed_at.getTime() };
  if (!reportsHangUp(toCallUser(found.callUser), phoneReport, 0)) return DONE;
  const event = { type: 'phoneReportedNoCall', callUserId, at: deps.clock.now() } as const;
  await applyEvents(deps, row.callId, [event], row.id);
  return ALREADY_MARKED;
}

/** Rings a returning page once, however often it reports before it connects. */
async function ringReturnedPhone(
  deps: TransitionDeps,
  callId: number,
  callUserId: number,
  phoneId: string,
  at: number,
): Promise<void> {
  await transact(deps, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    const callUser = loaded?.conversation.callUsers.find(({ id }) => id === callUserId);
    if (!loaded || callUser?.status !== 'accepted' || callUser.phoneId === phoneId) return;
    const { legs } = loaded.conversation;
    const isRinging = legs.some(
      (leg) => leg.callUserId === callUserId && leg.sid !== callUser.sid && !isFinal(leg.status),
    );
    if (isRinging) return;
    const leg = await addLeg(tx, { callId, kind: 'agent', callUserId, at });
    const conversation = { ...loaded.conversation, legs: [...legs, leg] };
    deps.log.info({ call: callId, callUser: callUserId }, 'agent returned');
    const event = { type: 'phoneReturned', callUserId, legId: leg.id, at } as const;
    await advance(deps, tx, outbox, { ...loaded, conversation }, [event]);
  });
}
