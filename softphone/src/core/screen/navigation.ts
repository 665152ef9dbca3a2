import { mayStartConference } from '@offhook/contract/accounts/permissions';
import type { PhoneState } from '../phone-state.ts';

export type NavItem = 'new_call' | 'conference' | 'history' | 'settings';

export function navItems(state: PhoneState): readonly NavItem[] {
  const supervises = state.screen.agent !== null && mayStartConference(state.screen.agent);
  const items: NavItem[] = ['new_call'];
  if (supervises) items.push('conference');
  items.push('history');
  items.push('settings');
  return items;
}
