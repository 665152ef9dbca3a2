import { supervisedTeams } from '@offhook/contract/accounts/permissions';
import type { Report, ReportTotals } from '@offhook/contract/console/report-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { useConsole } from '../../console-context.ts';
import { percentileSteps, stepParts } from '../../core/board/charts.ts';
import { stepTime } from '../../core/board/durations.ts';
import type { Day } from '../../core/periods/calendar.ts';
import type { ReportChange, ReportView } from '../../core/reports/address.ts';
import { type CallsLink, callsAddress } from '../../core/reports/calls-address.ts';
import { NONE, reportTime } from '../../core/reports/figures.ts';
import { keyFigures } from '../../core/reports/key-figures.ts';
import { Card } from '../../parts/cards/card.tsx';
import { SmallButton } from '../../parts/cards/small-button.tsx';
import { StepBar } from '../../parts/cards/step-bar.tsx';
import { AgentsCard } from './agents-card.tsx';
import { AttemptsCard, HeatCard, OutcomesCard, TimelineCard } from './chart-cards.tsx';
import { CostCard } from './cost-card.tsx';
import { GroupCards } from './group-cards.tsx';
import { KeyFigures } from './key-figures.tsx';
import { LostCard, PeriodCard, StatusesCard } from './list-cards.tsx';
import styles from './report-cards.module.css';

const c = classes(styles);

interface Props {
  readonly report: Report;
  /** null: not compared, or not loaded yet. */
  readonly before: Report | null;
  readonly totalsBefore: ReportTotals | null;
  readonly view: ReportView;
  /** In the account's time zone. */
  readonly today: Day;
  /** Another report is loading. */
  readonly isOutdated: boolean;
  readonly onChange: (change: ReportChange) => void;
}

export function ReportCards(props: Props) {
  const { report, before, totalsBefore, view, today, isOutdated, onChange } = props;
  const { agent, source, number } = view;
  const { user } = useConsole();
  const supervised = supervisedTeams(user);
  // Of one team, the list then has exactly the calls that the report counts.
  const team = view.team || (supervised?.length === 1 ? (supervised[0] ?? '') : '');
  const period = { from: report.from, to: report.to };
  const to: CallsLink = (filter, days = period) =>
    callsAddress(days, report.time_zone, { team, agent, source, number, ...filter });
  const { current } = report;
  if (current.calls === 0 && current.leads === 0 && current.missed_rings === 0)
    return <Empty onChange={onChange} view={view} />;
  return (
    <div aria-busy={isOutdated} className={c('report', isOutdated && 'outdated')}>
      <KeyFigures
        figures={keyFigures({
          current,
          before: totalsBefore,
          isRunning: report.is_running,
          calls: to({}),
          contacted: to({ outcome: 'contacted' }),
        })}
      />
      <div className={c('cards')}>
        <SpeedCard report={report} />
        <HeatCard report={report} to={to} />
        <OutcomesCard report={report} to={to} />
        <AgentsCard onChange={onChange} report={report} sort={view.sort} to={to} />
        <PeriodCard before={totalsBefore} current={current} />
        <TimelineCard before={before} report={report} to={to} today={today} view={view} />
        <AttemptsCard report={report} />
        <LostCard report={report} />
        <StatusesCard report={report} />
        <CostCard report={report} />
      </div>
      <GroupCards report={report} to={to} />
    </div>
  );
}

function SpeedCard({ report: { current, steps } }: { readonly report: Report }) {
  const { parts } = stepParts(percentileSteps(steps, 'p50_ms'));
  const { p50_ms, p90_ms, count } = current.speed;
  return (
    <Card
      end={count > 0 && <span className={c('aside')}>{t('reports.speed.of', { leads: count })}</span>}
      title={t('speed.title')}
    >
      {count === 0 ? (
        <p className={c('lead')}>{t('reports.speed.none')}</p>
      ) : (
        <p className={c('lead')}>
          <strong className={c('strong')}>{reportTime(p50_ms)}</strong>
          {t('reports.speed.text', { time: reportTime(p90_ms) })}
        </p>
      )}
      {parts.length > 0 && (
        <StepBar
          caption={t('reports.speed.caption')}
          head={t('speed.median')}
          note={t('speed.median.note')}
          parts={parts}
          second={{
            head: t('speed.p90'),
            of: ({ step }) => {
              const ms = steps[step].p90_ms;
              return ms === null ? NONE : stepTime(ms);
            },
          }}
        />
      )}
    </Card>
  );
}

function Empty({ view, onChange }: Pick<Props, 'view' | 'onChange'>) {
  return (
    <div className={c('empty')}>
      <p>{t('reports.empty')}</p>
      {view.name !== 'last30' && (
        <SmallButton onClick={() => onChange({ range: { name: 'last30' } })} variant="quiet">
          {t('reports.empty.showLast30')}
        </SmallButton>
      )}
    </div>
  );
}
