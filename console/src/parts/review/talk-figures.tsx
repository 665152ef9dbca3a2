import type { RecordingAnalysis } from '@offhook/contract/console/review-entities';
import { LaneName } from '@offhook/design/audio/player-parts.tsx';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatNumber, formatPercent } from '@offhook/i18n/formats';
import type { CSSProperties } from 'react';
import { runningTime } from '../../core/board/durations.ts';
import { talkShare } from '../../core/review/playback.ts';
import styles from './talk-figures.module.css';

const c = classes(styles);

interface Props {
  readonly talk: NonNullable<RecordingAnalysis['talk']>;
  readonly duration: number;
}

/** Who talked how much in a recording. */
export function TalkFigures({ talk, duration }: Props) {
  const { agent, lead, silence_ms, turns } = talk;
  const share = talkShare(talk);
  const time = (ms: number) => runningTime(ms / 1_000);
  const percent = (part: number | null) => (part === null ? '–' : formatPercent(part));
  return (
    <div className={c('figures')}>
      <table className={c('table')}>
        <caption className={c('caption')}>{t('review.talk')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <LaneName of="agent" />
            </th>
            <th scope="col">
              <LaneName of="lead" />
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('review.share')}</th>
            <td>{percent(share)}</td>
            <td>{percent(share === null ? null : 1 - share)}</td>
          </tr>
          <tr>
            <th scope="row">{t('review.longest')}</th>
            <td>{time(agent.longest_ms)}</td>
            <td>{time(lead.longest_ms)}</td>
          </tr>
          <tr>
            <th scope="row">{t('review.interruptions')}</th>
            <td>{formatNumber(agent.interruptions)}</td>
            <td>{formatNumber(lead.interruptions)}</td>
          </tr>
        </tbody>
      </table>
      <div aria-hidden="true" className={c('bar')}>
        <span className={c('agent')} style={{ '--share': agent.talk_ms } as CSSProperties} />
        <span className={c('lead')} style={{ '--share': lead.talk_ms } as CSSProperties} />
        <span className={c('silence')} style={{ '--share': silence_ms } as CSSProperties} />
      </div>
      <p className={c('rest')}>
        {t('review.rest', {
          silence: time(silence_ms),
          percent: percent(duration === 0 ? null : silence_ms / duration),
          turns,
        })}
      </p>
    </div>
  );
}
