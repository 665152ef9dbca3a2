import { t } from '@offhook/i18n/phone';
import type { PhoneEffect } from '../effects.ts';
import type { PhoneEvent } from '../events.ts';
import type { Signal } from '../signals.ts';
import { type AgentFacts, emptyWaiting, type ScreenState, type View, type Waiting } from './screen-state.ts';

export interface ViewStep {
  readonly view: View;
  readonly effects?: readonly PhoneEffect[];
  readonly signals?: readonly Signal[];
}

export interface ViewContext
  extends Pick<ScreenState, 'autoAcceptSwitch' | 'storedCall' | 'resume' | 'forms' | 'drafts'> {
  readonly agent: AgentFacts;
}

export type ScreenEvent = PhoneEvent | Signal;

/** Returns to the waiting view. The screen's state machine releases the call and its timers. */
export function reset(
  keep: Partial<Pick<Waiting, 'lead' | 'notice' | 'pendingRing' | 'cancelledRing'>> = {},
): Waiting {
  return { ...emptyWaiting, ...keep };
}

/** A little longer than the server rings. */
const AWAITED_RING_MS = 35_000;

export const startRingWait: PhoneEffect = { type: 'startAwaitedRingTimer', ms: AWAITED_RING_MS };

export const NOTICE_MS = 6_000;

/** No notice if the caller hung up. */
export function resetAfterWithdrawal(by: string | null): Waiting {
  return reset({ notice: by === null ? null : t('ring.takenBy', { name: by }) });
}
