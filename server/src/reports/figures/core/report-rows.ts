import type { Report } from '@offhook/contract/console/report-entities';

/** One value of a report. `column` is the value's name in the API, with a dot before a part of it. */
export interface ReportRow {
  readonly section: string;
  readonly row: string;
  readonly column: string;
  readonly value: string | number | null;
}

/** In the order of the API's answer, without the choices of its filters. */
export function reportRows(report: Report): readonly ReportRow[] {
  const { current, before, steps, days, hours, sources, teams, agents, numbers } = report;
  const { attempts, statuses, lost, cost, time_zone } = report;
  return [
    ...valuesOf('period', 'current', { from: report.from, to: report.to, time_zone, ...current }),
    ...valuesOf('period', 'before', { from: before.from, to: before.to, time_zone, ...before.totals }),
    ...Object.entries(steps).flatMap(([step, durations]) => valuesOf('steps', step, durations)),
    ...days.flatMap(({ date, ...day }) => valuesOf('days', date, day)),
    ...hours.flatMap((cell) => valuesOf('hours', `weekday ${cell.weekday} hour ${cell.hour}`, cell)),
    ...sources.flatMap(({ key, ...source }) => valuesOf('sources', key, source)),
    ...teams.flatMap(({ id, ...team }) => valuesOf('teams', keyOf(id), team)),
    ...agents.flatMap(({ id, profile_picture: _, statuses: times, ...agent }) => [
      ...valuesOf('agents', keyOf(id), agent),
      ...times.flatMap(({ key, seconds }) =>
        valuesOf('agents', keyOf(id), { [`status_seconds.${key}`]: seconds }),
      ),
    ]),
    ...numbers.flatMap(({ id, ...number }) => valuesOf('numbers', keyOf(id), number)),
    ...attempts.flatMap(({ attempt, leads }) => valuesOf('attempts', String(attempt), { leads })),
    ...statuses.flatMap(({ key, name, seconds }) => valuesOf('statuses', key, { name, seconds })),
    ...lost.flatMap(({ reason, count }) => valuesOf('lost', reason, { count })),
    ...cost.items.flatMap(({ item, ...figures }) => valuesOf('cost', item, figures)),
    ...valuesOf('cost', 'total', { amount: cost.total, currency: cost.currency }),
  ];
}

const keyOf = (id: number | null): string => (id === null ? 'none' : String(id));

function valuesOf(section: string, row: string, values: object, prefix = ''): ReportRow[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const column = prefix + name;
    if (value === undefined) return [];
    if (typeof value === 'object' && value !== null) return valuesOf(section, row, value, `${column}.`);
    return [{ section, row, column, value }];
  });
}
