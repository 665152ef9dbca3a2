import { hasPermission } from '@offhook/contract/accounts/permissions';
import { accountRules, isNeverAutoAccepted } from '../../account-rules.ts';
import type { PhoneState } from '../../phone-state.ts';
import type { Conversation } from '../screen-state.ts';
import type { ViewContext } from '../view-step.ts';

/** A call that the agent had before a reload is auto-accepted too. */
export function isAutoAccepted({ call, autoaccept }: Conversation, context: ViewContext): boolean {
  if (isNeverAutoAccepted(call.profile_id)) return false;
  const { agent } = context;
  const accounts = [agent.accountId, call.account_id, call.number?.account_id ?? null];
  return (
    accounts.some((id) => accountRules(id).autoAccepts) ||
    autoaccept ||
    call.id === context.resume ||
    (context.autoAcceptSwitch && hasPermission(agent, 'app-autoaccept'))
  );
}

/** Null without the permission. */
export function autoAccept({ screen: { agent, autoAcceptSwitch } }: PhoneState): boolean | null {
  return agent !== null && hasPermission(agent, 'app-autoaccept') ? autoAcceptSwitch : null;
}
