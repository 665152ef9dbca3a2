import { useState } from 'react';

type FieldsOfType<F, V> = { [N in keyof F]: [V, F[N]] extends [F[N], V] ? N : never }[keyof F] & string;

/** A form's fields as props for the components that edit them. */
export interface Fields<F> {
  readonly form: F;
  readonly set: (fields: Partial<F>) => void;
  readonly text: (name: FieldsOfType<F, string>) => {
    readonly value: string;
    readonly onText: (value: string) => void;
    readonly error: string | null;
  };
  readonly choice: (name: FieldsOfType<F, string>) => {
    readonly value: string;
    readonly onText: (value: string) => void;
  };
  /** The id of a choice, or none. */
  readonly id: (name: FieldsOfType<F, number | null>) => {
    readonly value: number | '';
    readonly onText: (value: string) => void;
  };
  readonly minute: (name: FieldsOfType<F, number>) => {
    readonly minute: number;
    readonly onMinute: (minute: number) => void;
  };
  readonly flag: (name: FieldsOfType<F, boolean>) => {
    readonly on: boolean;
    readonly onSwitch: (on: boolean) => void;
  };
}

/** @param problems errors by field name */
export function createFields<F extends object>(
  form: F,
  set: (fields: Partial<F>) => void,
  problems: Readonly<Record<string, string | undefined>> = {},
): Fields<F> {
  const setField = (name: keyof F, value: unknown) => set({ [name]: value } as Partial<F>);
  const choice = (name: keyof F) => ({
    value: form[name] as string,
    onText: (value: string) => setField(name, value),
  });
  return {
    form,
    set,
    text: (name) => ({ ...choice(name), error: problems[name] ?? null }),
    choice,
    id: (name) => ({
      value: (form[name] as number | null) ?? '',
      onText: (value) => setField(name, value === '' ? null : Number(value)),
    }),
    minute: (name) => ({ minute: form[name] as number, onMinute: (minute) => setField(name, minute) }),
    flag: (name) => ({ on: form[name] as boolean, onSwitch: (on) => setField(name, on) }),
  };
}

export function useFields<F extends object>(initial: F): Fields<F> {
  const [form, setForm] = useState(initial);
  return createFields(form, (fields) => setForm((before) => ({ ...before, ...fields })));
}
