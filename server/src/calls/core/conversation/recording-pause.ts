/**
 * Whether the recording runs. It counts as paused only after the provider has confirmed it, and as running again only
 * after that too.
 *
 *   running ──pause──▶ pausing ──confirmed──▶ paused
 *      ▲                  │ unconfirmed         │ resumed, limit, transfer, agent left
 *      ├──rejected────────┤                     ▼
 *      └──confirmed───────┴───────────────▶ resuming
 */
import { phaseOf, type RecordingPause } from '../call-lifecycle.ts';
import { type Draft, findCallUser } from './draft.ts';

/** An agent waits this long with a card number. The provider usually responds within 0.3 s. */
export const PAUSE_CONFIRM_MS = 5_000;

export function pauseRecording(draft: Draft, callUserId: number, limitMs: number, at: number): void {
  const phase = phaseOf(draft.call);
  if (phase !== 'talking' && phase !== 'reconnecting') return;
  if (findCallUser(draft, callUserId)?.status !== 'accepted' || draft.call.recordingPause !== null) return;
  setPause(draft, { state: 'pausing', by: callUserId, since: at });
  draft.commands.push(
    { kind: 'updateRecording' },
    { kind: 'pauseUnconfirmed', since: at, dueAt: at + PAUSE_CONFIRM_MS },
    { kind: 'pauseLimit', since: at, dueAt: at + limitMs },
  );
}

export function resumeRecording(draft: Draft, at: number): void {
  const pause = draft.call.recordingPause;
  if (pause === null || pause.state === 'resuming') return;
  setPause(draft, { ...pause, state: 'resuming', since: at });
  draft.commands.push({ kind: 'updateRecording' });
}

/** @param since names the pause, so that a late timeout doesn't end a newer one */
export function expirePause(draft: Draft, since: number, onlyUnconfirmed: boolean, at: number): void {
  const pause = draft.call.recordingPause;
  if (pause?.since !== since || (onlyUnconfirmed && pause.state !== 'pausing')) return;
  resumeRecording(draft, at);
}

export function resumeAfterLeaving(draft: Draft, callUserId: number, at: number): void {
  if (draft.call.recordingPause?.by === callUserId) resumeRecording(draft, at);
}

export function confirmPaused(draft: Draft, since: number, at: number): void {
  const pause = draft.call.recordingPause;
  if (pause?.state !== 'pausing' || pause.since !== since) return;
  setPause(draft, { ...pause, state: 'paused' });
  const userId = findCallUser(draft, pause.by)?.userId;
  if (userId !== undefined) draft.commands.push({ kind: 'pauseStarted', userId, at });
}

/** The gap ends when its end was requested: from then on there may be sound. */
export function confirmResumed(draft: Draft, since: number): void {
  const pause = draft.call.recordingPause;
  if (pause?.state !== 'resuming' || pause.since !== since) return;
  setPause(draft, null);
  draft.commands.push({ kind: 'pauseEnded', at: pause.since });
}

export function rejectPause(draft: Draft, since: number): void {
  const pause = draft.call.recordingPause;
  if (pause?.state === 'pausing' && pause.since === since) setPause(draft, null);
}

function setPause(draft: Draft, recordingPause: RecordingPause | null): void {
  draft.call = { ...draft.call, recordingPause };
}
