import type { View } from './screen-state.ts';

/** What shows outside the page: the phone's lamp, and in waiting that no call can come. */
export type DocumentLamp = LampState | 'offline';

/** The one lamp of the phone: dark, flooding, steady, winking on its stripes, or in the wrap-up's colour. */
export type LampState = 'waiting' | 'ringing' | 'oncall' | 'held' | 'wrapup';

export function lampOf(view: View): LampState {
  if (view.name === 'waiting' || view.name === 'ringing') return view.name;
  if (view.name !== 'oncall') return 'wrapup';
  return view.held && view.phase.name === 'talking' ? 'held' : 'oncall';
}
