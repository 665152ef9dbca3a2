import type { View } from './screen-state.ts';

/** The status for the tab's icon and title. */
export type DocumentStatus = PhoneStatus | 'offline';

/** The state that the status bar shows. */
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
