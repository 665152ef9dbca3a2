import { PHONE_INPUT_MAX_LENGTH, PHONE_TEXT_MAX_LENGTH } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import { Field } from '@offhook/design/forms/field.tsx';
import { t } from '@offhook/i18n/phone';
import { type ChangeEvent, type ClipboardEvent, type Ref, useId, useRef } from 'react';
import { CountryPicker } from './country-picker.tsx';
import styles from './phone-input.module.css';
import { applyTyping, changeCountry, isInternational } from './typing.ts';
import type { PhoneField } from './use-phone-number.ts';

const c = classes(styles);

interface Props {
  readonly field: PhoneField;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The dial code is shown before numbers without one. */
export function PhoneInput({ field, ref }: Props) {
  const { text, country, list, codes, mode, onTyped } = field;
  const input = useRef<HTMLInputElement>(null);
  const chosen = list.countries.find(({ code }) => code === country);
  const dialCodeId = useId();
  const showsDialCode = chosen !== undefined && !isInternational(text);

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const atEnd = target.selectionStart === target.value.length;
    onTyped(applyTyping({ text, country }, target.value, atEnd, mode, codes));
  };

  // The browser would silently truncate a long paste and lose the extension.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData('text');
    const combined =
      value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length);
    if (combined.length <= PHONE_INPUT_MAX_LENGTH) return;
    event.preventDefault();
    const short = combined.replace(/[\s().-]/g, '');
    const kept = short.length <= PHONE_INPUT_MAX_LENGTH ? short : combined.slice(0, PHONE_TEXT_MAX_LENGTH);
    onTyped(applyTyping({ text, country }, kept, true, mode, codes));
  };

  return (
    <Field
      alsoNamedBy={showsDialCode ? dialCodeId : undefined}
      autoComplete="off"
      before={
        <>
          <CountryPicker
            chosen={chosen ?? null}
            list={list}
            onChoose={({ code, dialCode }) => {
              onTyped(changeCountry(code, dialCode, text));
              input.current?.focus();
            }}
          />
          {showsDialCode && (
            <span aria-hidden="true" className={c('dialCode')} dir="ltr" id={dialCodeId}>
              {chosen.dialCode}
            </span>
          )}
        </>
      }
      dir="ltr"
      inputMode="tel"
      label={t('person.phoneNumber')}
      maxLength={PHONE_INPUT_MAX_LENGTH}
      onChange={change}
      onPaste={paste}
      placeholder={t('person.phoneNumberHint')}
      ref={(element) => {
        input.current = element;
        if (typeof ref === 'function') return ref(element);
        if (ref) ref.current = element;
      }}
      type="tel"
      value={text}
    />
  );
}
