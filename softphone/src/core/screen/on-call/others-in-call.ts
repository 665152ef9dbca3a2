/** Who else is in the call, besides the lead and the supervisors. */

import { formatList } from '@offhook/i18n/formats';
import { t } from '@offhook/i18n/phone';
import { leadName } from '../../lists/history-rows.ts';
import type { AgentFacts, OnCall } from '../screen-state.ts';

/** Another agent or a supervisor may change the call. */
export function isShared({ conversation: { call }, hold, holdFailed }: OnCall): boolean {
  if (call.hold === undefined) return false;
  const others = (call.agents?.length ?? 0) + (call.supervisors?.length ?? 0);
  return others > 0 || holdFailed || (hold !== null && hold.by !== null);
}

/** A consultation shows it itself. */
export function leadLeftText(
  { conversation: { call, lead }, consultation }: OnCall,
  agent: Pick<AgentFacts, 'accountId'> | null,
): string | null {
  if (call.lead_left !== true || consultation !== null) return null;
  const name = lead && agent ? leadName(lead, agent.accountId) : '';
  return t('call.leadLeft', { name: name || t('consult.caller') });
}

export function otherAgentsText({ conversation: { call }, consultation }: OnCall): string | null {
  // A supervisor's phone names that agent by itself.
  const names = (call.agents ?? []).map(({ name }) => name).filter((name) => name !== call.supervised_agent);
  if (names.length === 0 || consultation !== null) return null;
  return t('call.otherAgents', { names: formatList(names) });
}
