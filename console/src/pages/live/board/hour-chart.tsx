import type { BoardToday } from '@offhook/contract/console/board-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import { hourBars } from '../../../core/board/charts.ts';
import styles from './hour-chart.module.css';

const c = classes(styles);

/** With more bars, no hour has a count. */
const MAX_COUNTED = 8;
/** With more bars, only every third hour has a label, such as '10:00' or '10 a.m.' */
const MAX_FULLY_LABELED = 5;
/** With more bars, only every sixth hour has a label. */
const MAX_PARTLY_LABELED = 14;

const percent = (share: number) => `${share * 100}%`;

interface Props extends Pick<BoardToday, 'hours'> {
  /** For screen readers. */
  readonly caption: string;
}

/** A bar for each hour: contacted, missed and other leads from bottom to top. */
export function HourChart({ caption, hours }: Props) {
  const bars = hourBars(hours);
  return (
    <figure className={c('chart')}>
      <div
        aria-hidden="true"
        className={c(
          'bars',
          bars.length > MAX_COUNTED && 'uncounted',
          bars.length > MAX_FULLY_LABELED && 'dense',
          bars.length > MAX_PARTLY_LABELED && 'crowded',
        )}
      >
        {bars.map((bar) => (
          <span
            className={c('hour')}
            key={bar.hour}
            title={t('today.hourSummary', {
              hour: bar.label,
              leads: bar.leads,
              contacted: bar.contacted,
              missed: bar.missed,
            })}
          >
            <span className={c('count')}>{formatNumber(bar.leads)}</span>
            <span className={c('column')}>
              <span className={c('other')} style={{ blockSize: percent(bar.otherShare) }} />
              <span className={c('missed')} style={{ blockSize: percent(bar.missedShare) }} />
              <span className={c('contacted')} style={{ blockSize: percent(bar.contactedShare) }} />
            </span>
            <span className={c('label')}>{bar.label}</span>
          </span>
        ))}
      </div>
      <figcaption aria-hidden="true" className={c('legend')}>
        <span className={c('key', 'contacted')}>{t('today.contacted')}</span>
        <span className={c('key', 'missed')}>{t('today.missed')}</span>
        <span className={c('key', 'other')}>{t('today.other')}</span>
      </figcaption>
      {/* A table is as wide as its content, regardless of its class. */}
      <div className="visually-hidden">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t('today.hour')}</th>
              <th scope="col">{t('today.leads')}</th>
              <th scope="col">{t('today.contacted')}</th>
              <th scope="col">{t('today.missed')}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.hour}>
                <th scope="row">{bar.label}</th>
                <td>{formatNumber(bar.leads)}</td>
                <td>{formatNumber(bar.contacted)}</td>
                <td>{formatNumber(bar.missed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
