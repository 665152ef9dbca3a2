import type { LeadEvent } from '@offhook/contract/console/leads/lead-timeline-entities';
import { classes } from '@offhook/design/classes';
import { Segmented } from '@offhook/design/forms/segmented.tsx';
import block from '@offhook/design/icons/block.svg?raw';
import callMade from '@offhook/design/icons/call_made.svg?raw';
import callReceived from '@offhook/design/icons/call_received.svg?raw';
import check from '@offhook/design/icons/check_circle.svg?raw';
import close from '@offhook/design/icons/close.svg?raw';
import note from '@offhook/design/icons/edit_note.svg?raw';
import event from '@offhook/design/icons/event.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import arrived from '@offhook/design/icons/person_add.svg?raw';
import sms from '@offhook/design/icons/sms.svg?raw';
import tune from '@offhook/design/icons/tune.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { auditAction, auditSubject } from '../../../core/audit/audit-text.ts';
import { formatOutcome, resultName } from '../../../core/leads/call-names.ts';
import { sourceText } from '../../../core/leads/do-not-call-text.ts';
import {
  agentCounts,
  arrivalName,
  callName,
  isOfKind,
  scheduledName,
  TIMELINE_KINDS,
  type TimelineKind,
} from '../../../core/leads/lead-timeline.ts';
import { textSender, textStatus } from '../../../core/leads/text-names.ts';
import { useApiQuery } from '../../../queries.ts';
import { Decisions } from '../../calls/decisions.tsx';
import { Card } from '../../cards/card.tsx';
import { Chip } from '../../cards/chip.tsx';
import entries from '../../cards/entries.module.css';
import { Moment } from '../../cards/moment.tsx';
import { Rich } from '../../cards/rich.tsx';
import { SmallButton } from '../../cards/small-button.tsx';
import { NoRows } from '../../tables/data-table.tsx';
import { Loaded } from '../../tables/loaded.tsx';
import { OutlookCard } from './outlook-card.tsx';
import styles from './timeline.module.css';

const c = classes(styles);
const e = classes(entries);

const ICONS = { all: event, calls: callMade, texts: sms, other: tune } as const;
const kinds = () =>
  TIMELINE_KINDS.map((value) => ({ value, label: t(`timeline.kind.${value}`), icon: ICONS[value] }));

/** What happened to the lead, newest first, under what happens next. */
export function LeadTimeline({ id }: { readonly id: string }) {
  // The times before which each page after the first begins.
  const [before, setBefore] = useState<readonly string[]>([]);
  const [kind, setKind] = useState<TimelineKind>('all');
  const last = before.at(-1);
  const query = useApiQuery(
    'readLeadTimeline',
    { params: { id }, query: last === undefined ? {} : { before: last } },
    { live: true },
  );
  return (
    <Loaded query={query}>
      {({ outlook, events, next }) => {
        const shown = events.filter((one) => isOfKind(one, kind));
        return (
          <>
            <OutlookCard outlook={outlook} />
            <Card
              end={
                <span className={c('kinds')}>
                  <Segmented
                    choices={kinds()}
                    chosen={kind}
                    fills
                    name={t('timeline.show')}
                    onChoose={setKind}
                  />
                </span>
              }
              title={t('timeline.title')}
            >
              {shown.length === 0 && <NoRows>{t('timeline.empty')}</NoRows>}
              <ol className={c('events')}>
                {shown.map((one) => (
                  <Event key={keyOf(one)} of={one} />
                ))}
              </ol>
              {(before.length > 0 || next !== null) && (
                <div className={c('pages')}>
                  {before.length > 0 && (
                    <SmallButton variant="quiet" onClick={() => setBefore(before.slice(0, -1))}>
                      {t('timeline.newer')}
                    </SmallButton>
                  )}
                  {next !== null && (
                    <SmallButton variant="quiet" onClick={() => setBefore([...before, next])}>
                      {t('timeline.older')}
                    </SmallButton>
                  )}
                </div>
              )}
            </Card>
          </>
        );
      }}
    </Loaded>
  );
}

function keyOf({ at, ...rest }: LeadEvent): string {
  const [[kind, value] = ['', undefined]] = Object.entries(rest);
  return `${kind} ${typeof value === 'object' && 'id' in value ? value.id : at}`;
}

