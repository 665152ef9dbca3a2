import type { LeadOutlook } from '@offhook/contract/console/leads/lead-timeline-entities';
import { classes } from '@offhook/design/classes';
import { rich, t } from '@offhook/i18n/console';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useConsole } from '../../../console-context.ts';
import { attemptName } from '../../../core/board/waiting-leads.ts';
import { outlookReason } from '../../../core/leads/lead-timeline.ts';
import { useApiQuery } from '../../../queries.ts';
import { Card } from '../../cards/card.tsx';
import { Chip } from '../../cards/chip.tsx';
import entries from '../../cards/entries.module.css';
import { Moment } from '../../cards/moment.tsx';
import { Rich } from '../../cards/rich.tsx';

const e = classes(entries);

/** Whether and when the lead is called next, and why not now. */
export function OutlookCard({ outlook }: { readonly outlook: LeadOutlook }) {
  const { clock } = useConsole();
  const board = useApiQuery('readBoard', { query: {} }).data;
  const team = board?.teams.find(({ id }) => id === outlook.team?.id);
  const isDue = outlook.due_at !== null && Date.parse(outlook.due_at) <= clock.read();
  const reason = outlookReason(outlook, isDue, team);
  const attempt = attemptName(outlook);
  return (
    <Card title={t('outlook.title')}>
      <p className={e('line')}>
        <span className={e('name')}>{outlookText(outlook, isDue)}</span>
        {attempt !== null && <Chip>{attempt}</Chip>}
        {outlook.agent && <Chip>{outlook.agent.full_name}</Chip>}
      </p>
      {reason !== null && <p className={e('detail')}>{reason}</p>}
    </Card>
  );
}

function outlookText({ state, call_id: callId, due_at: dueAt }: LeadOutlook, isDue: boolean): ReactNode {
  if (state === 'calling') {
    const link = (text: ReactNode) => <Link to={`/calls/${callId}`}>{text}</Link>;
    return <Rich parts={rich('outlook.calling', { link })} />;
  }
  if (state === 'blocked') return t('outlook.blocked');
  if (dueAt === null) return t('outlook.none');
  const time = <Moment at={dueAt} />;
  return <Rich parts={rich(isDue ? 'outlook.due' : 'outlook.scheduled', { time })} />;
}
