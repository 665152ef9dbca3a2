/** The rail's entries: who sees them, and where they lead. */

import retention from '@material-symbols/svg-400/rounded/auto_delete.svg?raw';
import retentionFill from '@material-symbols/svg-400/rounded/auto_delete-fill.svg?raw';
import board from '@material-symbols/svg-400/rounded/browse_activity.svg?raw';
import boardFill from '@material-symbols/svg-400/rounded/browse_activity-fill.svg?raw';
import numbers from '@material-symbols/svg-400/rounded/dialpad.svg?raw';
import numbersFill from '@material-symbols/svg-400/rounded/dialpad-fill.svg?raw';
import teams from '@material-symbols/svg-400/rounded/groups.svg?raw';
import teamsFill from '@material-symbols/svg-400/rounded/groups-fill.svg?raw';
import agents from '@material-symbols/svg-400/rounded/headphones.svg?raw';
import agentsFill from '@material-symbols/svg-400/rounded/headphones-fill.svg?raw';
import calls from '@material-symbols/svg-400/rounded/history.svg?raw';
import callsFill from '@material-symbols/svg-400/rounded/history-fill.svg?raw';
import apiKeys from '@material-symbols/svg-400/rounded/key.svg?raw';
import apiKeysFill from '@material-symbols/svg-400/rounded/key-fill.svg?raw';
import leads from '@material-symbols/svg-400/rounded/person_search.svg?raw';
import leadsFill from '@material-symbols/svg-400/rounded/person_search-fill.svg?raw';
import auditLog from '@material-symbols/svg-400/rounded/receipt_long.svg?raw';
import auditLogFill from '@material-symbols/svg-400/rounded/receipt_long-fill.svg?raw';
import callingRules from '@material-symbols/svg-400/rounded/tune.svg?raw';
import callingRulesFill from '@material-symbols/svg-400/rounded/tune-fill.svg?raw';
import webhooks from '@material-symbols/svg-400/rounded/webhook.svg?raw';
import webhooksFill from '@material-symbols/svg-400/rounded/webhook-fill.svg?raw';

export interface RailEntry {
  readonly label: string;
  readonly to: string;
  readonly icon: string;
  readonly activeIcon: string;
}

export const FOR_SUPERVISORS: readonly RailEntry[] = [
  { label: 'Live board', to: '/', icon: board, activeIcon: boardFill },
  { label: 'Calls', to: '/calls', icon: calls, activeIcon: callsFill },
  { label: 'Leads', to: '/leads', icon: leads, activeIcon: leadsFill },
];

export const FOR_ADMINISTRATORS: readonly RailEntry[] = [
  { label: 'Teams', to: '/teams', icon: teams, activeIcon: teamsFill },
  { label: 'Agents', to: '/agents', icon: agents, activeIcon: agentsFill },
  { label: 'Numbers', to: '/numbers', icon: numbers, activeIcon: numbersFill },
  { label: 'Calling rules', to: '/calling-rules', icon: callingRules, activeIcon: callingRulesFill },
  { label: 'Retention', to: '/retention', icon: retention, activeIcon: retentionFill },
  { label: 'Webhooks', to: '/webhooks', icon: webhooks, activeIcon: webhooksFill },
  { label: 'API keys', to: '/api-keys', icon: apiKeys, activeIcon: apiKeysFill },
  { label: 'Audit log', to: '/audit-log', icon: auditLog, activeIcon: auditLogFill },
];
