import type { PhoneState } from '../core/phone-state.ts';

/** What a screen reader is told when the state changes; a ring speaks for itself as an alert dialog. */
export function announcement(state: PhoneState): string {
  const { view } = state.screen;
  switch (view.name) {
    case 'waiting':
      return view.placing ? 'Dialing...' : 'Waiting for calls';
    case 'ringing':
      return '';
    case 'oncall':
      if (view.phase.name === 'dialing') return 'Dialing...';
      return state.line.call?.muted ? 'On Call, Muted' : 'On Call';
    case 'disposition':
    case 'thankyou':
      return 'Call Ended';
    case 'disposition2':
    case 'sms':
    case 'note':
      return '';
    default:
      return view satisfies never;
  }
}
