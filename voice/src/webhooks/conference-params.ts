import type { Conference, ConferenceNotice } from '../conferences/core/conference.ts';
import { rfc2822 } from './dates.ts';
import type { FormParams } from './webhook.ts';

export function conferenceParams(
  conference: Conference,
  accountSid: string,
  notice: ConferenceNotice,
  sequence: number,
  at: number,
  callStatus: (callSid: string) => string,
): FormParams {
  const params: [string, string][] = [
    ['AccountSid', accountSid],
    ['ConferenceSid', conference.sid],
    ['FriendlyName', conference.name],
    ['SequenceNumber', String(sequence)],
    ['StatusCallbackEvent', notice.event],
    ['Timestamp', rfc2822(at)],
  ];
  if ('participant' in notice) {
    const one = notice.participant;
    params.push(
      ['CallSid', one.callSid],
      ['Muted', String(one.muted)],
      ['Hold', String(one.hold)],
      ['Coaching', String(one.coaching)],
      ['EndConferenceOnExit', String(one.endOnExit)],
      ['StartConferenceOnEnter', String(one.startOnEnter)],
    );
    if (one.label !== null) params.push(['ParticipantLabel', one.label]);
    if (one.coaching && one.coachedCall !== null) params.push(['CallSidToCoach', one.coachedCall]);
  }
  if ('url' in notice) {
    params.push(['AnnounceUrl', notice.url]);
    if (notice.callSid !== null) params.push(['CallSid', notice.callSid]);
    if (notice.failure !== null) params.push(['ReasonAnnouncementFailed', notice.failure]);
  }
  if (notice.event === 'participant-leave')
    params.push(
      ['ReasonParticipantLeft', notice.reason],
      ['ParticipantCallStatus', callStatus(notice.participant.callSid)],
    );
  if (notice.event === 'conference-end' && conference.endReason !== null) {
    params.push(['ReasonConferenceEnded', conference.endReason]);
    if (conference.endedBy !== null) params.push(['CallSidEndingConference', conference.endedBy]);
  }
  return params;
}

export const callbackGroups: Readonly<Record<ConferenceNotice['event'], string>> = {
  'conference-start': 'start',
  'conference-end': 'end',
  'participant-join': 'join',
  'participant-leave': 'leave',
  'participant-mute': 'mute',
  'participant-unmute': 'mute',
  'participant-hold': 'hold',
  'participant-unhold': 'hold',
  'announcement-end': 'announcement',
  'announcement-fail': 'announcement',
  'participant-speech-start': 'speaker',
  'participant-speech-stop': 'speaker',
  'participant-modify': 'modify',
};
