import type { LiveCall } from '../calls/live-call.ts';
import type { DialConference } from '../twiml/core/verbs.ts';
import type { Participant } from './core/participant.ts';

/** Somebody who comes in by a Dial. */
export function newParticipant(callSid: string, verb: DialConference, at: number): Participant {
  return {
    callSid,
    label: verb.label,
    joinedAt: at,
    updatedAt: at,
    muted: verb.muted,
    hold: false,
    holdMusic: { kind: 'default' },
    waitMusic: verb.wait,
    coaching: verb.coach !== null,
    coachedCall: verb.coach,
    startOnEnter: verb.startOnEnter,
    endOnExit: verb.endOnExit,
    beep: verb.beep,
  };
}

/** Somebody who was invited and never came. */
export function absentParticipant(live: LiveCall, at: number): Participant {
  return {
    callSid: live.call.sid,
    label: live.invitation?.label ?? null,
    joinedAt: at,
    updatedAt: at,
    muted: false,
    hold: false,
    holdMusic: { kind: 'default' },
    waitMusic: { kind: 'default' },
    coaching: false,
    coachedCall: null,
    startOnEnter: true,
    endOnExit: false,
    beep: 'true',
  };
}
