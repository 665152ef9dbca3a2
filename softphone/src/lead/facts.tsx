import { classes } from '@offhook/design/classes';
import event from '@offhook/design/icons/event.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/phone';
import { useCallback } from 'react';
import CallBack from '../callbacks/call-back.tsx';
import { BreakableEmail } from '../components/call/breakable-email.tsx';
import { useNow } from '../components/time/use-now.ts';
import type { LeadView } from '../core/lead/lead-view.ts';
import { callbackTime } from '../core/lists/callback-rows.ts';
import { usePhone } from '../phone-context.tsx';
import { useCallbackOffer } from '../queries.ts';
import styles from './lead.module.css';

const c = classes(styles);

interface NextCallProps {
  readonly view: LeadView;
}

export function NextCall({ view: { nextCall, callId, callbackCallId } }: NextCallProps) {
  const { send } = usePhone();
  const { data: offer } = useCallbackOffer(callId);
  const now = useNow(offer?.callback != null);
  const callback = offer?.callback ?? null;
  // Known after the call too, when the rest of the lead can't be read again.
  const next =
    callback === null
      ? nextCall
      : { ...callbackTime(callback.at, callback.time_zone, now), followUp: null, ifUnreached: false };
  // Else Thank You would close while the agent chooses.
  const keepOpen = useCallback((open: boolean) => void (open && send({ type: 'callNoteStarted' })), [send]);
  return (
    <section aria-label={t('lead.nextCall')} className={c('card')}>
      <div className={c('cardHead')}>
        <h3>{t('lead.nextCall')}</h3>
        <span className={c('aside')}>{next === null ? t('lead.notScheduled') : next.followUp}</span>
      </div>
      {next !== null && !(callback !== null && callbackCallId !== null) && (
        <div className={c('next')}>
          <Icon svg={event} />
          <div>
            <p className={c('when')}>{next.when}</p>
            {next.own !== null && <p className={c('second')}>{next.own}</p>}
            {next.ifUnreached && <p className={c('second')}>{t('lead.ifUnreached')}</p>}
          </div>
        </div>
      )}
      {callbackCallId !== null && <CallBack callId={callbackCallId} key={callbackCallId} onOpen={keepOpen} />}
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
