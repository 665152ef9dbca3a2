import { Select } from '@offhook/softphone/components/field.tsx';
import { COUNTRY_CODES, countryName } from './country-names.ts';

interface Props {
  readonly value: string;
  /** What no country means; without it there is always one. */
  readonly none?: string;
  readonly onChange: (code: string) => void;
}

/** The country in which national numbers are read. */
export function CountrySelect({ value, none, onChange }: Props) {
  return (
    <Select label="Country" onChange={({ target }) => onChange(target.value)} value={value}>
      {none !== undefined && <option value="">{none}</option>}
      {COUNTRY_CODES.map((code) => (
        <option key={code} value={code}>
          {countryName(code)}
        </option>
      ))}
    </Select>
  );
}
