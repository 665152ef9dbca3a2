import { card } from '../lists/card.ts';
import type { PhoneState } from '../phone-state.ts';
import { offline } from '../session/offline.ts';
import type { View } from './screen-state.ts';
import { title } from './view-name.ts';

const AFTER_CALL: { readonly [Name in View['name']]?: string } = {
  disposition: 'Call Result',
  disposition2: 'Tags & Stages',
  sms: 'Send SMS',
};

/** The browser tab's title. */
export function documentTitle(state: PhoneState): string {
  if (state.session.name !== 'agent') return 'Offhook';
  const { view } = state.screen;
  const name = card(state).name;
  const named = (text: string) => (name ? `${text} – ${name}` : text);
  // A ring that still comes is more than the loss; in a call the name stays.
  if (offline(state) && view.name !== 'ringing') return view.name === 'oncall' ? named('Offline') : 'Offline';
  if (view.name === 'ringing') return named(title(state) ?? '');
  if (view.name === 'oncall') {
    if (view.phase.name === 'dialing') return named('Dialing...');
    return named(view.held ? 'On Hold' : 'On Call');
  }
  const words = AFTER_CALL[view.name];
  return words === undefined ? 'Offhook' : named(words);
}
