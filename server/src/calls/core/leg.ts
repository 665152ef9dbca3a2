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
  /** The provider's name of it; null until the provider answered, or called back. */
  readonly sid: string | null;
  readonly status: LegStatus;
  /** Times in ms since 1970. */
  readonly answeredAt: number | null;
  readonly joinedAt: number | null;
  readonly leftAt: number | null;
  readonly endedAt: number | null;
  /** The network's own word at its end, such as 404; null: it said none. */
  readonly sipCode: number | null;
  /** Null: nobody picked up, or it is not known who. */
  readonly answeredBy: AnsweredBy | null;
  /** It is to wait with music. */
  readonly held: boolean;
  /** Whispers to this connection; null: to nobody. */
  readonly coaches: string | null;
}

/** As it is ordered. */
export function newLeg(id: number, kind: Leg['kind'], callUserId: number | null): Leg {
  const none = { sid: null, answeredAt: null, joinedAt: null, leftAt: null, endedAt: null };
  const unknown = { sipCode: null, answeredBy: null };
  return { id, kind, callUserId, status: 'queued', ...none, ...unknown, held: false, coaches: null };
}

export type LegEvent =
  | { readonly type: 'created'; readonly sid: string; readonly at: number }
  /** `seconds`: how long a leg that is over was connected, where the provider says so. */
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

/** What others learn of a leg. Each comes at most once, whatever was reported how often. */
export type LegFact =
  | { readonly type: 'rang'; readonly at: number }
  | { readonly type: 'answered'; readonly at: number }
  /** It is known who picked up. */
  | { readonly type: 'identified' }
  /** It is in the conversation: the others hear it. */
  | { readonly type: 'joined'; readonly at: number }
  | { readonly type: 'ended'; readonly status: FinalLegStatus; readonly at: number }
  /** A second connection was made for the same purpose: it must go. */
  | { readonly type: 'doubled'; readonly sid: string };

export interface LegStep {
  readonly leg: Leg;
  readonly facts: readonly LegFact[];
}

function rank(status: LegStatus): number {
  return isFinal(status) ? 4 : LEG_STATUSES.indexOf(status);
}

const earlier = (a: number | null, b: number): number => (a === null ? b : Math.min(a, b));

function answered(leg: Leg, at: number): LegStep {
  const known = leg.answeredAt !== null;
  const next: Leg = {
    ...leg,
    status: rank(leg.status) < rank('in-progress') ? 'in-progress' : leg.status,
    answeredAt: earlier(leg.answeredAt, at),
  };
  return { leg: next, facts: known ? [] : [{ type: 'answered', at }] };
}

function ended(leg: Leg, status: FinalLegStatus, at: number, seconds: number | null): LegStep {
  if (isFinal(leg.status)) return { leg, facts: [] };
  const facts: LegFact[] = [];
  let answeredAt = leg.answeredAt;
  // 'completed' is the provider's word for a connection that was answered, even if that report is still on its way.
  if (status === 'completed' && seconds !== null && seconds > 0 && answeredAt === null) {
    answeredAt = at - seconds * 1000;
    facts.push({ type: 'answered', at: answeredAt });
  }
  facts.push({ type: 'ended', status, at });
  return { leg: { ...leg, status, answeredAt, endedAt: at }, facts };
}

function reported(leg: Leg, status: LegStatus, at: number, seconds: number | null): LegStep {
  if (isFinal(status)) return ended(leg, status, at, seconds);
  if (status === 'in-progress') return answered(leg, at);
  if (rank(status) <= rank(leg.status)) return { leg, facts: [] };
  return { leg: { ...leg, status }, facts: status === 'ringing' ? [{ type: 'rang', at }] : [] };
}

/** Pure: the leg after an event, and what that event told for the first time. */
export function transitionLeg(leg: Leg, event: LegEvent): LegStep {
  if (event.sid !== null && leg.sid !== null && event.sid !== leg.sid) {
    // Reports of the superfluous one are nobody's business; only its making is.
    return { leg, facts: event.type === 'created' ? [{ type: 'doubled', sid: event.sid }] : [] };
  }
  const named: Leg = leg.sid === null && event.sid !== null ? { ...leg, sid: event.sid } : leg;
  switch (event.type) {
    case 'created':
      return { leg: named, facts: [] };
    case 'reported':
      return reported(
        isFinal(event.status) && !isFinal(named.status)
          ? { ...named, sipCode: event.sipCode ?? null }
          : named,
        event.status,
        event.at,
        event.seconds,
      );
    case 'identified': {
      if (named.answeredBy !== null) return { leg: named, facts: [] };
      return { leg: { ...named, answeredBy: event.by }, facts: [{ type: 'identified' }] };
    }
    case 'joined': {
      const { leg: next, facts } = answered(named, event.at);
      const known = named.joinedAt !== null;
      return {
        leg: { ...next, joinedAt: earlier(next.joinedAt, event.at) },
        facts: known ? facts : [...facts, { type: 'joined', at: event.at }],
      };
    }
    case 'left':
      return { leg: { ...named, leftAt: earlier(named.leftAt, event.at) }, facts: [] };
    default:
      return event satisfies never;
  }
}
