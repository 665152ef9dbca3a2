import { PHONE_INPUT_MAX_LENGTH } from '@offhook/contract/limits';
import { type ChangeEvent, type Ref, useEffect, useState } from 'react';
import { classes } from '../design/classes.ts';
import { Field } from './field.tsx';
import styles from './phone-number-field.module.css';

type PhoneNumbers = typeof import('./phone-numbers.ts');

const c = classes(styles);
const load = (): Promise<PhoneNumbers> => import('./phone-numbers.ts');

export interface NumberToCall {
  /** + and digits when `valid`, else the text. */
  readonly phoneNumber: string;
  readonly valid: boolean;
}

/** Reads what was typed; when the numbers of the world cannot be loaded, the server is left to judge. */
export async function readPhoneNumber(text: string, country: string): Promise<NumberToCall> {
  try {
    const e164 = (await load()).toE164(text, country);
    return { phoneNumber: e164 ?? text, valid: e164 !== null };
  } catch {
    return { phoneNumber: text, valid: text.trim() !== '' };
  }
}

interface Props {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Two letters: national numbers are read in it. */
  readonly country: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Formats while somebody types, as long as they type at the end: in the middle it would move the caret. */
export function PhoneNumberField({ value, onValue, country, ref }: Props) {
  const [numbers, setNumbers] = useState<PhoneNumbers | null>(null);
  useEffect(() => {
    let gone = false;
    load().then(
      (loaded) => gone || setNumbers(loaded),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.target.value;
    const grew = typed.length > value.length && event.target.selectionStart === typed.length;
    const formatted = grew && numbers ? numbers.format(typed, country) : typed;
    onValue(formatted.length <= PHONE_INPUT_MAX_LENGTH ? formatted : typed);
  };
  const code = value.trimStart().startsWith('+') ? '' : numbers?.dialCode(country);
  return (
    <Field
      autoComplete="off"
      before={
        code && (
          <span aria-hidden="true" className={c('code')} dir="ltr">
            {country} {code}
          </span>
        )
      }
      dir="ltr"
      inputMode="tel"
      label="Phone Number"
      maxLength={PHONE_INPUT_MAX_LENGTH}
      onChange={change}
      placeholder="Enter a phone number"
      ref={ref}
      type="tel"
      value={value}
    />
  );
}
