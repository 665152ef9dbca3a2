import type { View } from '../core/screen-state.ts';

/** The one lamp of the phone: dark, flooding, steady, or in the wrap-up's colour. */
export type LampState = 'waiting' | 'ringing' | 'oncall' | 'wrapup';

export function lampOf(view: View['name']): LampState {
  switch (view) {
    case 'waiting':
    case 'ringing':
    case 'oncall':
      return view;
    case 'disposition':
    case 'disposition2':
    case 'note':
    case 'sms':
    case 'thankyou':
      return 'wrapup';
    default:
      return view satisfies never;
  }
}
