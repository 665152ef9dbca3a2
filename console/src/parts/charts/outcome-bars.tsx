import type { ReportOutcome, ReportSource } from '@offhook/contract/console/report-entities';
import { LEAD_OUTCOMES } from '@offhook/contract/console/report-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  outcomeName,
  outcomeParts,
  outcomeText,
  rateText,
  reportSourceName,
} from '../../core/reports/charts/outcomes.ts';
import styles from './outcome-bars.module.css';
import { Tip, type Tipped } from './tip.tsx';

const c = classes(styles);

interface Props {
  readonly sources: readonly ReportSource[];
  /** null: Calls can't list them. */
  readonly to: (source: ReportSource, outcome: ReportOutcome) => string | null;
}

export function OutcomeBars({ sources, to }: Props) {
  const [tipped, setTipped] = useState<Tipped | null>(null);
  const hide = () => setTipped(null);
  const used = LEAD_OUTCOMES.filter((outcome) => sources.some((source) => source[outcome] > 0));
  return (
    <figure className={c('around')} onBlur={hide} onPointerLeave={hide}>
      <ul aria-hidden="true" className={c('legend')}>
        {used.map((outcome) => (
          <li className={c('key', outcome)} key={outcome}>
            {outcomeName(outcome)}
          </li>
        ))}
      </ul>
      <ul className={c('sources')}>
        {sources.map((source) => (
          <li className={c('source')} key={source.key}>
            <span className={c('name')}>
              <bdi>{reportSourceName(source)}</bdi>{' '}
              <span className={c('leads')}>{t('reports.leads', { leads: source.leads })}</span>
            </span>
            <span className={c('rate')}>{rateText(source)}</span>
            <span className={c('bar')}>
              {outcomeParts(source).map((part) => {
                const { outcome, share } = part;
                const text = outcomeText(part);
                const address = to(source, outcome);
                const show = ({ currentTarget }: { readonly currentTarget: Element }) =>
                  setTipped({ title: outcomeName(outcome), text, element: currentTarget });
                const props = {
                  className: c('part', outcome),
                  onPointerEnter: show,
                  style: { flexGrow: share },
                };
                const name = t('reports.outcome.part', {
                  source: reportSourceName(source),
                  outcome: outcomeName(outcome),
                  text,
                });
                return address === null ? (
                  <span aria-label={name} key={outcome} role="img" {...props} />
                ) : (
                  <Link aria-label={name} key={outcome} onFocus={show} to={address} {...props} />
                );
              })}
            </span>
          </li>
        ))}
      </ul>
      {sources.some(({ open }) => open > 0) && (
        <figcaption className={c('hint')}>{t('reports.outcomes.hint')}</figcaption>
      )}
      {tipped && <Tip {...tipped} />}
    </figure>
  );
}
