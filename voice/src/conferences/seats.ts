import type { LiveCall } from '../calls/live-call.ts';
import type { DialConference } from '../twiml/core/verbs.ts';
import { newcomer, type Participant } from './core/participant.ts';

/** Somebody who comes in by a Dial. */
export function newParticipant(callSid: string, verb: DialConference, at: number): Participant {
  const { muted, startOnEnter, endOnExit, beep } = verb;
  return {
    ...newcomer(callSid, verb.label, at),
    ...{ muted, startOnEnter, endOnExit, beep },
    waitMusic: verb.wait,
    coaching: verb.coach !== null,
    coachedCall: verb.coach,
  };
}

/** Somebody who was invited and never came. */
export const absentParticipant = (live: LiveCall, at: number): Participant =>
  newcomer(live.call.sid, live.invitation?.label ?? null, at);
