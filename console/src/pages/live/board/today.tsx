import type { BoardToday } from '@offhook/contract/console/board-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatNumber, zoneForHeading } from '@offhook/i18n/formats';
import { memo } from 'react';
import { Link } from 'react-router';
import { useConsole } from '../../../console-context.ts';
import { openLeads, percentileSteps, stepParts } from '../../../core/board/charts.ts';
import { runningTime, stepTime, withRate } from '../../../core/board/durations.ts';
import { Card } from '../../../parts/cards/card.tsx';
import { StepBar } from '../../../parts/cards/step-bar.tsx';
import { HourChart } from './hour-chart.tsx';
import styles from './today.module.css';

const c = classes(styles);

interface Props {
  readonly today: BoardToday;
  /** The account's time zone, which decides what is today. */
  readonly timeZone: string;
}

/** Renders only when a figure of the day changes. */
export const Today = memo(function Today({ today, timeZone }: Props) {
  const { clock } = useConsole();
  const zone = zoneForHeading(clock.now(), timeZone);
  const inZone = (field: string) => (zone === null ? field : t('field.inZone', { field, zone }));
  const figures: [string, string][] = [
    [t('today.leads'), formatNumber(today.leads)],
    [t('today.contacted'), withRate(today.contacted, today.contact_rate)],
    [t('reports.outcome.open'), formatNumber(openLeads(today))],
    [t('today.firstRing'), today.first_ring_p50_ms === null ? '–' : stepTime(today.first_ring_p50_ms)],
    [t('today.missed'), formatNumber(today.missed)],
    [t('today.removed'), formatNumber(today.removed)],
    [t('today.longestCall'), runningTime(today.longest_seconds)],
  ];
  const { parts } = stepParts(percentileSteps(today.steps, 'p50_ms'));
  // The sum of the steps' medians isn't the median of the leads, and grows while a lead rings.
  const speed = today.speed?.p50_ms ?? null;
  return (
    <>
      <Card
        end={
          <Link className={c('reports')} to="/reports?range=today">
            {t('today.openReports')}
          </Link>
        }
        title={inZone(t('today.title'))}
      >
        <dl className={c('figures')}>
          {figures.map(([name, figure]) => (
            <div className={c('figure')} key={name}>
              <dt>{name}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {today.leads > 0 && (
        <Card title={inZone(t('today.leadsByHour'))}>
          <HourChart caption={inZone(t('today.leadsByHour'))} hours={today.hours} />
        </Card>
      )}
      {parts.length > 0 && (
        <Card
          end={speed !== null && <span className={c('total')}>{stepTime(speed)}</span>}
          title={t('speed.title')}
        >
          <StepBar
            caption={t('speed.caption.today')}
            head={t('speed.median')}
            note={t('speed.median.note')}
            parts={parts}
            second={{
              head: t('speed.p90'),
              of: ({ step }) => {
                const ms = today.steps[step].p90_ms;
                return ms === null ? '–' : stepTime(ms);
              },
            }}
          />
        </Card>
      )}
      {today.lost.length > 0 && (
        <Card title={t('today.lost')}>
          <Lost lost={today.lost} />
        </Card>
      )}
    </>
  );
});

function Lost({ lost }: Pick<BoardToday, 'lost'>) {
  const highest = Math.max(...lost.map(({ count }) => count));
  return (
    <ul className={c('lost')}>
      {lost.map(({ reason, count }) => (
        <li key={reason}>
          <span className={c('reason')}>{reason}</span>
          <span className={c('count')}>{formatNumber(count)}</span>
          <span
            aria-hidden="true"
            className={c('bar')}
            style={{ inlineSize: `${(count / highest) * 100}%` }}
          />
        </li>
      ))}
    </ul>
  );
}
