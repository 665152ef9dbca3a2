/** Each option sets one field of an operation's input. */
import { pickDefined } from '../accounts/settings/change.ts';
import type { Database } from '../platform/database/database.ts';
import type { Arguments, Option, Value } from './command.ts';

export interface Target {
  readonly tx: Database;
  readonly accountId: number;
}

interface Field<V extends Value, F extends string, T> extends Option {
  readonly field: F;
  /** `undefined` leaves the field unchanged. */
  readonly read: (value: V, target: Target) => T;
}
export type Options = Readonly<Record<string, Option & { readonly field?: string }>>;

type Read<O> = O extends { read: (...args: never[]) => infer T } ? Exclude<Awaited<T>, undefined> : never;
type FieldOf<O> = O extends { field: infer F extends string } ? F : never;
export type FieldsOf<O> = {
  [K in keyof O as O[K] extends { required: true } ? FieldOf<O[K]> : never]: Read<O[K]>;
} & { [K in keyof O as O[K] extends { required: true } ? never : FieldOf<O[K]>]?: Read<O[K]> };

const createOption =
  <V extends Value>(type: Option['type']) =>
  <F extends string, T = V>(
    field: F,
    help: string,
    read: (value: V, target: Target) => T = (value) => value as never,
  ): Field<V, F, T> => ({ type, field, help, read });

export const text = createOption<string>('text');
export const number = createOption<number>('number');
export const numbers = createOption<number[]>('numbers');
export const list = createOption<string[]>('list');
export const yesNo = createOption<boolean>('yes-no');
export const flag = createOption<true>('flag');

/** An empty text clears the field. */
export const clearable = <F extends string, T = string>(
  field: F,
  help: string,
  read: (text: string, target: Target) => T = (value) => value as never,
) => text(field, help, (value, target) => (value === '' ? null : read(value, target)));

/** 0 clears the field. */
export const limit = <F extends string>(field: F, help: string) =>
  number(field, help, (value) => (value === 0 ? null : value));

export const oneOf = <F extends string, T extends string>(field: F, help: string, one_of: readonly T[]) => ({
  ...text<F, T>(field, help),
  one_of,
});

export const someOf = <F extends string, T extends string>(field: F, help: string, one_of: readonly T[]) => ({
  ...list<F, T[]>(field, help),
  one_of,
});

export const required = <O extends Option>(option: O): O & { readonly required: true } => ({
  ...option,
  required: true,
});

/** Keeps the order of the options, which is also the order of the output. */
export async function readFields<O extends Options>(
  options: O,
  parsedArgs: Arguments,
  target: Target,
): Promise<FieldsOf<O>> {
  const fields: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(options) as [
    string,
    Partial<Field<Value, string, unknown>>,
  ][]) {
    const value = parsedArgs.value(name);
    if (option.field !== undefined && value !== undefined)
      fields[option.field] = await option.read?.(value, target);
  }
  return pickDefined(fields) as FieldsOf<O>;
}
