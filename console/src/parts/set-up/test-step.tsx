import type { TestLeadReceipt } from '@offhook/contract/console/test-lead';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import send from '@offhook/design/icons/send.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { testObstacle } from '../../core/set-up/steps.ts';
import { usePhoneFrame } from '../../phone-frame.tsx';
import { useApiMutation } from '../../queries.ts';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { TextField } from '../forms/text-field.tsx';
import styles from './set-up.module.css';
import { StepCard, type StepProps } from './step-card.tsx';

const c = classes(styles);

/** Sends a lead the way of a form's, so that a phone rings. */
export function TestStep({ lists, state }: StepProps) {
  const { self } = lists;
  const [number, setNumber] = useState(self.phone_number ?? '');
  const request = useApiMutation('sendTestLead', ['readListChoices', 'listCalls']);
  const obstacle = testObstacle(lists);
  // While the phone rings or is in the test's call, its agent isn't available.
  const isExpected = obstacle === 'phone' && request.data?.is_ringing === true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate({ body: { phone_number: number, fname: t('setUp.test.name') } });
  };
  return (
    <StepCard state={state} step="test">
      <p>{t('setUp.test.text')}</p>
      {obstacle !== null && !isExpected && (
        <p className={c('obstacle')}>{t(`setUp.test.needs.${obstacle}`)}</p>
      )}
      <PhoneLine lists={lists} />
      <form className={c('test')} onSubmit={submit}>
        <TextField
          dir="ltr"
          hint={t('setUp.test.number.hint')}
          label={t('setUp.test.number')}
          maxLength={250}
          onText={setNumber}
          required
          type="tel"
          value={number}
        />
        <span>
          <SmallButton
            disabled={obstacle !== null || request.isPending}
            icon={send}
            type="submit"
            variant="primary"
          >
            {t('setUp.test.send')}
          </SmallButton>
        </span>
      </form>
      <Banner text={request.error?.message ?? null} />
      <div role="status">{request.data && <Receipt {...request.data} />}</div>
      {state === 'done' && <p>{t('setUp.test.done')}</p>}
    </StepCard>
  );
}

/** Opens the reader's own phone beside the page if they take calls and none is open. */
function PhoneLine({ lists: { self } }: Pick<StepProps, 'lists'>) {
  const phone = usePhoneFrame();
  const button = useRef<HTMLButtonElement>(null);
  if (self.teams.length === 0 || phone.isOpen || self.state !== 'unavailable') return null;
  return (
    <p>
      <SmallButton ref={button} variant="quiet" onClick={() => phone.open(() => button.current?.focus())}>
        {t('setUp.test.openPhone')}
      </SmallButton>
    </p>
  );
}

function Receipt({ is_ringing, reason, scheduled_for, lead_id }: TestLeadReceipt) {
  if (is_ringing) return <p>{t('setUp.test.ringing')}</p>;
  return (
    <>
      <p className={c('obstacle')}>{t('setUp.test.notRinging', { reason })}</p>
      {scheduled_for !== null && (
        <p>
          <Rich parts={rich('setUp.test.scheduled', { time: <Moment at={scheduled_for} /> })} />
        </p>
      )}
      <p>
        <Link to={`/leads/${lead_id}`}>{t('setUp.test.lead')}</Link>{' '}
        <Link to="/calling-rules">{t('rules.title')}</Link>
      </p>
    </>
  );
}
