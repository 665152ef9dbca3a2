import { classes } from '@offhook/design/classes';
import event from '@offhook/design/icons/event.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/phone';
import { useCallback } from 'react';
import CallBack from '../callbacks/call-back.tsx';
import { BreakableEmail } from '../components/call/breakable-email.tsx';
import type { LeadView } from '../core/lead/lead-view.ts';
import { usePhone } from '../phone-context.tsx';
import styles from './lead.module.css';

const c = classes(styles);

interface NextCallProps {
  readonly next: LeadView['nextCall'];
  /** The call in which a callback can be set; null: not now. */
  readonly callId: number | null;
}

export function NextCall({ next, callId }: NextCallProps) {
  const { send } = usePhone();
  // Else Thank You would close while the agent chooses.
  const keepOpen = useCallback((open: boolean) => void (open && send({ type: 'callNoteStarted' })), [send]);
  return (
    <section aria-label={t('lead.nextCall')} className={c('card')}>
      <div className={c('cardHead')}>
        <h3>{t('lead.nextCall')}</h3>
        <span className={c('aside')}>{next === null ? t('lead.notScheduled') : next.followUp}</span>
      </div>
      {next !== null && (
        <div className={c('next')}>
          <Icon svg={event} />
          <div>
            <p className={c('when')}>{next.when}</p>
            {next.ifUnreached && <p className={c('second')}>{t('lead.ifUnreached')}</p>}
          </div>
        </div>
      )}
      {callId !== null && <CallBack callId={callId} key={callId} onOpen={keepOpen} />}
    </section>
  );
}

export function FormCard({ form: { time, fields } }: Pick<LeadView, 'form'>) {
  if (fields.length === 0) return null;
  return (
    <section aria-label={t('lead.form')} className={c('card')}>
      <div className={c('cardHead')}>
        <h3>{t('lead.form')}</h3>
        {time !== null && <span className={c('aside')}>{time}</span>}
      </div>
      <dl className={c('fields')}>
        {fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several fields may have the same name
          <div className={c('fact')} key={`${index} ${name}`}>
            <dt>{name}</dt>
            <dd>{value.includes('@') ? <BreakableEmail email={value} /> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
