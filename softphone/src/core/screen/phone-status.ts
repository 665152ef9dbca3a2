import type { View } from './screen-state.ts';

export type DocumentStatus = PhoneStatus | 'offline';

export type PhoneStatus = 'waiting' | 'ringing' | 'oncall' | 'held' | 'wrapup';

export function phoneStatus(view: View): PhoneStatus {
  switch (view.name) {
    case 'waiting':
    case 'ringing':
      return view.name;
    case 'oncall':
      return view.hold !== null && view.phase.name === 'talking' ? 'held' : 'oncall';
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
