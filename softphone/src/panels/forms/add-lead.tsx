import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import { t } from '@offhook/i18n/phone';
import { type FormEvent, useId } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Panel } from '../../components/frame/panel.tsx';
import { addLead } from '../../core/forms/typed.ts';
import { isRequesting } from '../../core/screen/ringing/alerts.ts';
import { usePhone } from '../../phone-context.tsx';
import styles from './add-lead.module.css';
import { DiscardQuestion } from './discard-question.tsx';
import { usePerson } from './use-person.tsx';

const c = classes(styles);

export default function AddLead() {
  const { state, send } = usePhone();
  const { person, error, names, phone } = usePerson(addLead(state), (form) =>
    send({ type: 'addLeadTyped', form }),
  );
  const formId = useId();

  const busy = isRequesting(state);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    send({ type: 'addLeadSubmitted', ...person });
  };

  return (
    <Panel
      focusesField
      footer={
        <>
          <DiscardQuestion />
          <Button disabled={busy} form={formId} icon={personAdd} variant="primary" type="submit">
            {t('addLead.submit')}
          </Button>
        </>
      }
      kind="form"
      onClose={() => send({ type: 'panelClosed' })}
      title={t('addLead.title')}
    >
      <form className={c('form')} id={formId} noValidate onSubmit={submit}>
        <Banner text={error} />
        {names.map((name) => (
          <div className={c('half')} key={name.key}>
            {name}
          </div>
        ))}
        {phone}
      </form>
    </Panel>
  );
}
