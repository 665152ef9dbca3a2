import type { HearingState } from './hearing.ts';

export interface Participant {
  readonly callSid: string;
  readonly label: string | null;
  readonly joinedAt: number;
  readonly updatedAt: number;
  readonly muted: boolean;
  readonly hold: boolean;
  readonly holdMusic: Music;
  readonly waitMusic: Music;
  readonly coaching: boolean;
  readonly coachedCall: string | null;
  readonly startOnEnter: boolean;
  readonly endOnExit: boolean;
  readonly beep: 'true' | 'false' | 'onEnter' | 'onExit';
}

export const defaultParticipant = (callSid: string, label: string | null, at: number): Participant => ({
  callSid,
  label,
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
});

export type Music =
  | { readonly kind: 'default' }
  | { readonly kind: 'silence' }
  | { readonly kind: 'url'; readonly url: string; readonly method: 'GET' | 'POST' };

export type Audio = { readonly kind: 'none' } | { readonly kind: 'wait' | 'hold'; readonly music: Music };

export interface ParticipantChange {
  readonly muted?: boolean;
  readonly hold?: boolean;
  readonly holdMusic?: Music;
  readonly coaching?: boolean;
  readonly coachedCall?: string;
  readonly endOnExit?: boolean;
  readonly waitMusic?: Music;
  readonly beepOnExit?: boolean;
}

/** The provider's codes: 16027 for `coached-on-hold`, 16028 for `coached-absent`. */
export type ChangeError = 'not-in-conference' | 'coached-on-hold' | 'coached-absent';

export function selectAudio(one: Participant, waiting: boolean): Audio {
  if (one.hold) return { kind: 'hold', music: one.holdMusic };
  return waiting ? { kind: 'wait', music: one.waitMusic } : { kind: 'none' };
}

export function toHearingState(one: Participant): HearingState {
  return {
    callSid: one.callSid,
    muted: one.muted,
    hold: one.hold,
    coaches: one.coaching ? one.coachedCall : null,
  };
}

export function beepsOnEnter({ beep }: Participant): boolean {
  return beep === 'true' || beep === 'onEnter';
}

export function beepsOnExit({ beep }: Participant): boolean {
  return beep === 'true' || beep === 'onExit';
}

function toBeep(onEnter: boolean, onExit: boolean): Participant['beep'] {
  if (onEnter) return onExit ? 'true' : 'onEnter';
  return onExit ? 'onExit' : 'false';
}

export function changeParticipant(
  one: Participant,
  change: ParticipantChange,
  all: readonly Participant[],
): Participant | ChangeError {
  const { beepOnExit, ...rest } = change;
  const beep = beepOnExit === undefined ? one.beep : toBeep(beepsOnEnter(one), beepOnExit);
  const next: Participant = { ...one, ...rest, beep };
  const coachingChanged = change.coaching !== undefined || change.coachedCall !== undefined;
  if (next.coaching && coachingChanged) {
    const coached = all.find((other) => other.callSid === next.coachedCall && other.callSid !== one.callSid);
    if (!coached) return 'coached-absent';
    if (coached.hold) return 'coached-on-hold';
  }
  return next;
}
