import {
  type AnsweredBy,
  type FinalLegStatus,
  isFinal,
  LEG_STATUSES,
  type LegStatus,
} from '../../platform/core/leg-status.ts';

export interface Leg {
  readonly id: number;
  readonly kind: 'agent' | 'lead' | 'caller';
  readonly callUserId: number | null;
  /** null until the provider answers our request or sends a callback. */
  readonly sid: string | null;
  readonly status: LegStatus;
  /** In ms since 1970. */
  readonly answeredAt: number | null;
  readonly joinedAt: number | null;
  readonly leftAt: number | null;
  readonly endedAt: number | null;
  readonly sipCode: number | null;
  readonly answeredBy: AnsweredBy | null;
  readonly held: boolean;
  /** The SID of the leg that hears this leg's whisper. */
  readonly coaches: string | null;
}

export function newLeg(id: number, kind: Leg['kind'], callUserId: number | null): Leg {
  const unset = { sid: null, answeredAt: null, joinedAt: null, leftAt: null, endedAt: null };
  const unknown = { sipCode: null, answeredBy: null };
  return { id, kind, callUserId, status: 'queued', ...unset, ...unknown, held: false, coaches: null };
}

export type LegEvent =
  | { readonly type: 'created'; readonly sid: string; readonly at: number }
  | {
      readonly type: 'reported';
      readonly sid: string | null;
      readonly status: LegStatus;
      readonly at: number;
      readonly seconds: number | null;
      readonly sipCode?: number | null;
    }
  | { readonly type: 'identified'; readonly sid: string; readonly by: AnsweredBy; readonly at: number }
  | { readonly type: 'joined'; readonly sid: string; readonly at: number }
  | { readonly type: 'left'; readonly sid: string; readonly at: number };

/** Each fact is emitted at most once, however often it was reported. */
export type LegFact =
  | { readonly type: 'rang'; readonly at: number }
  | { readonly type: 'answered'; readonly at: number }
  | { readonly type: 'identified' }
  | { readonly type: 'joined'; readonly at: number }
  | { readonly type: 'ended'; readonly status: FinalLegStatus; readonly at: number }
  /** A second leg for the same purpose must be ended. */
  | { readonly type: 'duplicated'; readonly sid: string };

export interface LegTransition {
  readonly leg: Leg;
  readonly facts: readonly LegFact[];
}

function rank(status: LegStatus): number {
  return isFinal(status) ? 4 : LEG_STATUSES.indexOf(status);
}

const earliest = (a: number | null, b: number): number => (a === null ? b : Math.min(a, b));

function markAnswered(leg: Leg, at: number): LegTransition {
  const wasKnown = leg.answeredAt !== null;
  const next: Leg = {
    ...leg,
    status: rank(leg.status) < rank('in-progress') ? 'in-progress' : leg.status,
    answeredAt: earliest(leg.answeredAt, at),
  };
  return { leg: next, facts: wasKnown ? [] : [{ type: 'answered', at }] };
}

function markEnded(leg: Leg, status: FinalLegStatus, at: number, seconds: number | null): LegTransition {
  if (isFinal(leg.status)) return { leg, facts: [] };
  const facts: LegFact[] = [];
  let answeredAt = leg.answeredAt;
  // 'completed' means that the leg was answered, even if that report hasn't arrived yet.
  if (status === 'completed' && seconds !== null && seconds > 0 && answeredAt === null) {
    answeredAt = at - seconds * 1000;
    facts.push({ type: 'answered', at: answeredAt });
  }
  facts.push({ type: 'ended', status, at });
  return { leg: { ...leg, status, answeredAt, endedAt: at }, facts };
}

function applyReport(leg: Leg, status: LegStatus, at: number, seconds: number | null): LegTransition {
  if (isFinal(status)) return markEnded(leg, status, at, seconds);
  if (status === 'in-progress') return markAnswered(leg, at);
  if (rank(status) <= rank(leg.status)) return { leg, facts: [] };
  return { leg: { ...leg, status }, facts: status === 'ringing' ? [{ type: 'rang', at }] : [] };
}

export function transitionLeg(leg: Leg, event: LegEvent): LegTransition {
  if (event.sid !== null && leg.sid !== null && event.sid !== leg.sid) {
    // Other reports about a duplicate leg are ignored.
    const isLive = event.type === 'created' || (event.type === 'reported' && !isFinal(event.status));
    return { leg, facts: isLive ? [{ type: 'duplicated', sid: event.sid }] : [] };
  }
  const withSid: Leg = leg.sid === null && event.sid !== null ? { ...leg, sid: event.sid } : leg;
  switch (event.type) {
    case 'created':
      return { leg: withSid, facts: [] };
    case 'reported':
      return applyReport(
        isFinal(event.status) && !isFinal(withSid.status)
          ? { ...withSid, sipCode: event.sipCode ?? null }
          : withSid,
        event.status,
        event.at,
        event.seconds,
      );
    case 'identified': {
      if (withSid.answeredBy !== null) return { leg: withSid, facts: [] };
      return { leg: { ...withSid, answeredBy: event.by }, facts: [{ type: 'identified' }] };
    }
    case 'joined': {
      const { leg: next, facts } = markAnswered(withSid, event.at);
      const wasKnown = withSid.joinedAt !== null;
      return {
        leg: { ...next, joinedAt: earliest(next.joinedAt, event.at) },
        facts: wasKnown ? facts : [...facts, { type: 'joined', at: event.at }],
      };
    }
    case 'left':
      return { leg: { ...withSid, leftAt: earliest(withSid.leftAt, event.at) }, facts: [] };
    default:
      return event satisfies never;
  }
}
