/** The rail's entries: who sees them, and where they lead. */

import retention from '@offhook/softphone/design/icons/auto_delete.svg?raw';
import retentionFill from '@offhook/softphone/design/icons/auto_delete-fill.svg?raw';
import board from '@offhook/softphone/design/icons/browse_activity.svg?raw';
import boardFill from '@offhook/softphone/design/icons/browse_activity-fill.svg?raw';
import numbers from '@offhook/softphone/design/icons/dialpad.svg?raw';
import numbersFill from '@offhook/softphone/design/icons/dialpad-fill.svg?raw';
import teams from '@offhook/softphone/design/icons/groups.svg?raw';
import teamsFill from '@offhook/softphone/design/icons/groups-fill.svg?raw';
import agents from '@offhook/softphone/design/icons/headphones.svg?raw';
import agentsFill from '@offhook/softphone/design/icons/headphones-fill.svg?raw';
import calls from '@offhook/softphone/design/icons/history.svg?raw';
import callsFill from '@offhook/softphone/design/icons/history-fill.svg?raw';
import apiKeys from '@offhook/softphone/design/icons/key.svg?raw';
import apiKeysFill from '@offhook/softphone/design/icons/key-fill.svg?raw';
import leads from '@offhook/softphone/design/icons/person_search.svg?raw';
import leadsFill from '@offhook/softphone/design/icons/person_search-fill.svg?raw';
import auditLog from '@offhook/softphone/design/icons/receipt_long.svg?raw';
import auditLogFill from '@offhook/softphone/design/icons/receipt_long-fill.svg?raw';
import callingRules from '@offhook/softphone/design/icons/tune.svg?raw';
import callingRulesFill from '@offhook/softphone/design/icons/tune-fill.svg?raw';
import webhooks from '@offhook/softphone/design/icons/webhook.svg?raw';
import webhooksFill from '@offhook/softphone/design/icons/webhook-fill.svg?raw';

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
