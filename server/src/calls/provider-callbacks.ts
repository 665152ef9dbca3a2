/** Provider callbacks arrive late, duplicated and in any order, and never decide a claim. */

import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { LegStatus } from '../platform/core/leg-status.ts';
import { calls, legs } from '../platform/database/schema.ts';
import { transact } from '../platform/work-queue/transact.ts';
import { advance, applyEvents, type TransitionDeps } from './call-transitions.ts';
import { lockConversation } from './conversations.ts';
import type { ConversationEvent } from './core/conversation/conversation.ts';

export interface LegCallback {
  /** From the callback URL; null for legs that the provider created itself. */
  readonly callId: number | null;
  readonly legId: number | null;
  readonly sid: string;
  readonly status: LegStatus;
  readonly seconds: number | null;
  readonly sipCode?: number | null;
  readonly at: number;
}

export async function handleLegCallback(deps: TransitionDeps, report: LegCallback): Promise<void> {
  const { sid, status, seconds, sipCode = null, at } = report;
  const ids =
    report.callId !== null && report.legId !== null
      ? { callId: report.callId, legId: report.legId }
      : await findLegIds(deps, sid);
  if (ids === null) {
    deps.log.debug({ sid, status }, 'callback for an unknown leg');
    return;
  }
  const event = { type: 'reported', sid, status, at, seconds, sipCode } as const;
  await applyEvents(deps, ids.callId, [{ type: 'leg', legId: ids.legId, event }]);
}

export interface AnsweredByCallback {
  readonly callId: number;
  readonly legId: number;
  readonly sid: string;
  readonly answeredBy: string;
}

export async function handleAnsweredByCallback(
  deps: TransitionDeps,
  report: AnsweredByCallback,
): Promise<void> {
  const { callId, legId, sid, answeredBy } = report;
  const by = answeredBy === 'human' ? 'human' : answeredBy.startsWith('machine') ? 'machine' : null;
  deps.log.info({ call: callId, leg: legId, answeredBy }, 'answering machine detection');
  if (by === null) return;
  await applyEvents(deps, callId, [
    { type: 'leg', legId, event: { type: 'identified', sid, by, at: deps.clock.now() } },
  ]);
}

async function findLegIds(
  { db }: TransitionDeps,
  sid: string,
): Promise<{ callId: number; legId: number } | null> {
  const [row] = await db
    .select({ callId: legs.call_id, legId: legs.id })
    .from(legs)
    .where(eq(legs.provider_sid, sid));
  return row ?? null;
}

export interface ConferenceCallback {
  readonly callId: number;
  readonly conferenceSid: string;
  readonly event: string;
  readonly legSid: string | null;
  readonly at: number;
}

export async function handleConferenceCallback(
  deps: TransitionDeps,
  report: ConferenceCallback,
): Promise<void> {
  const { callId, conferenceSid, event, legSid, at } = report;
  await transact(deps, async (tx, outbox) => {
    const loaded = await lockConversation(tx, callId);
    if (!loaded) return;
    if (event !== 'conference-end' && loaded.facts.conferenceSid !== conferenceSid) {
      await tx
        .update(calls)
        .set({ conference_sid: conferenceSid })
        .where(
          and(
            eq(calls.id, callId),
            or(isNull(calls.conference_sid), ne(calls.conference_sid, conferenceSid)),
          ),
        );
    }
    const leg = loaded.conversation.legs.find(({ sid }) => sid !== null && sid === legSid);
    if (!leg || legSid === null) return;
    const events: ConversationEvent[] = [];
    if (event === 'participant-join')
      events.push({ type: 'leg', legId: leg.id, event: { type: 'joined', sid: legSid, at } });
    if (event === 'participant-leave')
      events.push({ type: 'leg', legId: leg.id, event: { type: 'left', sid: legSid, at } });
    await advance(deps, tx, outbox, loaded, events);
  });
}
