import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Spinner } from '@offhook/design/feedback/spinner.tsx';
import { Select } from '@offhook/design/forms/field.tsx';
import callFill from '@offhook/design/icons/call-fill.svg?raw';
import { t } from '@offhook/i18n/phone';
import { type FormEvent, useId } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Panel } from '../../components/frame/panel.tsx';
import { callerIdText } from '../../core/forms/caller-id-text.ts';
import { statusLine } from '../../core/screen/status-line.ts';
import { usePhone } from '../../phone-context.tsx';
import { useCallerIds } from '../../queries.ts';
import { DiscardQuestion } from './discard-question.tsx';
import styles from './new-call.module.css';
import { OfferedPerson } from './offered-person.tsx';
import { useCallVerdict } from './use-call-verdict.ts';
import { usePerson } from './use-person.tsx';
import { Verdict } from './verdict.tsx';

const c = classes(styles);

export default function NewCall() {
  const { state, send } = usePhone();
  const callerIds = useCallerIds();
  const { screen } = state;
  const { form, change, person, error, names, phone } = usePerson(
    screen.forms.newCall,
    (typed) => send({ type: 'newCallTyped', form: typed }),
    true,
  );
  const { callerId } = form;
  const formId = useId();
  const verdictId = useId();
  const verdict = useCallVerdict(person.problem === null ? person.phoneNumber : null);

  const placing = screen.view.name === 'waiting' && screen.view.placing !== null;
  const status = statusLine(state);
  const numbers = callerIds.data ?? [];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (placing) return;
    const chosen = numbers.find(({ id }) => String(id) === callerId);
    send({
      type: 'callNowClicked',
      ...person,
      callerId,
      callerNumber: chosen
        ? { name: chosen.name, phone_number_formatted: chosen.phone_number_formatted }
        : null,
    });
  };

  return (
    <Panel
      beside={
        placing && (
          <span className={c('placing')}>
            <Spinner name={status?.name === 'text' ? status.text : ''} />
            <span aria-hidden="true">{status?.name === 'text' ? status.text : ''}</span>
          </span>
        )
      }
      focusesField
      footer={
        <>
          <DiscardQuestion />
          <Verdict id={verdictId} verdict={verdict} />
          <Button
            aria-describedby={verdictId}
            disabled={placing}
            form={formId}
            icon={callFill}
            variant="primary"
            type="submit"
          >
            {t('newCall.submit')}
          </Button>
        </>
      }
      kind="form"
      onClose={() => send({ type: 'panelClosed' })}
      title={t('newCall.title')}
    >
      <form className={c('form')} id={formId} noValidate onSubmit={submit}>
        <Banner text={error} />
        <OfferedPerson
          current={form}
          onDismiss={() => send({ type: 'offeredPersonDismissed' })}
          onUse={() => send({ type: 'offeredPersonUsed' })}
          person={screen.forms.offered}
        />
        {names}
        {phone}
        {numbers.length > 0 && (
          <Select
            label={t('newCall.callerId')}
            onChange={(event) => change({ callerId: event.target.value })}
            value={callerId}
          >
            <option value="">{t('newCall.defaultCallerId')}</option>
            {numbers.map((entry) => (
              <option key={entry.id} value={String(entry.id)}>
                {callerIdText(entry)}
              </option>
            ))}
          </Select>
        )}
      </form>
    </Panel>
  );
}
