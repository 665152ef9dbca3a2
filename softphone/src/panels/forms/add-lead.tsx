import { NAME_MAX_LENGTH } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Panel } from '../../components/frame/panel.tsx';
import { addLead } from '../../core/forms/typed.ts';
import { banner, isAsking } from '../../core/screen/alerts.ts';
import { usePhone } from '../../phone-context.tsx';
import { PhoneInput } from '../../phone-input/phone-input.tsx';
import { usePhoneNumber } from '../../phone-input/use-phone-number.ts';
import styles from './add-lead.module.css';
import { DiscardQuestion } from './discard-question.tsx';
import { useTypedForm } from './use-typed-form.ts';

const c = classes(styles);

export default function AddLead() {
  const { state, send } = usePhone();
  const { session } = state;
  const [form, change] = useTypedForm(addLead(state), (typed) => send({ type: 'addLeadTyped', form: typed }));
  const { fname, lname } = form;
  const number = usePhoneNumber(
    { text: form.phoneNumber, country: form.country },
    ({ text, country }) => change({ phoneNumber: text, country }),
    { userCountry: session.name === 'agent' ? session.user.country_code : null },
  );
  const firstField = useRef<HTMLInputElement>(null);
  const phoneField = useRef<HTMLInputElement>(null);
  const formId = useId();

  useEffect(() => firstField.current?.focus({ preventScroll: true }), []);
  const refused = banner(state);
  useEffect(() => {
    if (refused !== null) phoneField.current?.focus({ preventScroll: true });
  }, [refused]);

  const busy = isAsking(state);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const { phoneNumber, problem } = number;
    send({ type: 'addLeadSubmitted', fname: fname.trim(), lname: lname.trim(), phoneNumber, problem });
  };

  return (
    <Panel
      focusesField
      footer={
        <>
          <DiscardQuestion />
          <Button disabled={busy} form={formId} icon={personAdd} look="primary" type="submit">
            Call
          </Button>
        </>
      }
      kind="form"
      onClose={() => send({ type: 'panelClosed' })}
      title="Add Lead"
    >
      <form className={c('form')} id={formId} noValidate onSubmit={submit}>
        <Banner text={refused} />
        <div className={c('half')}>
          <Field
            autoComplete="off"
            label="First Name"
            maxLength={NAME_MAX_LENGTH}
            onChange={(event) => change({ fname: event.target.value })}
            ref={firstField}
            value={fname}
          />
        </div>
        <div className={c('half')}>
          <Field
            autoComplete="off"
            label="Last Name"
            maxLength={NAME_MAX_LENGTH}
            onChange={(event) => change({ lname: event.target.value })}
            value={lname}
          />
        </div>
        <PhoneInput field={number.field} ref={phoneField} />
      </form>
    </Panel>
  );
}
