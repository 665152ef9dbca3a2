import { t } from '@offhook/i18n/phone';
import { card } from '../lists/card.ts';
import type { PhoneState } from '../phone-state.ts';
import { offline } from '../session/offline.ts';
import { title } from './view-name.ts';

export function documentTitle(state: PhoneState): string {
  if (state.session.name !== 'agent') return 'Offhook';
  const { view } = state.screen;
  const name = card(state).name;
  const named = (text: string) => (name ? t('title.withLead', { state: text, lead: name }) : text);
  // A ring takes precedence over 'Offline'; during a call the name stays.
  if (offline(state) && view.name !== 'ringing')
    return view.name === 'oncall' ? named(t('offline.title')) : t('offline.title');
  switch (view.name) {
    case 'ringing':
      return named(title(state) ?? '');
    case 'oncall':
      if (view.phase.name === 'dialing') return named(t('call.dialing'));
      return named(t(view.hold !== null ? 'call.onHold' : 'call.onCall'));
    case 'disposition':
      return named(t('result.title'));
    case 'disposition2':
      return named(t('tags.title'));
    case 'sms':
      return named(t('sms.title'));
    case 'thankyou':
      return named(t('call.ended'));
    case 'note':
      return named(t('note.title'));
    case 'waiting':
      return 'Offhook';
    default:
      return view satisfies never;
  }
}
