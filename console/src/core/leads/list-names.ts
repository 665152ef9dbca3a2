/** Names of what the lists of calls and leads are filtered by. */
import { LEAD_STATES } from '@offhook/contract/console/list-filters';
import { CRM_NAMES, parseCrm } from '@offhook/contract/leads/crms';
import { type ConsoleMessage, t } from '@offhook/i18n/console';
import { formatTimeOfDay, formatWeekday } from '@offhook/i18n/formats';

const STATES = {
  callable: 'leadState.callable',
  do_not_call: 'lead.doNotCall',
  removed: 'lead.removed',
} as const satisfies Record<(typeof LEAD_STATES)[number], ConsoleMessage>;

export function leadStateName(state: string): string {
  const known = LEAD_STATES.find((one) => one === state);
  return known === undefined ? state : t(STATES[known]);
}

export const leadStateChoices = () => LEAD_STATES.map((state) => [state, leadStateName(state)] as const);

const SOURCES: Readonly<Record<string, ConsoleMessage & `source.${string}`>> = {
  agent: 'source.agent',
  inbound: 'source.inbound',
  intake: 'source.intake',
  unknown: 'source.none',
};

/** @param source as in the contract */
export function sourceName(source: string): string {
  const known = SOURCES[source];
  if (known !== undefined) return t(known);
  const value = source.slice(source.indexOf(':') + 1);
  if (source.startsWith('crm:')) {
    const crm = parseCrm(value);
    return crm === null ? value : CRM_NAMES[crm];
  }
  return value;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

export const hourChoices = () =>
  HOURS.map(
    (hour) =>
      [
        hour,
        t('hours.range', {
          from: formatTimeOfDay(hour * 60),
          to: formatTimeOfDay(((hour + 1) % 24) * 60),
        }),
      ] as const,
  );

export const weekdayChoices = () => WEEKDAYS.map((day) => [day, formatWeekday(day)] as const);
