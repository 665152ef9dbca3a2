import retention from '@offhook/design/icons/auto_delete.svg?raw';
import retentionFill from '@offhook/design/icons/auto_delete-fill.svg?raw';
import reports from '@offhook/design/icons/bar_chart.svg?raw';
import board from '@offhook/design/icons/browse_activity.svg?raw';
import boardFill from '@offhook/design/icons/browse_activity-fill.svg?raw';
import setUp from '@offhook/design/icons/check_circle.svg?raw';
import setUpFill from '@offhook/design/icons/check_circle-fill.svg?raw';
import statuses from '@offhook/design/icons/coffee.svg?raw';
import statusesFill from '@offhook/design/icons/coffee-fill.svg?raw';
import numbers from '@offhook/design/icons/dialpad.svg?raw';
import numbersFill from '@offhook/design/icons/dialpad-fill.svg?raw';
import scorecard from '@offhook/design/icons/fact_check.svg?raw';
import scorecardFill from '@offhook/design/icons/fact_check-fill.svg?raw';
import teams from '@offhook/design/icons/groups.svg?raw';
import teamsFill from '@offhook/design/icons/groups-fill.svg?raw';
import agents from '@offhook/design/icons/headphones.svg?raw';
import agentsFill from '@offhook/design/icons/headphones-fill.svg?raw';
import calls from '@offhook/design/icons/history.svg?raw';
import callsFill from '@offhook/design/icons/history-fill.svg?raw';
import integrations from '@offhook/design/icons/hub.svg?raw';
import integrationsFill from '@offhook/design/icons/hub-fill.svg?raw';
import apiKeys from '@offhook/design/icons/key.svg?raw';
import apiKeysFill from '@offhook/design/icons/key-fill.svg?raw';
import leads from '@offhook/design/icons/person_search.svg?raw';
import leadsFill from '@offhook/design/icons/person_search-fill.svg?raw';
import doNotCall from '@offhook/design/icons/phone_disabled.svg?raw';
import doNotCallFill from '@offhook/design/icons/phone_disabled-fill.svg?raw';
import auditLog from '@offhook/design/icons/receipt_long.svg?raw';
import auditLogFill from '@offhook/design/icons/receipt_long-fill.svg?raw';
import callingRules from '@offhook/design/icons/tune.svg?raw';
import callingRulesFill from '@offhook/design/icons/tune-fill.svg?raw';
import type { ConsoleMessage } from '@offhook/i18n/console';

/** What both the rail and the palette open. */
export type RailDialog = 'locale' | 'password' | 'keys' | 'logOut';

export interface RailEntry {
  readonly label: ConsoleMessage & `${string}.title`;
  readonly to: string;
  readonly icon: string;
  readonly activeIcon: string;
}

export const FOR_SUPERVISORS: readonly RailEntry[] = [
  { label: 'board.title', to: '/', icon: board, activeIcon: boardFill },
  { label: 'reports.title', to: '/reports', icon: reports, activeIcon: reports },
  { label: 'calls.title', to: '/calls', icon: calls, activeIcon: callsFill },
  { label: 'leads.title', to: '/leads', icon: leads, activeIcon: leadsFill },
];

export const FOR_ADMINISTRATORS: readonly RailEntry[] = [
  { label: 'setUp.title', to: '/set-up', icon: setUp, activeIcon: setUpFill },
  { label: 'teams.title', to: '/teams', icon: teams, activeIcon: teamsFill },
  { label: 'agents.title', to: '/agents', icon: agents, activeIcon: agentsFill },
  { label: 'statuses.title', to: '/statuses', icon: statuses, activeIcon: statusesFill },
  { label: 'scorecard.title', to: '/scorecard', icon: scorecard, activeIcon: scorecardFill },
  { label: 'numbers.title', to: '/numbers', icon: numbers, activeIcon: numbersFill },
  { label: 'rules.title', to: '/calling-rules', icon: callingRules, activeIcon: callingRulesFill },
  { label: 'doNotCall.title', to: '/do-not-call', icon: doNotCall, activeIcon: doNotCallFill },
  { label: 'retention.title', to: '/retention', icon: retention, activeIcon: retentionFill },
  { label: 'integrations.title', to: '/integrations', icon: integrations, activeIcon: integrationsFill },
  { label: 'apiKeys.title', to: '/api-keys', icon: apiKeys, activeIcon: apiKeysFill },
  { label: 'auditLog.title', to: '/audit-log', icon: auditLog, activeIcon: auditLogFill },
];
