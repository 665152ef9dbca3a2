import type { Report, ReportTotals } from '@offhook/contract/console/report-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import { agentStatusName } from '../../core/board/status-text.ts';
import { periodRows } from '../../core/reports/charts/period-table.ts';
import { hoursMinutes } from '../../core/reports/figures.ts';
import { Card } from '../../parts/cards/card.tsx';
import { ChartCard } from '../../parts/charts/chart-card.tsx';
import { FigureTable } from '../../parts/charts/figure-table.tsx';
import { ShareList } from '../../parts/charts/share-list.tsx';
import styles from './report-cards.module.css';

const c = classes(styles);

interface Props {
  readonly report: Report;
}

interface PeriodProps {
  readonly current: ReportTotals;
  /** null: not compared. */
  readonly before: ReportTotals | null;
}

export function PeriodCard({ current, before }: PeriodProps) {
  const title = t('reports.calls');
  return (
    <Card title={title}>
      <FigureTable
        caption={title}
        heads={[
          t('reports.figure'),
          t('reports.total'),
          t('reports.perCall'),
          ...(before ? [t('reports.before')] : []),
        ]}
        rows={periodRows(current, before).map(({ key, name, figure, perCall, before: earlier }) => ({
          key,
          cells: [name, figure, perCall, ...(before ? [earlier] : [])],
        }))}
      />
      <p className={c('hint')}>{t('reports.calls.hint')}</p>
    </Card>
  );
}

/** Why leads weren't contacted. */
export function LostCard({ report: { lost } }: Props) {
  const title = t('reports.lost');
  if (lost.length === 0)
    return (
      <Card title={title}>
        <p className={c('none')}>{t('reports.lost.none')}</p>
      </Card>
    );
  const highest = Math.max(...lost.map(({ count }) => count));
  return (
    <Card title={title}>
      <ShareList
        isLoss
        rows={lost.map(({ reason, count }) => ({
          key: reason,
          name: reason,
          figure: formatNumber(count),
          share: count / highest,
        }))}
      />
    </Card>
  );
}

/** Time per status, of all agents and, as a table, of each. */
export function StatusesCard({ report: { statuses, agents } }: Props) {
  const title = t('reports.statuses');
  const used = statuses.filter(({ seconds }) => seconds > 0);
  if (used.length === 0)
    return (
      <Card title={title}>
        <p className={c('none')}>{t('reports.statuses.none')}</p>
      </Card>
    );
  const highest = Math.max(...used.map(({ seconds }) => seconds));
  const name = (status: (typeof used)[number]) =>
    status.key === 'available' ? t('reports.status.available') : agentStatusName(status);
  const withStatus = agents.filter((agent) => agent.statuses.some(({ seconds }) => seconds > 0));
  return (
    <ChartCard
      table={{
        heads: [t('field.agent'), ...used.map(name)],
        rows: withStatus.map((agent) => ({
          key: agent.id,
          cells: [
            <bdi key="name">{agent.full_name}</bdi>,
            ...used.map(({ key }) =>
              hoursMinutes(agent.statuses.find((one) => one.key === key)?.seconds ?? 0),
            ),
          ],
        })),
      }}
      title={title}
    >
      <ShareList
        rows={used.map((status) => ({
          key: status.key,
          name: name(status),
          figure: hoursMinutes(status.seconds),
          share: status.seconds / highest,
        }))}
      />
    </ChartCard>
  );
}
