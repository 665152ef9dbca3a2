import type { BoardToday } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { figureOf, stepParts } from '../../core/board/charts.ts';
import { runningTime, stepTime, withShare } from '../../core/board/durations.ts';
import { Card } from '../../parts/cards/card.tsx';
import { StepBar } from '../../parts/cards/step-bar.tsx';
import { HourChart } from './hour-chart.tsx';
import styles from './today.module.css';

const c = classes(styles);

/** The day so far, by the account's clock. */
export function Today({ today }: { readonly today: BoardToday }) {
  const figures: [string, string][] = [
    ['Leads', String(today.leads)],
    ['Contacted', withShare(today.contacted, today.leads)],
    [
      'Lead to first ring, median',
      today.first_ring_p50_ms === null ? '–' : stepTime(today.first_ring_p50_ms),
    ],
    ['Missed', String(today.missed)],
    ['Removed', String(today.removed)],
    ['Longest call', runningTime(today.longest_seconds)],
  ];
  const { parts, totalMs } = stepParts(figureOf(today.steps, 'p50_ms'));
  return (
    <>
      <Card title="Today">
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
        <Card title="Leads by hour">
          <HourChart hours={today.hours} />
        </Card>
      )}
      {parts.length > 0 && (
        <Card end={<span className={c('total')}>{stepTime(totalMs)}</span>} title="Speed to lead">
          <StepBar
            caption="How long each step from the lead to the conversation took today"
            head="Median"
            parts={parts}
            second={{
              head: '90%',
              of: ({ step }) => {
                const ms = today.steps[step].p90_ms;
                return ms === null ? '–' : stepTime(ms);
              },
            }}
          />
        </Card>
      )}
      {today.lost.length > 0 && (
        <Card title="Leads lost">
          <Lost lost={today.lost} />
        </Card>
      )}
    </>
  );
}

function Lost({ lost }: Pick<BoardToday, 'lost'>) {
  const highest = Math.max(...lost.map(({ count }) => count));
  return (
    <ul className={c('lost')}>
      {lost.map(({ reason, count }) => (
        <li key={reason}>
          <span className={c('reason')}>{reason}</span>
          <span className={c('count')}>{count}</span>
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
