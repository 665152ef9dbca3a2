import type { Conference, ConferenceNews } from '../conferences/core/conference.ts';
import { rfc2822 } from './dates.ts';
import type { FormParams } from './webhook.ts';

/** A conference's news, at one of its status callbacks. */
export function conferenceParams(
  conference: Conference,
  accountSid: string,
  news: ConferenceNews,
  sequence: number,
  at: number,
  callStatus: (callSid: string) => string,
): FormParams {
  const params: [string, string][] = [
    ['AccountSid', accountSid],
    ['ConferenceSid', conference.sid],
    ['FriendlyName', conference.name],
    ['SequenceNumber', String(sequence)],
    ['StatusCallbackEvent', news.event],
    ['Timestamp', rfc2822(at)],
  ];
  if ('participant' in news) {
    const one = news.participant;
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
  if ('url' in news) {
    params.push(['AnnounceUrl', news.url]);
    if (news.callSid !== null) params.push(['CallSid', news.callSid]);
    if (news.failure !== null) params.push(['ReasonAnnouncementFailed', news.failure]);
  }
  if (news.event === 'participant-leave')
    params.push(
      ['ReasonParticipantLeft', news.reason],
      ['ParticipantCallStatus', callStatus(news.participant.callSid)],
    );
  if (news.event === 'conference-end' && conference.endReason !== null) {
    params.push(['ReasonConferenceEnded', conference.endReason]);
    if (conference.endedBy !== null) params.push(['CallSidEndingConference', conference.endedBy]);
  }
  return params;
}

/** The word of `statusCallbackEvent` for it: each names a group of events. */
export function groupOf(event: ConferenceNews['event']): string {
  switch (event) {
    case 'conference-start':
      return 'start';
    case 'conference-end':
      return 'end';
    case 'participant-join':
      return 'join';
    case 'participant-leave':
      return 'leave';
    case 'participant-mute':
    case 'participant-unmute':
      return 'mute';
    case 'participant-hold':
    case 'participant-unhold':
      return 'hold';
    case 'announcement-end':
    case 'announcement-fail':
      return 'announcement';
    case 'participant-speech-start':
    case 'participant-speech-stop':
      return 'speaker';
    case 'participant-modify':
      return 'modify';
    default:
      return event satisfies never;
  }
}
