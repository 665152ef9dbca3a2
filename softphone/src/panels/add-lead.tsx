import { NAME_MAX_LENGTH } from '@offhook/contract/limits';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Panel } from '../components/panel.tsx';
import { banner, isAsking, unknownCaller } from '../core/selectors.ts';
import { classes } from '../design/classes.ts';
import personAdd from '../design/icons/person_add.svg?raw';
import { usePhone } from '../phone-context.tsx';
import { PhoneInput } from '../phone-input/phone-input.tsx';
import { usePhoneNumber } from '../phone-input/use-phone-number.ts';
import styles from './add-lead.module.css';

const c = classes(styles);

export default function AddLead() {
  const { state, send } = usePhone();
  const [fname, setFname] = useState('');
  const [lname, setLname] = useState('');
  const { session } = state;
  const number = usePhoneNumber(unknownCaller(state), {
    userCountry: session.name === 'agent' ? session.user.country_code : null,
  });
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
        <Button disabled={busy} form={formId} icon={personAdd} look="primary" type="submit">
          Call
        </Button>
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
            onChange={(event) => setFname(event.target.value)}
            ref={firstField}
            value={fname}
          />
        </div>
        <div className={c('half')}>
          <Field
            autoComplete="off"
            label="Last Name"
            maxLength={NAME_MAX_LENGTH}
            onChange={(event) => setLname(event.target.value)}
            value={lname}
          />
        </div>
        <PhoneInput field={number.field} ref={phoneField} />
      </form>
    </Panel>
  );
}
