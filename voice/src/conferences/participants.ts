import type { LiveCall } from '../calls/live-call.ts';
import type { DialConference } from '../twiml/core/verbs.ts';
import { defaultParticipant, type Participant } from './core/participant.ts';

export function participantFromDial(callSid: string, verb: DialConference, at: number): Participant {
  const { muted, startOnEnter, endOnExit, beep } = verb;
  return {
    ...defaultParticipant(callSid, verb.label, at),
    ...{ muted, startOnEnter, endOnExit, beep },
    waitMusic: verb.wait,
    coaching: verb.coach !== null,
    coachedCall: verb.coach,
  };
}

export const participantFromInvitation = (live: LiveCall, at: number): Participant =>
  defaultParticipant(live.call.sid, live.invitation?.label ?? null, at);
