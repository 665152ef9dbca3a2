import { card } from '../lists/card.ts';
import type { PhoneState } from '../phone-state.ts';
import { offline } from '../session/offline.ts';
import { title } from './view-name.ts';

/** The browser tab's title. */
export function documentTitle(state: PhoneState): string {
  if (state.session.name !== 'agent') return 'Offhook';
  const { view } = state.screen;
  const name = card(state).name;
  const named = (text: string) => (name ? `${text} – ${name}` : text);
  // A ring that still comes is more than the loss; in a call the name stays.
  if (offline(state) && view.name !== 'ringing') return view.name === 'oncall' ? named('Offline') : 'Offline';
  switch (view.name) {
    case 'ringing':
      return named(title(state) ?? '');
    case 'oncall':
      if (view.phase.name === 'dialing') return named('Dialing...');
      return named(view.held ? 'On Hold' : 'On Call');
    case 'disposition':
      return named('Call Result');
    case 'disposition2':
      return named('Tags & Stages');
    case 'sms':
      return named('Send SMS');
    case 'waiting':
    case 'thankyou':
    case 'note':
      return 'Offhook';
    default:
      return view satisfies never;
  }
}
