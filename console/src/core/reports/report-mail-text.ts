import type {
  ConsoleReportMail,
  ReportMailFilters,
  ReportMailFrequency,
  ReportMailStatus,
} from '@offhook/contract/console/report-mail-entities';
import { type ConsoleMessage, t } from '@offhook/i18n/console';
import { formatTimeOfDay } from '@offhook/i18n/formats';
import { sourceName } from '../leads/list-names.ts';

interface Named {
  readonly id: number;
  readonly name?: string | null;
  readonly full_name?: string;
  readonly phone_number_formatted?: string;
}

export interface FilterChoices {
  readonly teams: readonly Named[];
  readonly agents: readonly Named[];
  readonly numbers: readonly Named[];
}

const TIMES = {
  daily: 'reportMail.daily',
  weekly: 'reportMail.weekly',
  monthly: 'reportMail.monthly',
} as const satisfies Record<ReportMailFrequency, ConsoleMessage>;

/** 'Every Monday at 8 AM, of last week' */
export const scheduleText = ({
  frequency,
  minute,
}: Pick<ConsoleReportMail, 'frequency' | 'minute'>): string =>
  t(TIMES[frequency], { time: formatTimeOfDay(minute) });

const STATUSES = {
  none: 'reportMail.status.none',
  queued: 'reportMail.status.queued',
  sent: 'reportMail.status.sent',
  failed: 'reportMail.status.failed',
  notAllowed: 'reportMail.status.notAllowed',
} as const satisfies Record<ReportMailStatus, ConsoleMessage>;

export const mailStatusText = (status: ReportMailStatus): string => t(STATUSES[status]);

/** 'Team: Sales', one text for each filter; those that are no longer offered are shown by id. */
export function filterTexts(
  { team_id, agent_id, source, number_id }: ReportMailFilters,
  { teams, agents, numbers }: FilterChoices,
): readonly string[] {
  const nameOf = (list: readonly Named[], id: number) => {
    const found = list.find((one) => one.id === id);
    return found?.full_name ?? found?.name ?? found?.phone_number_formatted ?? String(id);
  };
  const text = (field: string, value: string) => t('reportMail.filter', { field, value });
  return [
    ...(team_id === undefined ? [] : [text(t('field.team'), nameOf(teams, team_id))]),
    ...(agent_id === undefined ? [] : [text(t('field.agent'), nameOf(agents, agent_id))]),
    ...(source === undefined ? [] : [text(t('reports.source'), sourceName(source))]),
    ...(number_id === undefined ? [] : [text(t('field.number'), nameOf(numbers, number_id))]),
  ];
}
