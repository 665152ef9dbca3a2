import { Select } from '@offhook/design/forms/field.tsx';
import type { ComponentProps } from 'react';

export type Choices = readonly (readonly [value: string | number, text: string])[];

interface Props extends Omit<ComponentProps<typeof Select>, 'children' | 'onChange'> {
  /** The text of an empty choice, which comes first. */
  readonly none?: string | undefined;
  readonly choices: Choices;
  readonly onText: (value: string) => void;
}

export function Choice({ none, choices, onText, ...select }: Props) {
  const all = none === undefined ? choices : [['', none] as const, ...choices];
  return (
    <Select onChange={({ target }) => onText(target.value)} {...select}>
      {all.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
}

export function toChoices(
  all: readonly ({ readonly id: number } & (
    | { readonly name: string }
    | { readonly full_name: string }
  ))[] = [],
): Choices {
  return all.map((one) => [one.id, 'name' in one ? one.name : one.full_name]);
}

/** With the chosen value, which may not be offered anymore. */
export function withChosen(choices: Choices, value: string, nameOf: (value: string) => string): Choices {
  const isKnown = value === '' || choices.some(([one]) => String(one) === value);
  return isKnown ? choices : [...choices, [value, nameOf(value)]];
}
