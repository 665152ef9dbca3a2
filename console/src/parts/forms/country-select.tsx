import { Choice, type Choices } from './choice.tsx';
import { COUNTRY_CODES, countryName } from './country-names.ts';

interface Props {
  readonly value: string;
  /** Choices before the countries; without them there is always one. */
  readonly others?: Choices;
  readonly onText: (code: string) => void;
}

const COUNTRIES: Choices = COUNTRY_CODES.map((code) => [code, countryName(code)]);

/** The country in which national numbers are read. */
export function CountrySelect({ others = [], ...field }: Props) {
  return <Choice choices={[...others, ...COUNTRIES]} label="Country" {...field} />;
}
