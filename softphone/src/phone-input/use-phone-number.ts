import { withExtension } from '@offhook/contract/phone-numbers/extension';
import type { NumberProblem } from '@offhook/contract/phone-numbers/number-problems';
import { readNumber } from '@offhook/contract/phone-numbers/phone-number';
import { usePageLocale } from '@offhook/design/use-page-locale';
import { useMemo } from 'react';
import { type CountryList, countryList, initialCountry, PREFERRED } from './countries.ts';
import { numbering } from './numbering.ts';
import { countryOf, type Mode, modeOf, type Typed } from './typing.ts';
import { useLookedUpCountry } from './use-looked-up-country.ts';

const NONE: readonly string[] = [];

/** Lists of two-letter codes. Pass stable arrays, or the country list is rebuilt. */
export interface PhoneNumberOptions {
  /** Without one, the visitor's country is looked up. */
  readonly userCountry: string | null | undefined;
  /** The first one is the default. */
  readonly preferred?: readonly string[];
  readonly only?: readonly string[];
  readonly excluded?: readonly string[];
  /** 'auto', 'international' or 'national'; others count as 'international'. */
  readonly mode?: string;
}

export interface PhoneField extends Typed {
  readonly list: CountryList;
  readonly codes: readonly string[];
  readonly mode: Mode;
  readonly onTyped: (typed: Typed) => void;
}

export interface PhoneNumberEntry {
  /** E.164 with the extension if valid; otherwise the text as typed. */
  readonly phoneNumber: string;
  readonly problem: NumberProblem | null;
  readonly field: PhoneField;
}

export interface TypedNumber {
  readonly text: string;
  /** Null until the agent picks one or types a calling code; a looked-up country may still fill it. */
  readonly country: string | null;
}

export function usePhoneNumber(
  entry: TypedNumber,
  onEntry: (entry: TypedNumber) => void,
  options: PhoneNumberOptions,
): PhoneNumberEntry {
  const { userCountry, preferred = PREFERRED, only = NONE, excluded = NONE } = options;
  const locale = usePageLocale();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the countries' names are in the page's language
  const list = useMemo(() => countryList({ preferred, only, excluded }), [preferred, only, excluded, locale]);
  const codes = useMemo(() => list.countries.map(({ code }) => code), [list]);
  const { text } = entry;
  const lookedUpCountry = useLookedUpCountry(userCountry);
  const start = initialCountry(list, [userCountry, lookedUpCountry]);
  const country = entry.country ?? countryOf(text, start, codes);
  const read = readNumber(text, { homeCountry: country, only, excluded, dialsExtension: true }, numbering);
  return {
    phoneNumber: read.ok ? withExtension(read.number.phoneNumber, read.number.extension) : text,
    problem: read.ok ? null : read.problem,
    field: {
      text,
      country,
      list,
      codes,
      mode: modeOf(options.mode),
      onTyped: (typed) =>
        onEntry({
          text: typed.text,
          country: entry.country === null && typed.country === country ? null : typed.country,
        }),
    },
  };
}
