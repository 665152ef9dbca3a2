/** The line under the title, and the toast. */
import { hasUnsent } from '../outbox/unsent.ts';
import type { PhoneState } from '../phone-state.ts';

/** Stands until everything that was given has been sent. */
export const UNSENT_TEXT = 'Saved, will be sent';

export type StatusLine =
  | { readonly name: 'text'; readonly text: string }
  /** Shown as MM:SS since then, in milliseconds since 1970. */
  | { readonly name: 'timer'; readonly startedAt: number };

export function statusLine(state: PhoneState): StatusLine | null {
  const { view } = state.screen;
  if (view.name === 'oncall' && view.phase.name === 'talking') {
    return { name: 'timer', startedAt: view.phase.startedAt };
  }
  const text = statusText(state);
  return text === null ? null : { name: 'text', text };
}

const PHASES = { dialing: 'Dialing...', connecting: null, talking: null, ended: 'Call Ended' } as const;

function statusText(state: PhoneState): string | null {
  const { view } = state.screen;
  if (view.name === 'waiting') return view.placing ? 'Dialing...' : wordInPassing(state);
  if (view.name === 'oncall') return PHASES[view.phase.name];
  const hasJustEnded = view.name === 'disposition' || (view.name === 'thankyou' && view.auto);
  return hasJustEnded ? 'Call Ended' : null;
}

/** The toast: what has just happened comes before what goes on. */
export function toastText(state: PhoneState): string | null {
  const { audio, screen, reachability } = state;
  const said = 'notice' in screen.view ? screen.view.notice : null;
  const back = reachability.backTicks > 0 ? "You're back online" : null;
  return audio.notice?.text ?? said ?? back ?? wordInPassing(state);
}

/** What is said in passing, while waiting and in a call. */
export function wordInPassing(state: PhoneState): string | null {
  const { view } = state.screen;
  if (view.name === 'oncall') return view.notice;
  if (view.name !== 'waiting') return null;
  return view.notice ?? (hasUnsent(state) ? UNSENT_TEXT : null);
}
