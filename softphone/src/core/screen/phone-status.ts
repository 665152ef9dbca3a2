import type { View } from './screen-state.ts';

/** What shows outside the page: the phone's lamp, and in waiting that no call can come. */
export type DocumentStatus = PhoneStatus | 'offline';

/** The one lamp of the phone: dark, flooding, steady, winking on its stripes, or in the wrap-up's colour. */
export type PhoneStatus = 'waiting' | 'ringing' | 'oncall' | 'held' | 'wrapup';

export function phoneStatus(view: View): PhoneStatus {
  switch (view.name) {
    case 'waiting':
    case 'ringing':
      return view.name;
    case 'oncall':
      return view.held && view.phase.name === 'talking' ? 'held' : 'oncall';
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