function Event({ of }: { readonly of: LeadEvent }) {
  const { icon, title, beside, details } = eventParts(of);
  return (
    <li className={c('event')}>
      <span className={c('icon')}>
        <Icon mirrors={icon === callMade || icon === callReceived} svg={icon} />
      </span>
      <div className={c('body')}>
        <div className={c('head')}>
          <span className={e('name')}>{title}</span>
          {beside}
          <span className={c('time')}>
            <Moment at={of.at} />
          </span>
        </div>
        {details}
      </div>
    </li>
  );
}

interface EventParts {
  readonly icon: string;
  readonly title: ReactNode;
  readonly beside?: ReactNode;
  readonly details?: ReactNode;
}

function eventParts(of: LeadEvent): EventParts {
  if (of.call) return callParts(of.call);
  if (of.scheduled)
    return {
      icon: event,
      title: scheduledName(of.scheduled),
      beside: <Rich parts={rich('timeline.scheduledFor', { time: <Moment at={of.scheduled.due_at} /> })} />,
      details: <Details of={[of.scheduled.reason, of.scheduled.team?.name, setBy(of.scheduled)]} />,
    };
  if (of.canceled)
    return {
      icon: close,
      title: t('timeline.canceled', { name: scheduledName(of.canceled) }),
      details: <Details of={[of.canceled.reason, of.canceled.canceled_by?.full_name]} />,
    };
  if (of.note)
    return {
      icon: note,
      title: t('timeline.note', { name: of.note.user.full_name }),
      details: <Quote>{of.note.content}</Quote>,
    };
  if (of.text)
    return {
      icon: sms,
      title: textSender(of.text),
      beside: <Chip variant={of.text.status === 'failed' ? 'danger' : 'quiet'}>{textStatus(of.text)}</Chip>,
      details: <Quote>{of.text.body}</Quote>,
    };
  if (of.consent)
    return {
      icon: check,
      title: t('consent.title'),
      beside: <Chip>{t(`consent.channel.${of.consent.channel}`)}</Chip>,
      details: <Quote>{of.consent.text}</Quote>,
    };
  if (of.listed)
    return {
      icon: block,
      title: t('timeline.listed'),
      beside: <Chip>{sourceText(of.listed.source)}</Chip>,
    };
  if (of.change)
    return {
      icon: tune,
      title: auditAction(of.change),
      details: <Details of={[auditSubject(of.change), of.change.user?.full_name]} />,
    };
  if (of.arrived)
    return { icon: arrived, title: arrivalName(of.arrived), details: <Details of={[of.arrived.form]} /> };
  // A newer server has other kinds of events.
  return { icon: event, title: t('timeline.unknown') };
}

function callParts(call: NonNullable<LeadEvent['call']>): EventParts {
  const result = resultName(call.result);
  const counts = agentCounts(call);
  return {
    icon: call.direction === 'outbound' ? callMade : callReceived,
    title: <Link to={`/calls/${call.id}`}>{callName(call)}</Link>,
    beside: (
      <>
        <span>{formatOutcome(call)}</span>
        {result !== null && <Chip variant={call.result === 'removed' ? 'danger' : 'quiet'}>{result}</Chip>}
        {call.has_recording && <Chip>{t('calls.recorded')}</Chip>}
      </>
    ),
    details: (
      <>
        <Details of={[call.agent?.full_name, call.team?.name]} />
        {call.reasons.map((reason, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a call's reasons only grow at their end
          <Details key={index} of={[reason]} />
        ))}
        {call.decisions.length > 0 && counts !== null && (
          <details className={c('agents')}>
            <summary>{counts}</summary>
            <Decisions decisions={call.decisions} />
          </details>
        )}
      </>
    ),
  };
}

const setBy = ({ set_by }: NonNullable<LeadEvent['scheduled']>) =>
  set_by && t('timeline.setBy', { name: set_by.full_name });

function Details({ of }: { readonly of: readonly (string | null | undefined)[] }) {
  const parts = of.filter(Boolean);
  return parts.length === 0 ? null : <p className={e('detail')}>{parts.join(' · ')}</p>;
}

function Quote({ children }: { readonly children: string }) {
  return (
    <p className={e('text')} dir="auto">
      {children}
    </p>
  );
}
