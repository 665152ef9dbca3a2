import type { ReportTable } from '@offhook/contract/console/report-entities';
import { type ConsoleMessage, t } from '@offhook/i18n/console';

const NAMES = {
  agents: 'agents.title',
  teams: 'teams.title',
  numbers: 'numbers.title',
  sources: 'reports.outcomes',
  days: 'reports.timeline.days',
  hours: 'reports.heat',
  steps: 'speed.title',
  attempts: 'reports.attempts',
  lost: 'reports.lost',
  statuses: 'reports.statuses',
  cost: 'reports.cost',
  period: 'reports.export.period',
} as const satisfies Record<ReportTable, ConsoleMessage>;

/** As its card is named on the page. @param table of a newer server: unchanged */
export function reportTableName(table: string): string {
  return Object.hasOwn(NAMES, table) ? t(NAMES[table as ReportTable]) : table;
}
