import { t } from '@offhook/i18n/console';
import { compareNames, formatCountry } from '@offhook/i18n/formats';
import { Choice, type Choices } from './choice.tsx';
import { COUNTRY_CODES } from './country-codes.ts';

interface Props {
  readonly value: string;
  /** Choices before the countries; without them a country is required. */
  readonly others?: Choices;
  readonly onText: (code: string) => void;
}

const countries = (): Choices =>
  COUNTRY_CODES.map((code) => [code, formatCountry(code)] as const).sort(([, a], [, b]) =>
    compareNames(a, b),
  );

/** The country in which national numbers are interpreted. */
export function CountrySelect({ others = [], ...field }: Props) {
  return <Choice choices={[...others, ...countries()]} label={t('field.country')} {...field} />;
}
