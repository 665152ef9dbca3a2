import type { Report } from '@offhook/contract/console/report-entities';
import { LEAD_OUTCOMES } from '@offhook/contract/console/report-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatNumber, formatPercent, formatTimeOfDay } from '@offhook/i18n/formats';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Day } from '../../core/periods/calendar.ts';
import { rangeText } from '../../core/periods/range-text.ts';
import type { ReportView } from '../../core/reports/address.ts';
import type { CallsLink } from '../../core/reports/calls-address.ts';
import { attemptRows } from '../../core/reports/charts/attempt-rows.ts';
import { toHeat } from '../../core/reports/charts/heat.ts';
import { shortWeekday } from '../../core/reports/charts/heat-text.ts';
import { outcomeFigure, outcomeName, reportSourceName } from '../../core/reports/charts/outcomes.ts';
import { timeline } from '../../core/reports/charts/timeline.ts';
import { percentText } from '../../core/reports/figures.ts';
import { Card } from '../../parts/cards/card.tsx';
import { ChartCard } from '../../parts/charts/chart-card.tsx';
import { HeatGrid, HeatScale } from '../../parts/charts/heat-grid.tsx';
import { LateChart } from '../../parts/charts/late-chart.tsx';
import { OutcomeBars } from '../../parts/charts/outcome-bars.tsx';
import styles from './report-cards.module.css';
import { ShowAll } from './show-all.tsx';

const c = classes(styles);

interface Props {
  readonly report: Report;
  readonly to: CallsLink;
}

export function HeatCard({ report, to }: Props) {
  const heat = toHeat(
    report.hours.map(({ weekday, hour, calls, contacted_calls }) => ({
      weekday,
      hour,
      calls,
      contacted: contacted_calls,
    })),
  );
  const title = t('reports.heat');
  return (
    <ChartCard
      end={<HeatScale highest={formatNumber(heat.highest)} />}
      table={{
        heads: [t('today.hour'), ...heat.rows.map((_, at) => shortWeekday(at + 1))],
        rows: heat.hours.map((hour, at) => ({
          key: hour,
          cells: [
            formatTimeOfDay(hour * 60),
            ...heat.rows.map((cells, row) => (
              <Link key={cells[at]?.weekday} to={to({ weekday: row + 1, hour })}>
                {formatNumber(cells[at]?.calls ?? 0)}
              </Link>
            )),
          ],
        })),
      }}
      title={title}
    >
      <HeatGrid caption={title} heat={heat} to={({ weekday, hour }) => to({ weekday, hour })} />
    </ChartCard>
  );
}

const SOURCES_SHOWN = 6;

export function OutcomesCard({ report, to }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const all = report.sources;
  const shown = showsAll ? all : all.slice(0, SOURCES_SHOWN);
  const title = t('reports.outcomes');
  if (all.length === 0)
    return (
      <Card title={title}>
        <p className={c('none')}>{t('reports.outcomes.none')}</p>
      </Card>
    );
  return (
    <ChartCard
      end={
        <ShowAll
          all={all.length}
          limit={SOURCES_SHOWN}
          onShow={setShowsAll}
          shown={shown.length}
          showsAll={showsAll}
        />
      }
      table={{
        heads: [
          t('reports.source'),
          t('today.leads'),
          ...LEAD_OUTCOMES.map(outcomeName),
          t('reports.rate'),
          t('calls.title'),
        ],
        rows: all.map((source) => ({
          key: source.key,
          cells: [
            <bdi key="name">{reportSourceName(source)}</bdi>,
            formatNumber(source.leads),
            ...LEAD_OUTCOMES.map((outcome) => outcomeFigure(source, outcome)),
            percentText(source.contact_rate),
            source.kind === 'other' ? (
              formatNumber(source.calls)
            ) : (
              <Link key="calls" to={to({ source: source.key })}>
                {formatNumber(source.calls)}
              </Link>
            ),
          ],
        })),
      }}
      title={title}
    >
      <OutcomeBars
        sources={shown}
        to={({ kind, key }, outcome) => (kind === 'other' ? null : to({ source: key, outcome }))}
      />
    </ChartCard>
  );
}

interface TimelineProps extends Props {
  /** null: not compared, or not loaded yet. */
  readonly before: Report | null;
  readonly view: ReportView;
  readonly today: Day;
}

export function TimelineCard({ report, before, view, today, to }: TimelineProps) {
  const slots = timeline(report, before, today);
  const isByHour = slots.some(({ hour }) => hour !== null);
  const title = isByHour
    ? t('reports.timeline.hours')
    : slots.some(({ days }) => days.from !== days.to)
      ? t('reports.timeline.weeks')
      : t('reports.timeline.days');
  const address = ({ days, hour }: (typeof slots)[number]) => to(hour === null ? {} : { hour }, days);
  const compared = before && view.before;
  return (
    <ChartCard
      end={
        compared && (
          <span className={c('aside', 'dashed')}>
            {t('reports.range.comparedWith', { range: rangeText(compared, today) })}
          </span>
        )
      }
      table={{
        heads: [
          isByHour ? t('today.hour') : t('reports.day'),
          t('calls.title'),
          t('today.contacted'),
          ...(compared ? [t('reports.before')] : []),
        ],
        rows: slots.map((slot) => ({
          key: slot.key,
          cells: [
            slot.title,
            <Link key="calls" to={address(slot)}>
              {formatNumber(slot.calls)}
            </Link>,
            formatNumber(slot.contacted),
            ...(compared ? [slot.before === null ? '–' : formatNumber(slot.before)] : []),
          ],
        })),
      }}
      title={title}
    >
      <LateChart
        caption={title}
        columns={slots.map((slot) => ({
          key: slot.key,
          label: slot.label,
          title: slot.title,
          text:
            slot.before === null
              ? t('reports.timeline.calls', { calls: slot.calls, contacted: slot.contacted })
              : t('reports.timeline.callsBefore', {
                  calls: slot.calls,
                  contacted: slot.contacted,
                  before: slot.before,
                }),
          value: slot.calls,
          part: slot.contacted,
          before: slot.before,
          to: address(slot),
        }))}
      />
    </ChartCard>
  );
}

export function AttemptsCard({ report: { attempts } }: Pick<Props, 'report'>) {
  const title = t('reports.attempts');
  const total = attempts.reduce((sum, { leads }) => sum + leads, 0);
  if (total === 0)
    return (
      <Card title={title}>
        <p className={c('none')}>{t('reports.attempts.none')}</p>
      </Card>
    );
  const rows = attemptRows(attempts).map(({ attempt, leads, isLast }) => {
    return {
      key: String(attempt),
      label: isLast ? t('reports.attempt.orMore', { attempt }) : formatNumber(attempt),
      title: isLast ? t('reports.attempt.orMoreTitle', { attempt }) : t('reports.attempt.title', { attempt }),
      leads,
      percent: formatPercent(leads / total),
    };
  });
  return (
    <ChartCard
      table={{
        heads: [t('field.attempt'), t('today.contacted'), t('reports.share')],
        rows: rows.map(({ key, title: name, leads, percent }) => ({
          key,
          cells: [name, formatNumber(leads), percent],
        })),
      }}
      title={title}
    >
      <LateChart
        caption={title}
        columns={rows.map(({ key, label, title: name, leads, percent }) => ({
          key,
          label,
          title: name,
          text: t('reports.outcome.leads', { leads, percent }),
          value: leads,
          part: leads,
          before: null,
          to: null,
        }))}
      />
    </ChartCard>
  );
}
