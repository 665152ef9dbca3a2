import type { Report } from '@offhook/contract/console/report-entities';
import { t } from '@offhook/i18n/console';
import type { CallsLink } from '../../core/reports/calls-address.ts';
import { type Group, GroupTable } from './group-table.tsx';

interface Props {
  readonly report: Report;
  readonly to: CallsLink;
}

/** By team and by number. */
export function GroupCards({ report, to }: Props) {
  const teams = report.teams.map(
    ({ id, name, ...figures }): Group => ({
      ...figures,
      key: String(id),
      name: name ?? t('board.noTeam'),
      filter: id === null ? null : { team: id },
    }),
  );
  const numbers = report.numbers.map(
    ({ id, name, phone_number_formatted, ...figures }): Group => ({
      ...figures,
      key: String(id),
      name: name ?? phone_number_formatted ?? t('reports.number.none'),
      filter: id === null ? null : { number: id },
    }),
  );
  return (
    <>
      {teams.length > 0 && (
        <GroupTable groups={teams} head={t('field.team')} title={t('teams.title')} to={to} />
      )}
      {numbers.length > 0 && (
        <GroupTable groups={numbers} head={t('field.number')} title={t('numbers.title')} to={to} />
      )}
    </>
  );
}
