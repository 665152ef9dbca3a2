/** What the views have in common: how they answer an event, and the RESET that all of them may order. */
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

/** What a view may know beside its own state. */
export interface ViewContext
  extends Pick<ScreenState, 'autoAcceptSwitch' | 'storedCall' | 'resume' | 'forms'> {
  readonly agent: AgentFacts;
}

export type ScreenEvent = PhoneEvent | Signal;

/**
 * RESET. Everything of the call goes with its view; the screen machine sees which call, timer and stored call the
 * new view no longer has, and lets go of them.
 */
export function reset(
  keep: Partial<Pick<Waiting, 'lead' | 'notice' | 'offer' | 'cancelledRing'>> = {},
): Waiting {
  return { ...emptyWaiting, ...keep };
}

/** The lead of a ring that was asked for stands on the card for as long as the server rings, and a little. */
const AWAITED_RING_MS = 35_000;

/** The card shows who is to ring; when the ring does not come it lets go of them. */
export const awaitRing: PhoneEffect = { type: 'startAwaitedRingTimer', ms: AWAITED_RING_MS };

/** 'Taken by {name}' stands this long. */
export const NOTICE_MS = 6_000;

/** The other agent who has the call; nothing to say when the caller simply went away. */
export function takenBy(by: string | null): Waiting {
  return reset({ notice: by === null ? null : t('ring.takenBy', { name: by }) });
}
