/** `#phone-input&country=GB&mode=national&only=US,CA&excluded=CA` */
import { readNumber } from '@offhook/contract/phone-numbers/phone-number';
import { Field } from '@offhook/design/forms/field.tsx';
import { t as numbers } from '@offhook/i18n/numbers';
import { useState } from 'react';
import { digitsProblem } from '../core/line/voice-checks.ts';
import { numbering } from '../phone-input/numbering.ts';
import { PhoneInput } from '../phone-input/phone-input.tsx';
import { type TypedNumber, usePhoneNumber } from '../phone-input/use-phone-number.ts';

interface Options {
  readonly country: string;
  readonly mode: string | undefined;
  readonly only: readonly string[];
  readonly excluded: readonly string[];
}

export function optionsOf(parts: URLSearchParams): Options {
  const list = (name: string) => parts.get(name)?.split(',') ?? [];
  return {
    country: parts.get('country') ?? 'US',
    mode: parts.get('mode') ?? undefined,
    only: list('only'),
    excluded: list('excluded'),
  };
}

export function PhoneInputGallery({ options }: { readonly options: Options }) {
  const { country, mode, only, excluded } = options;
  const [text, setText] = useState('');
  const [digits, setDigits] = useState('');
  const [entry, setEntry] = useState<TypedNumber>({ text: '', country: null });
  const number = usePhoneNumber(entry, setEntry, {
    userCountry: country,
    only,
    excluded,
    ...(mode !== undefined && { mode }),
  });
  const read = readNumber(text, { homeCountry: country, only, excluded }, numbering);
  return (
    <main data-view="phone-input" style={{ display: 'grid', gap: 16, maxWidth: 380, padding: 20 }}>
      <PhoneInput field={number.field} />
      <output aria-label="Number">
        {number.problem === null ? number.phoneNumber : numbers(`number.${number.problem}`)}
      </output>
      <Field label="Any text" onChange={({ target }) => setText(target.value)} value={text} />
      <output aria-label="Reading">
        {read.ok
          ? [
              read.number.phoneNumber,
              read.number.country,
              read.number.extension && `ext. ${read.number.extension}`,
            ]
              .filter(Boolean)
              .join(' ')
          : numbers(`number.${read.problem}`)}
      </output>
      <Field label="Digits in a call" onChange={({ target }) => setDigits(target.value)} value={digits} />
      <output aria-label="Tones">{digitsProblem(digits) ?? digits}</output>
    </main>
  );
}
