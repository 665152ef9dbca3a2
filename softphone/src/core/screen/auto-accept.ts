import { may } from '@offhook/contract/permissions';
import type { PhoneState } from '../phone-state.ts';

/** The Auto Accept switch; null for those who may not set it. */
export function autoAccept({ screen: { agent, autoAcceptSwitch } }: PhoneState): boolean | null {
  return agent !== null && may(agent, 'app-autoaccept') ? autoAcceptSwitch : null;
}
