import type { TestLeadReceipt } from '@offhook/contract/console/leads/test-lead';
import { RING_TIMEOUT_MS } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import send from '@offhook/design/icons/send.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { sendObstacle, type TestOutcome, testOutcome } from '../../core/set-up/test-outcome.ts';
import { usePhoneFrame } from '../../phone-frame.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { TextField } from '../forms/text-field.tsx';
import styles from './set-up.module.css';
import { StepCard, type StepProps } from './step-card.tsx';

const c = classes(styles);

/** Sends a lead the way of a form's, so that a phone rings. */
export function TestStep({ lists, state, isNext }: StepProps) {
  const { self } = lists;
  const [number, setNumber] = useState(self.phone_number ?? '');
  const request = useApiMutation('sendTestLead', ['listCalls', 'listTeams']);
  const outcome = useOutcome(request.data);
  const obstacle = sendObstacle(lists, outcome);
  const reasonId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate({ body: { phone_number: number, fname: t('setUp.test.name') } });
  };
  return (
    <StepCard state={state} step="test">
      <p>{t('setUp.test.text')}</p>
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
            aria-describedby={obstacle === null ? undefined : reasonId}
            disabled={obstacle !== null || request.isPending}
            icon={send}
            type="submit"
            variant={isNext || lists.hasKey ? 'primary' : 'quiet'}
          >
            {t('setUp.test.send')}
          </SmallButton>
        </span>
      </form>
      {obstacle !== null && (
        <p className={c('obstacle')} id={reasonId}>
          {t(`setUp.test.needs.${obstacle}`)}
        </p>
      )}
      <PhoneLine lists={lists} />
      <Banner text={request.error?.message ?? null} />
      <div role="status">
        {request.data && <Receipt lists={lists} outcome={outcome} receipt={request.data} />}
      </div>
      {state === 'done' && (
        <p>
          {t('setUp.test.done')}{' '}
          {lists.lastCallId !== null && lists.lastCallId !== request.data?.call_id && (
            <Link to={`/calls/${lists.lastCallId}`}>{t('setUp.test.lastCall')}</Link>
          )}
        </p>
      )}
    </StepCard>
  );
}

/** @returns null without a call that rings */
function useOutcome(receipt: TestLeadReceipt | undefined): TestOutcome | null {
  const id = receipt?.is_ringing === true ? receipt.call_id : null;
  const query = useApiQuery('readCall', { params: { id: id ?? 0 } }, { live: true, enabled: id !== null });
  if (id === null) return null;
  // Until the next test's call has loaded, the query has that of the last one.
  return testOutcome(query.data?.call.id === id ? query.data.call : null);
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

interface ReceiptProps extends Pick<StepProps, 'lists'> {
  readonly receipt: TestLeadReceipt;
  readonly outcome: TestOutcome | null;
}

function Receipt({ lists, receipt, outcome }: ReceiptProps) {
  const { is_ringing, reason, scheduled_for, lead_id, call_id } = receipt;
  const lead = <Link to={`/leads/${lead_id}`}>{t('setUp.test.lead')}</Link>;
  if (is_ringing) {
    const hasFailed = outcome === 'ignored' || outcome === 'unanswered';
    return (
      <>
        <p className={c(hasFailed && 'obstacle')}>
          {outcome === 'unanswered'
            ? t('setUp.test.unanswered', { seconds: RING_TIMEOUT_MS / 1_000 })
            : t(`setUp.test.${outcome ?? 'ringing'}`)}
        </p>
        {hasFailed && <p>{lead}</p>}
        {outcome === 'ended' && (
          <p>
            <Link to={`/calls/${call_id}`}>{t('setUp.test.call')}</Link>
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <p className={c('obstacle')}>{t('setUp.test.notRinging', { reason })}</p>
      {scheduled_for !== null && (
        <p>
          <Rich parts={rich('setUp.test.scheduled', { time: <Moment at={scheduled_for} /> })} />
        </p>
      )}
      <p>
        {lead} <HoldLinks lists={lists} receipt={receipt} />
      </p>
    </>
  );
}

/** Where the setting is that keeps phones from ringing. */
function HoldLinks({ lists, receipt: { held_by, team_id } }: Omit<ReceiptProps, 'outcome'>) {
  if (held_by === 'calling_hours') return <Link to="/calling-rules">{t('rules.title')}</Link>;
  if (held_by !== 'team_hours' || team_id === null) return null;
  return (
    <>
      <Link to={`/teams/${team_id}`}>{t('setUp.hours.set')}</Link>{' '}
      {lists.holidays > 0 && <Link to="/calling-rules">{t('rules.holidays.title')}</Link>}
    </>
  );
}
