import { Select } from '@offhook/design/forms/field.tsx';
import { COUNTRY_CODES, countryName } from './country-names.ts';

interface Props {
  readonly value: string;
  /** Choices before the countries; without them there is always one. */
  readonly others?: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (code: string) => void;
}

/** The country in which national numbers are read. */
export function CountrySelect({ value, others = [], onChange }: Props) {
  return (
    <Select label="Country" onChange={({ target }) => onChange(target.value)} value={value}>
      {others.map((other) => (
        <option key={other.value} value={other.value}>
          {other.label}
        </option>
      ))}
      {COUNTRY_CODES.map((code) => (
        <option key={code} value={code}>
          {countryName(code)}
        </option>
      ))}
    </Select>
  );
}
