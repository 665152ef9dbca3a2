// Commands are committed with the new state. Most are effects, which a worker performs after the commit or at `dueAt`
// (ms since 1970).
import type { CallNotice } from '@offhook/contract/realtime';
import type { Effect } from '../../platform/core/effects.ts';
import type { Parked } from './conversation/hand-over/parked.ts';

type Of<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

export type ImmediateEffect = Of<
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
  | 'updateRecording'
>;

export type DelayedEffect = Of<
  | 'handOver'
  | 'joinLimit'
  | 'ringTimeout'
  | 'acknowledgeTimeout'
  | 'wordCheck'
  | 'resumeTimeout'
  | 'verifyLeg'
  | 'pauseUnconfirmed'
  | 'pauseLimit'
  | 'parkTimeout'
> & { readonly dueAt: number };

export type Command =
  | ImmediateEffect
  | DelayedEffect
  | Omit<Of<'ring'>, 'from' | 'ownNumber'>
  | { readonly kind: 'dialLead' }
  /** No agent's phone is ringing anymore: the next agents are chosen in the same transaction. */
  | { readonly kind: 'ringNextAgents' }
  /** The parked call waited too long: the agent who parked it is rung, then the team, in the same transaction. */
  | { readonly kind: 'ringForParked' }
  /** The phone of the agent who picked up never joined: the call is parked again, in the same transaction. */
  | { readonly kind: 'parkAgain'; readonly callUserId: number; readonly parkerUserId: number }
  /** The phones of the team show it, or no longer do. */
  | { readonly kind: 'parkedChanged'; readonly parked: Parked }
  | {
      readonly kind: 'markUnreachable';
      readonly userId: number;
      readonly reason: string;
      readonly at: number;
    }
  | { readonly kind: 'agentChanged'; readonly userId: number }
  | { readonly kind: 'callChanged' }
  /** The recording is silent from `at` on. */
  | { readonly kind: 'pauseStarted'; readonly userId: number; readonly at: number }
  | { readonly kind: 'pauseEnded'; readonly at: number }
  | { readonly kind: 'notify'; readonly userId: number; readonly notice: CallNotice };
