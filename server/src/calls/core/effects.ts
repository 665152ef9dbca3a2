/**
 * What a transition of a call orders: data, committed with the state that ordered it. Most of it is an effect, stored as
 * it is and performed afterwards by a worker; a wait comes with the time at which it is due (`dueAt`, ms since 1970).
 */
import type { Effect } from '../../platform/core/effects.ts';

type Of<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

/** Due at once. */
export type Immediate = Of<
  | 'withdraw'
  | 'endLeg'
  | 'endSid'
  | 'toneAndEnd'
  | 'apologise'
  | 'takeMessage'
  | 'hold'
  | 'coach'
  | 'announce'
  | 'fetchRecording'
>;

export type Wait = Of<
  'handOver' | 'ringTimeout' | 'acknowledgeTimeout' | 'wordCheck' | 'resumeTimeout' | 'verifyLeg'
> & { readonly dueAt: number };

export type Order =
  | Immediate
  | Wait
  /** The call's own number rings the agent's app. */
  | Omit<Of<'ring'>, 'from' | 'ownNumber'>
  /** Make the lead's leg and dial it into the conference. */
  | { readonly kind: 'dialLead' }
  /** Nobody rings any more: look whom to ring next, in the same transaction. */
  | { readonly kind: 'offerNext' }
  | {
      readonly kind: 'markUnreachable';
      readonly userId: number;
      readonly reason: string;
      readonly at: number;
    }
  /** Hints to open lists, after the commit. */
  | { readonly kind: 'agentChanged'; readonly userId: number }
  | { readonly kind: 'callChanged' }
  /** Tell an agent in the conversation what came of what they asked for. */
  | { readonly kind: 'notify'; readonly userId: number; readonly notice: Notice };

/**
 * Nobody took the transfer; the agent does not join; the added lead cannot be reached; the phone of who asked to be
 * put through did not ring; the call they wanted to join ended before.
 */
export type Notice =
  | 'transferMissed'
  | 'conferenceMissed'
  | 'leadMissed'
  | 'ownRingMissed'
  | 'endedBeforeJoining';
