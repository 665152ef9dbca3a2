import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { calls } from '../../platform/database/schema.ts';
import { ALREADY_MARKED, DONE, retryLater } from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import type { Outbox } from '../../platform/work-queue/transact.ts';
import { applyEvents } from '../call-transitions.ts';
import type { ConversationEvent } from '../core/conversation/conversation.ts';
import type { EffectDeps } from './effect-deps.ts';
import { findConference, MAX_POLLS, retrySoon } from './update-participants.ts';

/**
 * Repeated until the provider's state is known or the call is over. Two updates may run at the same time: each rereads
 * the row after its request, so the newest state is applied last. A resume may overtake a slow pause and end it, so an
 * update that may have paused the recording resumes it once more.
 */
export async function updateRecording(deps: EffectDeps, row: EffectRow): Promise<EffectResult> {
  const { telephony, clock, log } = deps;
  const conference = await findConference(deps, row.callId);
  if (!conference.ok) return retryLater(row, conference);
  let mayHavePaused = row.attempts > 1;
  for (let open = await readOpenCall(deps, row.callId); open !== null; ) {
    const { pause } = open;
    const paused = pause !== null && pause.state !== 'resuming';
    mayHavePaused ||= paused;
    if (pause === null && !mayHavePaused) return DONE;
    if (conference.value === null) return pause === null ? DONE : retrySoon(row);
    const outcome = await telephony.pauseRecording(conference.value, paused);
    const latest = await readOpenCall(deps, row.callId);
    if (latest === null) return DONE;
    if (latest.pause?.state !== pause?.state) {
      open = latest;
      continue;
    }
    const at = clock.now();
    if (!outcome.ok) {
      log.warn({ call: row.callId, paused, err: outcome.message }, 'failed to pause or resume a recording');
      // Right after the answer, the provider hasn't started the recording yet.
      const isRejected = outcome.kind === 'refused' || (outcome.kind === 'gone' && row.attempts >= MAX_POLLS);
      if (!isRejected || pause?.state !== 'pausing')
        return outcome.kind === 'gone' ? retrySoon(row) : retryLater(row, outcome);
    }
    if (pause === null) return DONE;
    const event: ConversationEvent = {
      type: outcome.ok ? (paused ? 'recordingPaused' : 'recordingResumed') : 'pauseRejected',
      since: pause.since,
      at,
    };
    await applyEvents(deps, row.callId, [event], row.id);
    if (outcome.ok) log.info({ call: row.callId, paused }, 'recording paused or resumed');
    return ALREADY_MARKED;
  }
  return DONE;
}

/** A conference that restarts begins a new recording, which the pause must cover too. */
export async function pauseNewRecording(tx: Database, { effects }: Outbox, callId: number): Promise<void> {
  const open = await readOpenCall({ db: tx }, callId);
  if (open !== null && open.pause !== null)
    effects.push({ effect: { kind: 'updateRecording' }, callId, dueAt: null });
}

/** Null after the call's end. */
async function readOpenCall({ db }: { readonly db: Database }, callId: number) {
  const [call] = await db
    .select({ pause: calls.recording_pause })
    .from(calls)
    .where(and(eq(calls.id, callId), isNull(calls.ended_at)));
  return call ?? null;
}
