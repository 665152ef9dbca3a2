import { useState } from 'react';
import { changedFields, onlyChanged } from '../../core/forms/changes-count.ts';

export interface Form<F> {
  readonly form: F;
  /** How many fields differ from what the server has. */
  readonly changes: number;
  /** The fields that differ, as they are now. */
  readonly changed: () => Partial<F>;
  readonly set: (fields: Partial<F>) => void;
  readonly discard: () => void;
  /** The server has this now. */
  readonly accept: (saved: F) => void;
}

/** Fields while somebody changes them. What the server says meanwhile does not overwrite them. */
export function useForm<F extends Readonly<Record<string, unknown>>>(initial: F): Form<F> {
  const [saved, setSaved] = useState(initial);
  const [form, setForm] = useState(initial);
  return {
    form,
    changes: changedFields(saved, form).length,
    changed: () => onlyChanged(saved, form),
    set: (fields) => setForm((before) => ({ ...before, ...fields })),
    discard: () => setForm(saved),
    accept: (next) => {
      setSaved(next);
      setForm(next);
    },
  };
}
