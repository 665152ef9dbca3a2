/** A union with one member per key: the key as `type`, plus its fields. */
export type Tagged<Table> = {
  readonly [Type in keyof Table]: { readonly type: Type } & Readonly<Table[Type]>;
}[keyof Table];

/** A member with only a type. */
export type Alone = unknown;
