import type { Recording } from '../store/schemas.ts';
import { rfc2822 } from './dates.ts';
import type { FormParams } from './webhook.ts';

/** A recording's news, at its status callback. */
export function recordingParams(
  recording: Recording,
  accountSid: string,
  publicApi: string,
  event: 'in-progress' | 'completed' | 'absent',
): FormParams {
  return [
    ['AccountSid', accountSid],
    ['CallSid', recording.callSid],
    ...(recording.conferenceSid === null ? [] : [['ConferenceSid', recording.conferenceSid] as const]),
    ['RecordingSid', recording.sid],
    ['RecordingUrl', `${publicApi}/2010-04-01/Accounts/${accountSid}/Recordings/${recording.sid}`],
    ['RecordingStatus', event],
    ...(recording.durationMs === null
      ? []
      : [['RecordingDuration', String(Math.round(recording.durationMs / 1_000))] as const]),
    ['RecordingChannels', '2'],
    ['RecordingStartTime', rfc2822(recording.startedAt)],
    ['RecordingSource', recording.source],
    ['RecordingTrack', 'both'],
    ['ErrorCode', '0'],
  ];
}
