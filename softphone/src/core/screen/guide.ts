/**
 * The first-day guide: five steps beside the waiting view, for agents without calls. A step is done once the agent has
 * done the real thing, also outside the guide.
 */
import type { HistoryItem } from '@offhook/contract/calls/history';
import type { SoundStep } from '../audio/sound-check.ts';
import type { PhoneState } from '../phone-state.ts';
import { readiness } from '../session/readiness.ts';
import { otherStatus } from '../session/status/own-status.ts';

export const GUIDE_STEPS = ['sound', 'notify', 'available', 'call', 'help'] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

export interface Guide {
  readonly isOpen: boolean;
  readonly at: GuideStep;
  readonly done: readonly GuideStep[];
}

export const NEW_GUIDE: Guide = { isOpen: true, at: 'sound', done: [] };

/** As in `aria-keyshortcuts`. */
export const GUIDE_KEYS = {
  status: 'B',
  call: 'Enter',
  ignore: 'Escape',
  mute: 'M',
  hold: 'H',
  hangUp: 'E',
  keys: '?',
  palette: 'Control+K',
} as const;

const ONLY_RANG: readonly string[] = ['missed', 'busy', 'offline', 'ringing'];

/** A ring that was missed or ignored is no call. */
export function hasHadCall(history: readonly Pick<HistoryItem, 'status'>[]): boolean {
  return history.some(({ status }) => !ONLY_RANG.includes(status));
}

export interface GuideFacts {
  readonly sound: SoundStep;
  readonly hasCalls: boolean;
  /** The list of keys or the command palette was opened. */
  readonly helpOpened: boolean;
}

function doneSteps(state: PhoneState, { sound, hasCalls, helpOpened }: GuideFacts): readonly GuideStep[] {
  const isDone: Readonly<Record<GuideStep, boolean>> = {
    // A recording without sound is never played.
    sound: sound.name === 'playing',
    notify: state.audio.notify === 'granted',
    available: readiness(state)?.name === 'ready' && otherStatus(state) === null,
    call: hasCalls,
    help: helpOpened,
  };
  return GUIDE_STEPS.filter((step) => isDone[step]);
}

/** The same guide if nothing new was done. */
export function withDone(guide: Guide, state: PhoneState, facts: GuideFacts): Guide {
  const done = GUIDE_STEPS.filter(
    (step) => guide.done.includes(step) || doneSteps(state, facts).includes(step),
  );
  return done.length === guide.done.length ? guide : { ...guide, done };
}

/** After the last step, the guide is closed. */
export function withNextStep(guide: Guide): Guide {
  const next = GUIDE_STEPS[GUIDE_STEPS.indexOf(guide.at) + 1];
  return next ? { ...guide, at: next } : closed(guide);
}

export function closed(guide: Guide): Guide {
  return { ...guide, isOpen: false };
}

/** It starts by itself only for agents without calls. @param hasCalls null: not known */
export function shownGuide(stored: Guide | null, hasCalls: boolean | null): Guide | null {
  if (stored) return stored.isOpen ? stored : null;
  return hasCalls === false ? NEW_GUIDE : null;
}
