import { NAME_MAX_LENGTH } from '@offhook/contract/limits';
import { Field } from '@offhook/design/forms/field.tsx';
import { t } from '@offhook/i18n/phone';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { takeFocus } from '../../components/frame/take-focus.ts';
import { banner } from '../../core/screen/ringing/alerts.ts';
import type { PersonForm } from '../../core/screen/screen-state.ts';
import { usePhone } from '../../phone-context.tsx';
import { PhoneInput } from '../../phone-input/phone-input.tsx';
import { usePhoneNumber } from '../../phone-input/use-phone-number.ts';
import { useTypedForm } from './use-typed-form.ts';

const focusOn = ({ current }: RefObject<HTMLInputElement | null>) => takeFocus(current);

/** @param startsAtNumber focuses a prefilled number instead of the first name */
export function usePerson<Form extends PersonForm>(
  stateForm: Form,
  sendForm: (form: Form) => void,
  startsAtNumber = false,
) {
  const { state } = usePhone();
  const { session } = state;
  const [form, change] = useTypedForm(stateForm, sendForm);
  const number = usePhoneNumber(
    { text: form.phoneNumber, country: form.country },
    ({ text, country }) => change({ phoneNumber: text, country } as Partial<Form>),
    { userCountry: session.name === 'agent' ? session.user.country_code : null },
  );
  const firstField = useRef<HTMLInputElement>(null);
  const phoneField = useRef<HTMLInputElement>(null);
  const start = useRef(startsAtNumber && form.phoneNumber !== '' ? phoneField : firstField);
  useEffect(() => focusOn(start.current), []);
  const error = banner(state);
  useEffect(() => {
    if (error !== null) focusOn(phoneField);
  }, [error]);
  const { phoneNumber, problem } = number;
  const person = { fname: form.fname.trim(), lname: form.lname.trim(), phoneNumber, problem };
  const names = (['fname', 'lname'] as const).map((name) => (
    <Field
      autoComplete="off"
      key={name}
      label={t(name === 'fname' ? 'person.firstName' : 'person.lastName')}
      maxLength={NAME_MAX_LENGTH}
      onChange={(event) => change({ [name]: event.target.value } as Partial<Form>)}
      {...(name === 'fname' && { ref: firstField })}
      value={form[name]}
    />
  ));
  const phone: ReactNode = <PhoneInput field={number.field} ref={phoneField} />;
  return { form, change, person, error, names, phone };
}
