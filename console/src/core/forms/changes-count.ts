/** How many fields of a form differ from what the server has: '2 unsaved changes'. */
import { t } from '@offhook/i18n/console';

type Fields = Readonly<Record<string, unknown>>;

/** Compared by value; the order of a list matters. */
export function changedFields<F extends Fields>(saved: F, form: F): (keyof F & string)[] {
  return Object.keys(form).filter((name) => !isEqual(saved[name], form[name]));
}

export function changedValues<F extends Fields>(saved: F, form: F): Partial<F> {
  const changed: Partial<F> = {};
  for (const name of changedFields(saved, form)) changed[name] = form[name];
  return changed;
}

/** Conversions of fields whose type differs from the API's. */
type Converters<F, C> = {
  readonly [N in keyof F as N extends keyof C ? (F[N] extends C[N] ? never : N) : N]: Converter<F[N], C>;
} & { readonly [N in keyof F]?: Converter<F[N], C> };
type Converter<V, C> = (value: V) => Partial<C>;

/** Converts changed fields to the API's format. */
export function toChange<F extends Fields, C>(changed: Partial<F>, converters: Converters<F, C>): Partial<C> {
  const all: Partial<Record<string, Converter<never, C>>> = converters;
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
