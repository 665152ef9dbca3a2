import type { CallRecording } from '@offhook/contract/calls/recording';
import { type Actor, recordChange } from '../../accounts/settings/change.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { transact } from '../../platform/work-queue/transact.ts';
import { lockActiveCallUser } from '../active-call-user.ts';
import { advance, type TransitionDeps } from '../call-transitions.ts';
import { recordingView } from '../call-view.ts';
import { phaseOf } from '../core/call-lifecycle.ts';

/**
 * Idempotent. Resuming works even where the account no longer allows pauses.
 * @returns the state until the provider confirms the change
 * @throws ApiError notRecorded, pauseNotAllowed
 */
export async function setRecordingPaused(
  deps: TransitionDeps,
  { user, address }: Actor,
  callId: number,
  paused: boolean,
): Promise<CallRecording> {
  return transact(deps, async (tx, outbox) => {
    const { loaded, callUser } = await lockActiveCallUser(tx, user, callId);
    const { facts, conversation } = loaded;
    const phase = phaseOf(conversation.call);
    if (!facts.isRecorded || (phase !== 'talking' && phase !== 'reconnecting'))
      throw new ApiError('notRecorded');
    if (paused && facts.pauseMinutes === null) throw new ApiError('pauseNotAllowed');
    const at = deps.clock.now();
    const limitMs = (facts.pauseMinutes ?? 0) * 60_000;
    const after = await advance(deps, tx, outbox, loaded, [
      paused
        ? { type: 'pauseRequested', callUserId: callUser.id, limitMs, at }
        : { type: 'pauseEndRequested', at },
    ]);
    if (after.call.recordingPause !== conversation.call.recordingPause)
      await recordChange(
        tx,
        { user, address },
        paused ? 'recording.paused' : 'recording.resumed',
        `call ${callId}`,
        at,
      );
    return recordingView(after.call.recordingPause, facts.pauseMinutes);
  });
}
