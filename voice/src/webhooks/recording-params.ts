import { formatTrack } from '../recordings/core/recorded-voices.ts';
import type { Recording } from '../store/schemas.ts';
import { rfc2822 } from './dates.ts';
import { apiVersion } from './params.ts';
import type { FormParams } from './webhook.ts';

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
    ['RecordingUrl', recordingUrl(recording.sid, accountSid, publicApi)],
    ['RecordingStatus', event],
    ...(recording.durationMs === null
      ? []
      : [['RecordingDuration', String(Math.round(recording.durationMs / 1_000))] as const]),
    ['RecordingChannels', String(recording.channels)],
    ['RecordingStartTime', rfc2822(recording.startedAt)],
    ['RecordingSource', recording.source],
    ['RecordingTrack', formatTrack(recording.voices)],
    ['ErrorCode', '0'],
  ];
}

export function recordingUrl(sid: string, accountSid: string, publicApi: string): string {
  return `${publicApi}/${apiVersion}/Accounts/${accountSid}/Recordings/${sid}`;
}
