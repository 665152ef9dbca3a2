import type { FarEnd, FarEndState } from '@offhook/contract/calls/far-end';
import type { AnsweredBy, LegStatus } from '../../platform/core/leg-status.ts';

export interface DialedCall {
  readonly talkStartedAt: number | null;
  readonly endedAt: number | null;
  readonly leg: {
    readonly status: LegStatus;
    readonly createdAt: number;
    readonly endedAt: number | null;
    readonly sipCode: number | null;
    readonly answeredBy: AnsweredBy | null;
  } | null;
}

/** SIP: Not Found, Gone, Address Incomplete, Does Not Exist Anywhere. */
const NO_SUCH_NUMBER: readonly number[] = [404, 410, 484, 604];

export function farEnd({ talkStartedAt, endedAt, leg }: DialedCall, now: number): FarEnd | null {
  const until = endedAt ?? now;
  if (talkStartedAt !== null) {
    const state = leg?.answeredBy === 'machine' ? 'voicemail' : 'answered';
    return { state, seconds: secondsBetween(talkStartedAt, until) };
  }
  if (leg === null) return null;
  const state = unansweredState(leg.status, leg.sipCode);
  return { state, seconds: secondsBetween(leg.createdAt, leg.endedAt ?? until) };
}

function unansweredState(status: LegStatus, sipCode: number | null): FarEndState {
  switch (status) {
    case 'busy':
    case 'no-answer':
    case 'canceled':
      return status;
    case 'failed':
      return sipCode !== null && NO_SUCH_NUMBER.includes(sipCode) ? 'no-such-number' : 'failed';
    case 'completed':
      return 'canceled';
    case 'queued':
    case 'initiated':
    case 'ringing':
    case 'in-progress':
      return 'ringing';
    default:
      return status satisfies never;
  }
}

function secondsBetween(from: number, to: number): number {
  return Math.max(0, Math.round((to - from) / 1_000));
}
