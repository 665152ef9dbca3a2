import { t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import { Link } from 'react-router';
import type { CallsFilter } from '../../core/reports/calls-address.ts';
import { hoursMinutes, percentText, reportTime } from '../../core/reports/figures.ts';
import { Card } from '../../parts/cards/card.tsx';
import { FigureTable } from '../../parts/charts/figure-table.tsx';

export interface Group {
  readonly key: string;
  readonly name: string;
  readonly leads: number;
  readonly contacted: number;
  readonly contact_rate: number | null;
  readonly calls: number;
  readonly talk_seconds: number;
  readonly speed: { readonly p50_ms: number | null };
  readonly missed_rings: number;
  /** null: Calls can't list them. */
  readonly filter: CallsFilter | null;
}

interface Props {
  readonly title: string;
  readonly head: string;
  readonly groups: readonly Group[];
  readonly to: (filter: CallsFilter) => string;
}

/** The same figures for each team, number or source. */
export function GroupTable({ title, head, groups, to }: Props) {
  const link = (filter: CallsFilter | null, text: string) =>
    filter === null ? text : <Link to={to(filter)}>{text}</Link>;
  return (
    <Card title={title}>
      <FigureTable
        caption={title}
        heads={[
          head,
          t('today.leads'),
          t('today.contacted'),
          t('reports.rate'),
          t('calls.title'),
          t('reports.talkTime'),
          t('reports.speed'),
          t('reports.missedByAgents'),
        ]}
        rows={groups.map((group) => ({
          key: group.key,
          cells: [
            <bdi key="name">{group.name}</bdi>,
            formatNumber(group.leads),
            link(group.filter && { ...group.filter, outcome: 'contacted' }, formatNumber(group.contacted)),
            percentText(group.contact_rate),
            link(group.filter, formatNumber(group.calls)),
            hoursMinutes(group.talk_seconds),
            reportTime(group.speed.p50_ms),
            formatNumber(group.missed_rings),
          ],
        }))}
      />
    </Card>
  );
}
