/** How many fields of a form differ from what the server has: '2 unsaved changes'. */
import { t } from '@offhook/i18n/console';

type Fields = Readonly<Record<string, unknown>>;

/** The names of the fields that differ, compared by value; a list in another order is another list. */
export function changedFields<F extends Fields>(saved: F, form: F): (keyof F & string)[] {
  return Object.keys(form).filter((name) => !isEqual(saved[name], form[name]));
}

/** Only what differs, as a change is sent: what is not named stays. */
export function changedValues<F extends Fields>(saved: F, form: F): Partial<F> {
  const changed: Partial<F> = {};
  for (const name of changedFields(saved, form)) changed[name] = form[name];
  return changed;
}

/** What the API takes for a field of a form: needed where its field of the same name does not take the value. */
type Readers<F, C> = {
  readonly [N in keyof F as N extends keyof C ? (F[N] extends C[N] ? never : N) : N]: Reader<F[N], C>;
} & { readonly [N in keyof F]?: Reader<F[N], C> };
type Reader<V, C> = (value: V) => Partial<C>;

/** A change as the API takes it: each field by its reader, or else as it is. */
export function toChange<F extends Fields, C>(changed: Partial<F>, readers: Readers<F, C>): Partial<C> {
  const all: Partial<Record<string, Reader<never, C>>> = readers;
  return Object.assign(
    {},
    ...Object.entries(changed).map(([name, value]) => all[name]?.(value as never) ?? { [name]: value }),
  );
}

export function changesText(count: number): string {
  return count === 0 ? '' : t('editor.changes', { count });
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isEqual((a as Fields)[name], (b as Fields)[name]));
}
