import type { ConsoleCall } from '@offhook/contract/console/call-entities';
import { classes } from '@offhook/design/classes';
import callMade from '@offhook/design/icons/call_made.svg?raw';
import callReceived from '@offhook/design/icons/call_received.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import { formatPercent } from '@offhook/i18n/formats';
import { Link } from 'react-router';
import { attemptName } from '../../core/board/waiting-leads.ts';
import { callLabel, directionName, formatOutcome, resultName } from '../../core/leads/call-names.ts';
import { NONE } from '../../core/reports/figures.ts';
import { Chip } from '../cards/chip.tsx';
import { type Column, Muted, momentColumn } from '../tables/data-table.tsx';
import styles from './call-columns.module.css';

const c = classes(styles);

/** @param hasScorecard whether the account reviews its calls */
export const callColumns = (hasScorecard: boolean): readonly Column<ConsoleCall>[] => [
  {
    head: t('call.title'),
    cell: (call) => (
      <span className={c('who')}>
        <span className={c('direction')}>
          <Icon mirrors size={18} svg={call.direction === 'outbound' ? callMade : callReceived} />
          <span className="visually-hidden">{directionName(call.direction)}</span>
        </span>
        <span className={c('names')}>
          <Link to={`/calls/${call.id}`}>
            <bdi>{callLabel(call)}</bdi>
          </Link>
          {call.label !== call.phone_number_formatted && (
            <Muted>
              <bdi dir="ltr">{call.phone_number_formatted}</bdi>
            </Muted>
          )}
        </span>
      </span>
    ),
  },
  {
    head: t('calls.outcome'),
    figures: true,
    cell: (call) => <Outcome call={call} />,
  },
  {
    head: t('field.agent'),
    cell: ({ agent, team }) => (
      <span className={c('whole')}>
        {agent && <bdi>{agent.full_name}</bdi>}
        {team && <Muted>{team.name}</Muted>}
      </span>
    ),
  },
  ...(hasScorecard ? [scoreColumn()] : []),
  momentColumn(t('field.time'), ({ started_at }) => started_at),
];

const scoreColumn = (): Column<ConsoleCall> => ({
  head: t('scorecard.score'),
  figures: true,
  cell: ({ score }) => (score === null ? NONE : formatPercent(score / 100)),
});

function Outcome({ call }: { readonly call: ConsoleCall }) {
  const attempt = attemptName(call);
  const result = resultName(call.result);
  return (
    <span className={c('outcome')}>
      <span className={c(['missed', 'failed'].includes(call.status) && 'bad')}>{formatOutcome(call)}</span>
      {result !== null && <Chip variant={call.result === 'removed' ? 'danger' : 'quiet'}>{result}</Chip>}
      {attempt !== null && <Chip>{attempt}</Chip>}
      {call.has_recording && <Chip>{t('calls.recorded')}</Chip>}
      {call.reason !== null && call.seconds === 0 && <span className={c('reason')}>{call.reason}</span>}
    </span>
  );
}
