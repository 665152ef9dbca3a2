import { isFinal } from '../calls/core/call.ts';
import type { Sound } from '../media/commands.ts';
import type { Recording } from '../store/schemas.ts';
import { callParams } from '../webhooks/params.ts';
import { recordingUrl } from '../webhooks/recording-params.ts';
import type { FormParams } from '../webhooks/webhook.ts';
import { actionSource, type UrlSource } from './core/program.ts';
import type { Record } from './core/verbs.ts';
import type { RunVerb } from './run-verb.ts';

const startBeep: Sound = { kind: 'tone', frequencies: [1000], onMs: 400, offMs: 0 };

/**
 * Records the caller until a key press, silence, the time limit or the end of the call. A recording without speech is
 * reported as absent, and the next verb runs.
 */
export const recordVerb: RunVerb<Record> = (exchange, live, verb, done) => {
  const { leg } = live;
  let recording: Recording | null = null;
  let isFinished = false;
  /** Set when the verb is stopped; its recording may still be processed. */
  let stopped: 'hungUp' | 'redirected' | null = null;
  let limit: NodeJS.Timeout | null = null;
  let stopWatching: (() => void) | null = null;
  let stopBeep: (() => void) | null = null;

  const cleanUp = (): void => {
    isFinished = true;
    stopBeep?.();
    stopWatching?.();
    if (limit) clearTimeout(limit);
    if (live.onKey === press) live.onKey = null;
  };
  const results = (finished: Recording, key: string): FormParams => [
    ['RecordingSid', finished.sid],
    ['RecordingUrl', recordingUrl(finished.sid, exchange.accountSid, exchange.publicApi)],
    ['RecordingDuration', String(Math.round((finished.durationMs ?? 0) / 1_000))],
    ['Digits', key],
  ];
  const finish = async (key: string): Promise<void> => {
    if (isFinished) return;
    cleanUp();
    const finished = recording && (await exchange.recordings.stop(recording.sid));
    const source = finished?.status === 'completed' ? actionSource(verb, ...results(finished, key)) : null;
    if (stopped === null) done(source);
    else if (stopped === 'hungUp' && source) sendAction(source);
  };
  /** After a hang-up the action is still requested, but its response isn't run. */
  const sendAction = ({ url, method, params }: UrlSource): void =>
    exchange.callbacks.send({ url, method, events: [] }, [
      ...callParams(live.call, exchange.accountSid),
      ...params,
    ]);
  const press = (key: string): void => {
    if (recording && verb.finishOnKeys.includes(key)) void finish(key);
  };
  const start = (): void => {
    if (isFinished || leg === null) return;
    recording = exchange.recordings.start({
      callSid: live.call.sid,
      conferenceSid: null,
      source: 'RecordVerb',
      voices: 'own',
      channels: 1,
      trim: verb.trim,
      callback: verb.callback,
    });
    live.party.onRecordingStarted?.();
    limit = setTimeout(() => void finish(''), verb.maxSeconds * 1_000);
    stopWatching = exchange.voiceActivity.watch(leg, verb.timeoutSeconds * 1_000, (event) => {
      if (event === 'silence') void finish('');
    });
  };

  live.onKey = press;
  if (verb.beep && leg !== null) stopBeep = exchange.playback.play(leg, [startBeep], false, start);
  else start();
  return () => {
    stopped = isFinal(live.call.status) ? 'hungUp' : 'redirected';
    void finish('hangup');
  };
};
