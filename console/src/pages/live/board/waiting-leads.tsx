import type { Board, WaitingLead } from '@offhook/contract/console/board-entities';
import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import ringVolume from '@offhook/design/icons/ring_volume-fill.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import { Link } from 'react-router';
import { timeSince } from '../../../core/board/durations.ts';
import { attemptName, shownReason, waitingLine } from '../../../core/board/waiting-leads.ts';
import { toMs } from '../../../moments.ts';
import { Card } from '../../../parts/cards/card.tsx';
import { useNow } from '../../../parts/shell/use-now.ts';
import styles from './waiting-leads.module.css';

const c = classes(styles);

interface Props {
  readonly board: Pick<Board, 'waiting' | 'waiting_total' | 'scheduled_later'>;
  /** Milliseconds that the server's clock is ahead of the page's. */
  readonly serverAheadMs: number;
}

/** Waiting leads, longest first, then those that are due soon. */
export function WaitingLeads({ board, serverAheadMs }: Props) {
  const now = useNow() + serverAheadMs;
  const { waiting, waiting_total, scheduled_later = 0 } = board;
  return (
    <Card
      end={
        <span className={c('total')}>
          <span aria-hidden="true">{formatNumber(waiting_total)}</span>
          <span className="visually-hidden">{t('waiting.total', { count: waiting_total })}</span>
        </span>
      }
      flush
      title={t('waiting.title')}
    >
      {waiting.length === 0 ? (
        <p className={c('none')}>{t('waiting.empty')}</p>
      ) : (
        // A scrolling list must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <ol aria-label={t('waiting.title')} className={c('leads')} tabIndex={0}>
          {waiting.map((lead) => (
            <Waiting key={lead.call_id ?? `planned-${lead.planned_id}`} lead={lead} now={now} />
          ))}
        </ol>
      )}
      {waiting_total > waiting.length && (
        <p className={c('more')}>{t('waiting.more', { count: waiting.length })}</p>
      )}
      {scheduled_later > 0 && (
        <p className={c('more')}>
          {t(waiting.length === 0 ? 'waiting.onlyLater' : 'waiting.later', { count: scheduled_later })}
        </p>
      )}
    </Card>
  );
}

function Waiting({ lead, now }: { readonly lead: WaitingLead; readonly now: number }) {
  const attempt = attemptName(lead);
  const due = toMs(lead.due_at);
  const reason = shownReason(lead, due, now);
  return (
    <li className={c('lead')}>
      <span className={c('name')} dir="auto">
        {lead.lead_id === null ? lead.label : <Link to={`/leads/${lead.lead_id}`}>{lead.label}</Link>}
      </span>
      <span className={c('time')} dir="ltr">
        {timeSince(toMs(lead.since), now)}
      </span>
      <span className={c('second')}>
        {waitingLine(lead, due, now)}
        {reason !== null && <span className={c('reason')}>{reason}</span>}
      </span>
      <span className={c('end')}>
        {lead.ringing > 0 && (
          <span className={c('rings')}>
            <Icon svg={ringVolume} />
          </span>
        )}
        {attempt !== null && <span className={c('chip')}>{attempt}</span>}
      </span>
    </li>
  );
}
