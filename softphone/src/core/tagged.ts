/** One member per key: the key as `type`, plus its fields. */
export type Tagged<Table> = {
  readonly [Type in keyof Table]: { readonly type: Type } & Readonly<Table[Type]>;
}[keyof Table];

export type NoFields = unknown;
